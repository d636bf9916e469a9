// SPDX-License-Identifier: MIT
#include "usi/position_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/say.hpp"
#include "base/text.hpp"
#include "notation/freeze.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"
#include "usi/position_words.hpp"

namespace gougi::usi {
namespace {

// "B 2P" of the hands of an SFEN; `is_of` tells whose letters are wanted.
std::string hand_text(std::string_view hands, bool (*is_of)(char letter)) {
  std::string text;
  std::string count;
  for (const char c : hands) {
    if (c >= '0' && c <= '9') {
      count += c;
      continue;
    }
    if (is_of(c)) text += " " + count + c;
    count.clear();
  }
  return text.empty() ? " none" : text;
}

// The board of an SFEN as nine lines of text, file 9 on the left as in diagrams, and the hands.
std::vector<std::string> diagram(std::string_view sfen) {
  std::vector<std::string> lines;
  std::string_view rest = sfen;
  const auto board = base::next_word(rest);
  std::string row;
  const auto finish_row = [&] {
    lines.push_back(row + "  " + static_cast<char>('a' + lines.size()));
    row.clear();
  };
  for (std::size_t i = 0; i < board.size(); ++i) {
    const char c = board[i];
    if (c == '/') {
      finish_row();
    } else if (c >= '1' && c <= '9') {
      for (int k = 0; k < c - '0'; ++k) row += "  .";
    } else if (c == '+' && i + 1 < board.size()) {
      row += std::string(" +") + board[++i];
    } else {
      row += std::string("  ") + c;
    }
  }
  finish_row();
  lines.insert(lines.begin(), "  9  8  7  6  5  4  3  2  1");
  base::next_word(rest);  // the side to move
  const std::string_view hands = base::next_word(rest);
  lines.push_back("black in hand:" + hand_text(hands, [](char c) { return c >= 'A' && c <= 'Z'; }));
  lines.push_back("white in hand:" + hand_text(hands, [](char c) { return c >= 'a' && c <= 'z'; }));
  lines.push_back("sfen " + std::string(sfen));
  return lines;
}

std::string legal_moves_text(const shogi::FreezePosition& position) {
  std::vector<shogi::Move> moves;
  shogi::generate_legal(position, moves);
  std::string out;
  for (const shogi::Move move : moves) {
    if (!out.empty()) out += ' ';
    notation::append_usi(out, move);
  }
  return out;
}

std::string key_text(shogi::Key key) { return fmt::format("{:016X}", key); }

std::string text_of(const PositionCommand& command, std::size_t i) {
  std::string text;
  append_written(text, command, i);
  return text;
}

// The freezes that both sides had before the moves.
base::Result<shogi::FreezeCounts> counts_at_start(const PositionCommand& command,
                                                  shogi::Color side_to_move,
                                                  const shogi::FreezeCounts& defaults,
                                                  std::string* warning) {
  if (!command.freeze) return defaults;
  const FreezeWords& words = *command.freeze;
  if (!words.left) return words.start.left.value_or(defaults);
  std::array<int, 2> counts{(*words.left)[0], (*words.left)[1]};
  shogi::Color mover = side_to_move;
  for (const auto move : command.moves) {
    if (move.freezes()) ++counts[static_cast<std::size_t>(index(mover))];
    mover = ~mover;
  }
  if (*std::max_element(counts.begin(), counts.end()) > shogi::kMaxFreezes) {
    return base::fail(base::say({"position: more than {0} freezes of a side",
                                 "position: 一方のフリーズが {0} 回を超えています"},
                                shogi::kMaxFreezes));
  }
  const shogi::FreezeCounts start{static_cast<std::uint16_t>(counts[0]),
                                  static_cast<std::uint16_t>(counts[1])};
  if (warning != nullptr && words.start.left && *words.start.left != start) {
    *warning = base::say(
        {"position: {0} before the moves and {1} behind them do not agree; the latter hold",
         "position: 指し手の前の {0} と後の {1} が合いません。後のものを使います"},
        notation::to_text(*words.start.left), notation::to_text(*words.left));
  }
  return start;
}

}  // namespace

base::Result<shogi::Game> replay(const PositionCommand& command, std::string* warning,
                                 const shogi::FreezeCounts& defaults) {
  std::optional<std::size_t> ignored;
  return replay_until(command, warning, defaults, ignored);
}

base::Result<shogi::Game> replay_until(const PositionCommand& command, std::string* warning,
                                       const shogi::FreezeCounts& defaults,
                                       std::optional<std::size_t>& wrong) {
  shogi::Position start = shogi::Position::start();
  if (!command.sfen.empty()) {
    auto read = notation::parse_sfen(command.sfen);
    if (!read) return base::fail("position: " + read.error().message);
    start = *read;
  }
  const auto counts = counts_at_start(command, start.side_to_move(), defaults, warning);
  if (!counts) return tl::unexpected(counts.error());
  const auto in_force = command.freeze ? command.freeze->start.in_force : shogi::PieceType::kNone;
  const auto freeze_start = shogi::FreezePosition::from(start, {in_force, *counts});
  if (!freeze_start) return base::fail("position: " + freeze_start.error().message);
  shogi::Game game(*freeze_start);
  for (std::size_t i = 0; i < command.moves.size(); ++i) {
    const shogi::Move move = command.moves[i].of_shogi();
    const auto fails = [&](const std::string& what) {
      wrong = i;
      return base::fail(base::say({"position: move {0} ({1}) {2}", "position: {0}手目({1})は{2}"},
                                  i + 1, text_of(command, i), what));
    };
    if (!move) return fails(base::say({"is no move of shogi", "将棋の指し手ではありません"}));
    const shogi::FreezePosition& now = game.freeze_position();
    const auto said = command.made_under(i);
    if (said != shogi::PieceType::kNone && said != now.state().in_force) {
      return fails(
          base::say({"says that {0} is frozen, which it is not",
                     "{0} をフリーズされた状態の手とされていますが、フリーズされていません"},
                    notation::to_text(said)));
    }
    if (now.is_legal(move)) {
      static_cast<void>(game.play(move));
    } else if (game.is_freeze_game() || move.freezes()) {
      return fails(base::say({"is not legal: {0}", "合法手ではありません: {0}"},
                             now.judge(move).error().message));
    } else {
      return fails(base::say({"is not legal", "合法手ではありません"}));
    }
  }
  return game;
}

std::string position_line(const shogi::Game& game) {
  if (!game.is_freeze_game()) return position_line(game.start(), game.moves());
  PositionCommand command;
  const std::string sfen = notation::to_sfen(game.start());
  if (sfen != notation::kStartSfen) command.sfen = sfen;
  command.moves = moves_of(game.moves());
  FreezeWords& words = command.freeze.emplace();
  words.start.in_force = game.freeze_start().state().in_force;
  const auto& left = game.freeze_position().state().left;
  (command.moves.empty() ? words.start.left : words.left) = left;
  return format(command);
}

std::string position_sfen_line(const shogi::Game& game, bool with_freezes) {
  return "position sfen " + (with_freezes ? notation::to_sfen(game.freeze_position())
                                          : notation::to_sfen(game.position()));
}

std::string position_line(const shogi::Position& start, const std::vector<shogi::Move>& moves) {
  PositionCommand command;
  const std::string sfen = notation::to_sfen(start);
  if (sfen != notation::kStartSfen) command.sfen = sfen;
  command.moves = moves_of(moves);
  return format(command);
}

std::optional<std::vector<std::string>> show(std::string_view word,
                                             const shogi::Position& position) {
  return show(word, shogi::FreezePosition(position));
}

std::optional<std::vector<std::string>> show(std::string_view word,
                                             const shogi::FreezePosition& position) {
  if (word == "d") return diagram(notation::to_sfen(position));
  if (word == "sfen") return std::vector{notation::to_sfen(position)};
  if (word == "moves") return std::vector{legal_moves_text(position)};
  if (word == "key") return std::vector{key_text(position.key())};
  if (word == "side") {
    return std::vector<std::string>{position.side_to_move() == shogi::Color::kBlack ? "black"
                                                                                    : "white"};
  }
  return std::nullopt;
}

std::string compiler_text() {
  std::string text = "compiler: ";
#if defined(__clang__)
  text += "clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__);
#elif defined(__GNUC__)
  text += "g++ " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__);
#else
  text += "unknown";
#endif
#if defined(_WIN32)
  text += " for Windows";
#elif defined(__APPLE__)
  text += " for macOS";
#elif defined(__linux__)
  text += " for Linux";
#endif
  text += ", " + std::to_string(8 * sizeof(void*)) + " bits";
#ifdef NDEBUG
  text += ", without assertions";
#endif
  return text;
}

