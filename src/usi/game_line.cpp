// SPDX-License-Identifier: MIT
#include "usi/game_line.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "base/say.hpp"
#include "base/text.hpp"
#include "notation/freeze.hpp"
#include "notation/sfen.hpp"
#include "usi/one_line.hpp"
#include "usi/position_words.hpp"

namespace gougi::usi {
namespace {

// What is read is no command: its name says nothing.
base::Error without_command_name(const base::Error& error) {
  constexpr std::string_view kName = "position: ";
  return {error.message.starts_with(kName) ? error.message.substr(kName.size()) : error.message};
}

// The word of the move with this number, from 0, in a text that was read.
std::string_view move_word(std::string_view text, bool has_start, std::size_t number) {
  std::string_view word;
  while (has_start && word != "moves") word = base::next_word(text);
  for (std::size_t i = 0; i <= number; ++i) word = base::next_word(text);
  return word;
}

}  // namespace

base::Result<GameUntil> read_game_until_wrong(std::string_view line) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::string_view text = line.substr(0, std::min(line.find('#'), line.size()));
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::string_view behind = text;
  if (base::next_word(behind) == "position") text = behind;
  behind = text;
  const std::string_view first = base::next_word(behind);
  if (first.empty()) return base::fail(base::say({"there is no game", "棋譜がありません"}));
  const bool is_bare = notation::begins_with_board(text);
  const bool has_start = is_bare || first == "startpos" || first == "sfen";
  PositionCommand command;
  std::string_view rest = first == "sfen" && !is_bare ? behind : text;
  if (has_start) {
    if (auto start = read_start(line, rest, command); !start) {
      return tl::unexpected(without_command_name(start.error()));
    }
  }
  const auto words = read_move_words(line, rest, command);
  std::optional<std::size_t> wrong;
  auto game = replay_until(command, nullptr, {}, wrong);
  if (game && words) return GameUntil{.game = std::move(*game)};
  if (!game && !wrong) {
    return base::fail(without_command_name(game.error()).message + place(line, first));
  }
  // An illegal move stands before the word that is none.
  const std::size_t number = wrong.value_or(command.moves.size());
  const std::string_view word = move_word(text, has_start, number);
  std::string why = game ? without_command_name(words.error()).message
                         : without_command_name(game.error()).message + place(line, word);
  if (number == 0 && game && !has_start && notation::is_freeze_word(word)) {
    // Without a move they are counts of nothing.
    return base::fail(
        base::say({"{0} is no move (move 1{1})", "{0} は指し手ではありません(1手目{1})"},
                  quoted(word), place(line, word)));
  }
  if (number == 0) return base::fail(std::move(why));
  const bool is_move = wrong && command.moves[number].of_shogi();
  const char* const end = word.data() + word.size();
  const bool is_last = base::trim({end, text.data() + text.size()}).empty();
  if (!game) {
    command.moves.resize(number);
    game = replay_until(command, nullptr, {}, wrong);
    if (!game) return base::fail(std::move(why));
  }
  return GameUntil{std::move(*game), std::string(word), is_last, is_move, std::move(why)};
}

base::Result<shogi::Game> read_game_line(std::string_view line) {
  auto read = read_game_until_wrong(line);
  if (!read) return tl::unexpected(read.error());
  const bool is_said = read->wrong == "resign" || read->wrong == "win";
  if (!read->wrong.empty() && !(is_said && read->is_last)) return base::fail(read->why);
  return std::move(read->game);
}

}  // namespace gougi::usi
