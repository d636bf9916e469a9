// SPDX-License-Identifier: MIT
// A game in progress: a start position and the moves played, which is what repetition needs. The
// relay keeps one a game, the match server too; searches keep their own path.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "shogi/position.hpp"

namespace gougi::shogi {

/// What the fourth occurrence of a position means for the side to move there.
enum class Repetition : std::uint8_t {
  kNone,
  kDraw,  ///< 千日手
  kWin,   ///< the opponent gave perpetual check (連続王手の千日手)
  kLoss,  ///< the side to move gave perpetual check
};

/// The rules of entering-king declaration (入玉宣言).
enum class DeclarationRule : std::uint8_t {
  kNone,
  k24,  ///< CSA 24-point: 31 points or more to win (30 and less: none; a draw rule elsewhere)
  k24Handicap,
  k27,  ///< CSA 27-point: Black 28, White 27
  k27Handicap,
  kTry,  ///< the king reaches the opponent's king square (5a for Black, 5i for White)
};

/// Whether the side to move may declare a win under `rule` (CSA rules, 2021: king in the promotion
/// zone, ten other pieces there, the points, not in check).
bool can_declare(const Position& position, DeclarationRule rule);

class Game {
 public:
  Game() : Game(Position::start()) {}
  explicit Game(const Position& start);

  const Position& start() const;
  const Position& position() const;
  const std::vector<Move>& moves() const;

  /// Plays `m`; an error (and no change) if it is not legal.
  base::Result<void> play(Move m);
  /// Takes the last move back; there must be one.
  void undo();

  /// Judges the present position against the history: fourth occurrence of board, hands and side to
  /// move (対局規定 第8条).
  Repetition repetition() const;
};

}  // namespace gougi::shogi
