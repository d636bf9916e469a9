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
#include "shogi/position.hpp"

namespace gougi::shogi {

/// What the fourth occurrence of a position means for the side to move there.
enum class Repetition : std::uint8_t {
  kNone,
  kDraw,  ///< 千日手
  kWin,   ///< the opponent gave perpetual check (連続王手の千日手)
  kLoss,  ///< the side to move gave perpetual check
};

class Game {
 public:
  Game() : Game(Position::start()) {}
  /// Ordinary shogi.
  explicit Game(const Position& start) : Game(FreezePosition(start)) {}
  explicit Game(const FreezePosition& start);

  const Position& start() const { return start_.position(); }
  const Position& position() const { return position_.position(); }
  const std::vector<BareMove>& moves() const { return moves_; }
  /// Of the position after the first `count` moves.
  Key key_after(std::size_t count) const { return history_[count].key; }

  /// The same with the freezes; in ordinary shogi nothing is added.
  const FreezePosition& freeze_start() const { return start_; }
  const FreezePosition& freeze_position() const { return position_; }
  Move freeze_move(std::size_t i) const { return {moves_[i], freezes_[i]}; }
  std::vector<Move> freeze_moves() const;
  /// Whether freezes played, play or can still play a part in it.
  bool is_freeze_game() const { return !start_.plain(); }

  /// Plays `m`; an error (and no change) if it is not legal.
  base::Result<void> play(Move m);
  /// Takes the last move back; there must be one.
  void undo();

  /// Judges the present position against the history: fourth occurrence of board, hands and side to
  /// move (対局規定 第8条), and of freezes left and freeze in force. Perpetual check is when all
  /// moves of one side since the first of the four were checks; if that holds for both sides, it is
  /// a draw.
  Repetition repetition() const;

 private:
  struct Passed {
    Key key;
    int checks_in_a_row;  // by the side that moved here: its last moves that were checks
  };
  void record();

  FreezePosition start_;
  FreezePosition position_;
  std::vector<BareMove> moves_;
  std::vector<PieceType> freezes_;  // declared with moves_
  std::vector<FreezeUndo> undos_;
  std::vector<Passed> history_;  // the start first, the present position last
};

}  // namespace gougi::shogi
