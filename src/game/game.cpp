// SPDX-License-Identifier: MIT
#include "game/game.hpp"

#include <utility>

#include "base/say.hpp"
#include "game/rules.hpp"
#include "game/shogi_position.hpp"

namespace gougi::game {

std::unique_ptr<Position> after(const Position& position, const std::vector<usi::Move>& path) {
  auto next = position.copy();
  for (const usi::Move move : path) next->play(move);
  return next;
}

bool wins_at_once(const Position& position, usi::Move move) {
  const auto next = position.copy();
  next->play(move);
  return next->is_lost();
}

Game::Game(std::unique_ptr<const Position> start)
    : start_(std::move(start)), position_(start_->copy()) {
  history_.record(position_->key(), position_->in_check());
}

Game::Game(const Game& other)
    : start_(other.start_),
      position_(other.position_->copy()),
      moves_(other.moves_),
      history_(other.history_) {}

bool Game::play(usi::Move move) {
  if (!position_->is_legal(move)) return false;
  position_->play(move);
  moves_.push_back(move);
  history_.record(position_->key(), position_->in_check());
  return true;
}

std::optional<Ending> Game::ending() const { return rules().ending(*this); }

base::Result<Game> replay(const Rules& rules, const usi::PositionCommand& command,
                          const shogi::FreezeCounts& defaults, std::string& warning) {
  auto start = rules.start(command, defaults, warning);
  if (!start) return tl::unexpected(start.error());
  Game game(std::move(*start));
  for (std::size_t i = 0; i < command.moves.size(); ++i) {
    const usi::Move move = command.moves[i];
    if (!game.play(move)) {
      return base::fail(base::say(
          {"position: move {0} ({1}) is not legal", "position: {0}手目({1})は合法手ではありません"},
          i + 1, usi::to_text(move)));
    }
  }
  return game;
}

Game beginning_of(const Game& game, std::size_t count) {
  if (game.moves().size() <= count) return game;
  const auto begin = game.moves().begin();
  return with_moves(game, {begin, begin + static_cast<std::ptrdiff_t>(count)});
}

Game with_moves(const Game& game, const std::vector<usi::Move>& moves) {
  Game other(game.start().copy());
  for (const usi::Move move : moves) other.play(move);
  return other;
}

Game game_of(const shogi::Game& game) {
  Game other(std::make_unique<ShogiPosition>(game.freeze_start()));
  for (const shogi::Move move : game.moves()) other.play(move);
  return other;
}

bool is_from_start(const Position& start) {
  return start.text() == (*start.rules().position(""))->text();
}

std::string position_line(const Game& game) {
  usi::PositionCommand command;
  if (!is_from_start(game.start())) command.sfen = game.start().text();
  command.moves = game.moves();
  if (game.is_freeze_game()) {
    usi::FreezeWords& words = command.freeze.emplace();
    words.start.in_force = game.start().freezes().in_force;
    (command.moves.empty() ? words.start.left : words.left) = game.position().freezes().left;
  }
  return usi::format(command);
}

}  // namespace gougi::game
