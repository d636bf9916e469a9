// SPDX-License-Identifier: MIT
// Winning by declaration when the king has entered the opponent's camp (入玉宣言). Safe from any
// thread.
#pragma once

#include <cstdint>

#include "shogi/position.hpp"

namespace gougi::shogi {

/// The rules of entering-king declaration.
enum class DeclarationRule : std::uint8_t {
  kNone,
  k24,          ///< CSA 24-point: 31 points or more win (24 to 30 are a draw elsewhere)
  k24Handicap,  ///< the same, White (上手) counting the pieces that the handicap left out
  k27,          ///< CSA 27-point: Black 28, White 27
  k27Handicap,  ///< the same, White (上手) counting the pieces that the handicap left out
  kTry,         ///< the king stands on the opponent's king square (5a for Black, 5i for White)
};

/// Whether the side to move may declare a win under `rule` (CSA rules, 2021: king in the promotion
/// zone, ten other pieces there, the points of these and of the hand, not in check).
bool can_declare(const Position& position, DeclarationRule rule);

/// Points of `c` for a declaration: rook, bishop, dragon and horse 5, others but the king 1; those
/// in the promotion zone and in hand.
int declaration_points(const Position& position, Color c);

}  // namespace gougi::shogi
