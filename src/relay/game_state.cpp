// SPDX-License-Identifier: MIT
#include "relay/game_state.hpp"

#include <algorithm>

namespace gougi::relay {
namespace {

bool extends(const game::Game& game, const std::vector<usi::Move>& moves) {
  const auto& played = game.moves();
  return moves.size() >= played.size() && std::equal(played.begin(), played.end(), moves.begin());
}

}  // namespace

GameState::GameState(const game::Rules& rules)
    : rules_(rules),
      game_(std::make_shared<game::Game>(*rules.position(""))),
      lines_(PositionLines::of(*game_)),
      sfen_lines_(PositionLines::without_history(game_->position())) {}

// The usual case: the game went on by a move or two. Nothing: it did not.
std::shared_ptr<game::Game> GameState::continued(const usi::PositionCommand& command,
                                                 const shogi::FreezeCounts& counts) const {
  const std::string start_sfen = game_->start().text();
  const bool same_start = command.sfen == start_sfen ||
                          (command.sfen.empty() && start_sfen == (*rules_.position(""))->text());
  const bool ordinary =
      !command.speaks_of_freezes() && !game_->is_freeze_game() && counts == shogi::FreezeCounts{};
  if (!ordinary || !same_start || !extends(*game_, command.moves)) return nullptr;
  auto next = std::make_shared<game::Game>(*game_);
  for (std::size_t i = game_->moves().size(); i < command.moves.size(); ++i) {
    if (!next->play(command.moves[i])) return nullptr;
  }
  return next;
}

base::Result<void> GameState::take(const usi::PositionCommand& command,
                                   const shogi::FreezeCounts& counts, std::string& warning) {
  error_.clear();
  auto next = continued(command, counts);
  if (!next) {
    auto read = replay(rules_, command, counts, warning);
    if (!read) {
      refuse(read.error().message);
      return tl::unexpected(read.error());
    }
    next = std::make_shared<game::Game>(*read);
  }
  game_ = std::move(next);
  lines_ = PositionLines::of(*game_);
  sfen_lines_ = PositionLines::without_history(game_->position());
  return {};
}

void GameState::refuse(const std::string& why) {
  if (!rules_.wire().keeps_last_position()) error_ = why;
}

}  // namespace gougi::relay
