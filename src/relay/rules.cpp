// SPDX-License-Identifier: MIT
#include "relay/rules.hpp"

#include <utility>

namespace gougi::relay {

Game::Game(std::unique_ptr<const Board> start)
    : start_(std::move(start)), board_(start_->copy()), keys_{start_->key()} {}

Game::Game(const Game& other)
    : start_(other.start_),
      board_(other.board_->copy()),
      moves_(other.moves_),
      keys_(other.keys_) {}

bool Game::play(shogi::Move move) {
  if (!board_->is_legal(move)) return false;
  board_->play(move);
  moves_.push_back(move);
  keys_.push_back(board_->key());
  return true;
}

base::Result<Game> replay(const Rules& rules, const usi::PositionCommand& command) {
  auto start = rules.board(command.sfen);
  if (!start) return base::fail("position: " + start.error().message);
  if (command.freeze) return base::fail("position: freezes are not played here");
  Game game(std::move(*start));
  for (std::size_t i = 0; i < command.moves.size(); ++i) {
    if (!game.play(command.moves[i])) {
      return base::fail("position: move " + std::to_string(i + 1) + " (" +
                        game.position().move_text(command.moves[i]) + ") is not legal");
    }
  }
  return game;
}

std::string position_line(const Rules& rules, const Board& start, std::vector<shogi::Move> moves) {
  usi::PositionCommand command;
  command.sfen = start.text();
  if (command.sfen == (*rules.board(""))->text()) command.sfen.clear();
  command.moves = std::move(moves);
  return usi::format(command);
}

std::unique_ptr<Board> after(const Board& board, const std::vector<shogi::Move>& path) {
  auto next = board.copy();
  for (const shogi::Move move : path) next->play(move);
  return next;
}

bool wins_at_once(const Board& board, shogi::Move move) {
  const auto next = board.copy();
  next->play(move);
  return next->is_lost();
}

}  // namespace gougi::relay
