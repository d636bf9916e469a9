// SPDX-License-Identifier: MIT
#include "pyonpyon/game.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace gougi::pyonpyon {

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
  const std::vector<std::string_view> words = base::split_words(text);
  std::size_t next = 0;
  const auto word = [&] { return next < words.size() ? words[next++] : std::string_view(); };
  Position start = start_position();
  const std::string_view kind = word();
  if (kind == "pfen") {
    const std::string rows(word());
    const auto parsed = parse_pfen(rows + " " + std::string(word()));
    if (!parsed) return tl::unexpected(parsed.error());
    start = *parsed;
  } else if (kind != "startpos") {
    return base::fail("position: startpos or pfen is wanted, not \"" + base::printable(kind, 40) +
                      "\"");
  }
  Game game(start);
  if (next == words.size()) return game;
  if (const auto moves = word(); moves != "moves") {
    return base::fail("position: \"" + base::printable(moves, 40) + "\" where moves is wanted");
  }
  while (next < words.size()) {
    const std::string_view text_of_move = word();
    const auto move = parse_move(text_of_move);
    if (!move) return tl::unexpected(move.error());
    if (!game.play(*move)) {
      return base::fail("position: move " + std::to_string(game.moves().size() + 1) + ", " +
                        std::string(text_of_move) +
                        (game.decision() ? ", comes after the end of the game" : ", is not legal"));
    }
  }
  return game;
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
