// SPDX-License-Identifier: MIT
#include "usi/position_words.hpp"

#include "base/say.hpp"
#include "base/text.hpp"
#include "notation/freeze.hpp"
#include "notation/sfen.hpp"
#include "usi/one_line.hpp"

namespace gougi::usi {
namespace {

// Takes a freeze token of `word`, which stands behind the start.
base::Result<void> take_token(std::string_view line, std::string_view word,
                              PositionCommand& command) {
  if (!command.freeze) command.freeze.emplace();
  const auto added = notation::add_freeze_token(command.freeze->start, word);
  if (added) return {};
  return base::fail("position: " + added.error().message + place(line, word));
}

// Takes `word` as a move with freeze suffixes, or as the counts behind the last move.
bool take_freeze_word(std::string_view word, bool is_last, PositionCommand& command,
                      std::string& why) {
  if (notation::is_freeze_word(word)) {
    const auto left = notation::parse_freeze_counts(word);
    if (left && is_last) {
      if (!command.freeze) command.freeze.emplace();
      command.freeze->left = *left;
      return true;
    }
    why = left ? base::say({"{0} does not stand behind the last move",
                            "{0} が最後の指し手の後ではありません"},
                           quoted(word))
               : left.error().message;
    return false;
  }
  const auto move = word == "resign" ? std::optional(Move::resignation()) : parse_move(word);
  if (!move) return false;
  command.moves.push_back(*move);
  const auto written = notation::parse_freeze_move(word);
  if (!written || written->made_under == shogi::PieceType::kNone) return true;
  if (!command.freeze) command.freeze.emplace();
  command.freeze->made_under.resize(command.moves.size());
  command.freeze->made_under.back() = written->made_under;
  return true;
}

base::Result<void> take_moves(std::string_view line, std::string_view rest,
                              PositionCommand& command) {
  command.moves.reserve(rest.size() / 5 + 1);
  for (auto word = base::next_word(rest); !word.empty(); word = base::next_word(rest)) {
    if (const auto move = notation::parse_usi_move(word)) {
      command.moves.push_back(*move);
      continue;
    }
    std::string why = base::say({"{0} is no move", "{0} は指し手ではありません"}, quoted(word));
    if (!take_freeze_word(word, base::trim(rest).empty(), command, why)) {
      return base::fail(base::say({"position: {0} (move {1}{2})", "position: {0}({1}手目{2})"}, why,
                                  command.moves.size() + 1, place(line, word)));
    }
  }
  return {};
}

}  // namespace

// "board side hands [ply]" and freeze tokens up to `moves`; behind it, `rest` stands behind that
// word or at the end.
base::Result<void> read_start(std::string_view line, std::string_view& rest,
                              PositionCommand& command) {
  int count = 0;
  std::string_view word = base::next_word(rest);
  const bool is_startpos = word == "startpos";
  if (is_startpos) word = base::next_word(rest);
  const int most = is_startpos ? 0 : 4;
  for (; !word.empty() && word != "moves"; word = base::next_word(rest)) {
    if ((is_startpos || count >= 3) && notation::is_freeze_word(word)) {
      if (auto taken = take_token(line, word, command); !taken) return taken;
      continue;
    }
    if (++count > most || command.freeze) {
      return base::fail(base::say(
          {"position: expected \"moves\", got {0}", "position: \"moves\" が必要です: {0}"},
          quoted(word) + place(line, word)));
    }
    if (!command.sfen.empty()) command.sfen += ' ';
    command.sfen += word;
  }
  if (!is_startpos && count < 3)
    return base::fail(base::say({"position: an sfen has board, side and hands",
                                 "position: SFEN には盤面、手番、持ち駒が必要です"}));
  if (count == 3) command.sfen += " 1";
  return {};
}

base::Result<PositionCommand> read_position_words(std::string_view line, std::string_view rest) {
  std::string_view behind = rest;
  const auto kind = base::next_word(behind);
  if (kind == "sfen") {
    rest = behind;
  } else if (kind != "startpos") {
    return base::fail(base::say({"position: expected startpos or sfen, got {0}",
                                 "position: startpos か sfen が必要です: {0}"},
                                kind.empty() ? base::say({"nothing", "何もありません"})
                                             : quoted(kind) + place(line, kind)));
  }
  PositionCommand command;
  if (auto start = read_start(line, rest, command); !start) return tl::unexpected(start.error());
  if (auto moves = read_move_words(line, rest, command); !moves) {
    return tl::unexpected(moves.error());
  }
  return command;
}

base::Result<void> read_move_words(std::string_view line, std::string_view rest,
                                   PositionCommand& command) {
  auto taken = take_moves(line, rest, command);
  if (command.freeze && !command.freeze->made_under.empty()) {
    command.freeze->made_under.resize(command.moves.size());
  }
  return taken;
}

}  // namespace gougi::usi
