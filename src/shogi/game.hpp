// SPDX-License-Identifier: MIT
// A game in progress: a start position and the moves played, which is what repetition needs. The
// relay keeps one a game, the match server too; searches keep their own path. It may be a game of
// Freeze shogi: then start and moves have what freezes add. Not for two threads at once.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "shogi/declaration.hpp"  // IWYU pragma: export
#include "shogi/freeze.hpp"       // IWYU pragma: export
#include "shogi/history.hpp"      // IWYU pragma: export
#include "shogi/position.hpp"

namespace gougi::shogi {

/// Whether a proof of a mate from `now`, whose line has `plies`, might pass through `old`: whether
/// so few moves can change the squares in which they differ. Lines that are not shown may be
/// longer.
bool may_come_again(const Position& old, const Position& now, std::size_t plies);

class Game {
 public:
  Game() : Game(Position::start()) {}
  /// Ordinary shogi.
  explicit Game(const Position& start) : Game(FreezePosition(start)) {}
  explicit Game(const FreezePosition& start);

  const Position& start() const { return start_.position(); }
  const Position& position() const { return position_.position(); }
  const std::vector<Move>& moves() const { return moves_; }
  /// Of the position after the first `count` moves.
  Key key_after(std::size_t count) const { return history_.key_after(count); }

  /// The same with the freezes; in ordinary shogi nothing is added.
  const FreezePosition& freeze_start() const { return start_; }
  const FreezePosition& freeze_position() const { return position_; }
  /// Whether freezes played, play or can still play a part in it.
  bool is_freeze_game() const { return !start_.plain(); }

  /// Plays `m`; an error (and no change) if it is not legal.
  base::Result<void> play(Move m);
  /// Takes the last move back; there must be one.
  void undo();

  /// Of the present position: its board, hands and side to move, freezes left and freeze in force.
  Repetition repetition() const { return history_.repetition(); }
  /// Whether a mate in `plies` from here may be none, as a position would occur for the fourth time
  /// on the way: a solver knows nothing of the game before, and who gave perpetual check has lost.
  bool may_end_before_mate(std::size_t plies) const;

 private:
  FreezePosition start_;
  FreezePosition position_;
  std::vector<Move> moves_;
  std::vector<FreezeUndo> undos_;
  History history_;
};

}  // namespace gougi::shogi
