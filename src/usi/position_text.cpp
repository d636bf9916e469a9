// SPDX-License-Identifier: MIT
#include "usi/position_text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "base/text.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"

namespace gougi::usi {
namespace {

// The board of an SFEN as nine lines of text, file 9 on the left as in diagrams.
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
  lines.push_back("sfen " + std::string(sfen));
  return lines;
}

std::string legal_moves_text(const shogi::Position& position) {
  shogi::MoveList moves;
  shogi::generate_legal(position, moves);
  std::string out;
  for (const auto move : moves) {
    if (!out.empty()) out += ' ';
    notation::append_usi(out, move);
  }
  return out;
}

std::string key_text(shogi::Key key) {
  std::array<char, 20> text{};
  const int size = std::snprintf(text.data(), text.size(), "%016llX",  //
                                 static_cast<unsigned long long>(key));
  return std::string(text.data(), static_cast<std::size_t>(size));
}

}  // namespace

base::Result<shogi::Game> replay(const PositionCommand& command) {
  shogi::Game game;
  if (!command.sfen.empty()) {
    auto start = notation::parse_sfen(command.sfen);
    if (!start) return base::fail("position: " + start.error().message);
    game = shogi::Game(*start);
  }
  for (std::size_t i = 0; i < command.moves.size(); ++i) {
    if (!game.play(command.moves[i])) {
      return base::fail("position: move " + std::to_string(i + 1) + " (" +
                        notation::to_usi(command.moves[i]) + ") is not legal");
    }
  }
  return game;
}

std::string position_line(const shogi::Position& start, std::vector<shogi::Move> moves) {
  PositionCommand command;
  const std::string sfen = notation::to_sfen(start);
  if (sfen != notation::kStartSfen) command.sfen = sfen;
  command.moves = std::move(moves);
  return format(command);
}

std::optional<std::vector<std::string>> show(std::string_view word,
                                             const shogi::Position& position) {
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

std::vector<std::string> perft_text(std::string_view arguments, shogi::Position position,
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
  shogi::MoveList moves;
  shogi::generate_legal(position, moves);
  for (const shogi::Move move : moves) {
    if (stop()) {
      lines.emplace_back("perft: stopped");
      break;
    }
    shogi::Undo undo;
    position.do_move(move, undo);
    const std::uint64_t below =
        *depth == 1 ? 1 : shogi::perft(position, static_cast<int>(*depth) - 1);
    position.undo_move(move, undo);
    sum += below;
    lines.push_back(notation::to_usi(move) + ": " + std::to_string(below));
  }
  const auto ms = std::max<std::int64_t>(1, base::to_ms(now() - begin).count());
  lines.push_back("nodes " + std::to_string(sum) + " time " + std::to_string(ms) + " nps " +
                  std::to_string(sum * 1000 / static_cast<std::uint64_t>(ms)));
  return lines;
}

}  // namespace gougi::usi
