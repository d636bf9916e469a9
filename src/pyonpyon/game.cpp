// SPDX-License-Identifier: MIT
#include "pyonpyon/game.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/column.hpp"
#include "base/text.hpp"

namespace gougi::pyonpyon {
namespace {

// The words of a game, one after the other. Where the line that they stand in is known, complaints
// give its columns.
class GameWords {
 public:
  GameWords(std::string_view text, std::string_view line) : rest_(text), line_(line) {}

  std::string_view next() { return word_ = base::next_word(rest_); }
  /// Of the last word.
  tl::unexpected<base::Error> wrong(const std::string& what) const {
    if (line_.empty()) return base::fail(what);
    const std::string_view at = word_.empty() ? line_.substr(line_.size()) : word_;
    return base::fail(what + " at column " + std::to_string(base::column_of(line_, at)));
  }

 private:
  std::string_view rest_;
  std::string_view line_;
  std::string_view word_;
};

base::Result<Game> read_moves(Game game, GameWords& words, std::string_view word) {
  for (; !word.empty(); word = words.next()) {
    const auto move = parse_move(word);
    if (!move) return words.wrong(move.error().message);
    if (!game.play(*move)) {
      return words.wrong(
          "position: move " + std::to_string(game.moves().size() + 1) + ", " + std::string(word) +
          (game.decision() ? ", comes after the end of the game" : ", is not legal"));
    }
  }
  return game;
}

base::Result<Game> read_start(GameWords& words, std::string_view kind) {
  Position start = start_position();
  if (kind == "pfen") {
    const std::string rows(words.next());
    const auto parsed = parse_pfen(rows + " " + std::string(words.next()));
    if (!parsed) return words.wrong(parsed.error().message);
    start = *parsed;
  } else if (kind != "startpos") {
    return words.wrong("position: startpos or pfen is wanted, not \"" + base::printable(kind, 40) +
                       "\"");
  }
  const std::string_view moves = words.next();
  if (moves.empty()) return Game(start);
  if (moves != "moves") {
    return words.wrong("position: \"" + base::printable(moves, 40) + "\" where moves is wanted");
  }
  return read_moves(Game(start), words, words.next());
}

}  // namespace

int Game::repeats() const {
  return static_cast<int>(std::count(positions_.begin(), positions_.end() - 1, positions_.back()));
}

std::optional<Outcome> Game::decision() const {
  const Side mover = ~position().to_move;
  if (!moves_.empty() && is_home(position(), mover)) {
    return Outcome{Outcome::Reason::kHome, mover};
  }
  if (!has_move(position())) return Outcome{Outcome::Reason::kNoMove, mover};
  return std::nullopt;
}

std::optional<Outcome> Game::outcome() const {
  const auto decided = decision();
  if (decided || !may_claim_draw()) return decided;
  return Outcome{Outcome::Reason::kRepetition, std::nullopt};
}

bool Game::play(Move move) {
  if (decision() || !is_legal(position(), move)) return false;
  positions_.push_back(after(position(), move));
  moves_.push_back(move);
  return true;
}

bool Game::undo() {
  if (moves_.empty()) return false;
  positions_.pop_back();
  moves_.pop_back();
  return true;
}

std::string position_line(const Game& game) {
  std::string line = "position ";
  line += game.start() == start_position() ? "startpos" : "pfen " + to_pfen(game.start());
  line += " moves";
  for (const Move move : game.moves()) line += " " + to_text(move);
  return line;
}

base::Result<Game> read_position(std::string_view text) {
  GameWords words(text, {});
  return read_start(words, words.next());
}

base::Result<Game> read_game_line(std::string_view line) {
  GameWords words(line.substr(0, std::min(line.find('#'), line.size())), line);
  std::string_view word = words.next();
  if (word == "position") word = words.next();
  const bool has_start = word.empty() || word == "startpos" || word == "pfen";
  return has_start ? read_start(words, word) : read_moves(Game(start_position()), words, word);
}

std::string end_text(const Game& game) {
  const auto outcome = game.outcome();
  if (!outcome) return "";
  if (!outcome->winner) return "the position occurred for the third time: a draw";
  const std::string winner = *outcome->winner == Side::kX ? "x" : "o";
  return winner + (outcome->reason == Outcome::Reason::kHome ? " is home and wins"
                                                             : " wins: there is no move left");
}

std::string board_text(const Game& game) {
  const Position& position = game.position();
  std::string text = "[" + std::to_string(game.moves().size()) + " move(s) | Go! " +
                     (position.to_move == Side::kX ? "x" : "o") + " | " +
                     std::to_string(game.repeats()) + " repeat(s)]\n\n";
  const std::string line = "  +---+---+---+---+---+\n";
  text += line;
  for (int row = 0; row < kFiles; ++row) {
    text += std::to_string(row + 1) + " |";
    for (int file = 0; file < kFiles; ++file) {
      const Squares here = square_bit(row * kFiles + file);
      text += position.x & here ? " x |" : position.o & here ? " o |" : "   |";
    }
    text += "\n" + line;
  }
  return text + "    a   b   c   d   e\n";
}

}  // namespace gougi::pyonpyon
