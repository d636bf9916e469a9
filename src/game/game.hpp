// SPDX-License-Identifier: MIT
// A game in progress, whichever it is: a start, the moves since, where they lead, and what has
// occurred on the way. For one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "game/ending.hpp"
#include "game/position.hpp"
#include "shogi/game.hpp"
#include "usi/command.hpp"

namespace gougi::game {

class Game {
 public:
  explicit Game(std::unique_ptr<const Position> start);
  Game(const Game& other);
  Game(Game&& other) noexcept = default;
  Game& operator=(const Game&) = delete;

  const Rules& rules() const { return start_->rules(); }
  const Position& start() const { return *start_; }
  const Position& position() const { return *position_; }
  const std::vector<usi::Move>& moves() const { return moves_; }
  /// Of the position after the first `count` moves.
  std::uint64_t key_after(std::size_t count) const { return history_.key_after(count); }
  const shogi::History& history() const { return history_; }
  /// Whether freezes play a part in it.
  bool is_freeze_game() const { return !start_->freezes().plain(); }
  /// False, and nothing changes, if the move is not legal.
  bool play(usi::Move move);
  /// What an arbiter says before the side to move moves; nothing: the game goes on.
  std::optional<Ending> ending() const;

 private:
  std::shared_ptr<const Position> start_;
  std::unique_ptr<Position> position_;
  std::vector<usi::Move> moves_;
  shogi::History history_;
};

/// The game that the command tells of; an error names the field, or the first illegal move.
/// `defaults` and `warning` as for Rules::start.
base::Result<Game> replay(const Rules& rules, const usi::PositionCommand& command,
                          const shogi::FreezeCounts& defaults, std::string& warning);
/// The first `count` moves of the game, or all if it has fewer.
Game beginning_of(const Game& game, std::size_t count);
/// The game with these moves, which must be legal, from its start.
Game with_moves(const Game& game, const std::vector<usi::Move>& moves);
/// A game of shogi as any game.
Game game_of(const shogi::Game& game);
/// Whether the game's start is where its rules begin.
bool is_from_start(const Position& start);
/// The `position` line of the game, freezes included; see Wire for how it is sent.
std::string position_line(const Game& game);

}  // namespace gougi::game