namespace {

// Leaves below a position, as long as nobody stops it.
std::uint64_t leaves_until(shogi::FreezePosition& position, int depth,
                           const std::function<bool()>& stop) {
  constexpr int kDepthInNoTime = 3;
  if (depth <= kDepthInNoTime) return stop() ? 0 : shogi::perft(position, depth);
  std::uint64_t sum = 0;
  std::vector<shogi::Move> moves;
  shogi::generate_legal(position, moves);
  for (const shogi::Move move : moves) {
    if (stop()) break;
    shogi::FreezeUndo undo;
    position.do_move(move, undo);
    sum += leaves_until(position, depth - 1, stop);
    position.undo_move(move, undo);
  }
  return sum;
}

}  // namespace

std::vector<std::string> perft_text(std::string_view arguments, shogi::FreezePosition position,
                                    const std::function<bool()>& stop,
                                    const std::function<base::TimePoint()>& now) {
  constexpr int kMostPlies = 30;
  const auto depth = base::to_int(base::trim(arguments));
  if (!depth || *depth < 1 || *depth > kMostPlies) {
    return {"perft: a depth from 1 to " + std::to_string(kMostPlies) + " is expected, not \"" +
            base::printable(base::trim(arguments), 40) + "\""};
  }
  const base::TimePoint begin = now();
  std::vector<std::string> lines;
  std::uint64_t sum = 0;
  std::vector<shogi::Move> moves;
  shogi::generate_legal(position, moves);
  for (const shogi::Move move : moves) {
    shogi::FreezeUndo undo;
    position.do_move(move, undo);
    const std::uint64_t below = leaves_until(position, static_cast<int>(*depth) - 1, stop);
    position.undo_move(move, undo);
    if (stop()) {
      lines.emplace_back("perft: stopped");
      break;
    }
    sum += below;
    lines.push_back(notation::to_usi(move) + ": " + std::to_string(below));
  }
  const auto ms = std::max<std::int64_t>(1, base::to_ms(now() - begin).count());
  lines.push_back("nodes " + std::to_string(sum) + " time " + std::to_string(ms) + " nps " +
                  std::to_string(sum * 1000 / static_cast<std::uint64_t>(ms)));
  return lines;
}

}  // namespace gougi::usi
