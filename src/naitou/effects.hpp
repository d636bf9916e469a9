// SPDX-License-Identifier: MIT
// Control of squares (利き): how many pieces of a side control a square, shadow effects behind own
// pieces included, and the cheapest that controls it directly.
#pragma once

#include <array>

#include "naitou/board.hpp"

namespace gougi::naitou {

struct Effects {
  std::array<std::array<Byte, 121>, 2> counts{};
  std::array<std::array<Kind, 121>, 2> attackers{};

  int count(Side side, SquareIndex s) const {
    return counts[index(side)][static_cast<std::size_t>(s)];
  }
  /// kNone where no piece of `side` controls `s`.
  Kind attacker(Side side, SquareIndex s) const {
    return attackers[index(side)][static_cast<std::size_t>(s)];
  }
};

/// The control of every square of `board`.
Effects effects_of(const Board& board);

/// Whether a piece of `side` controls `s`, shadow effects apart.
bool is_attacked(const Board& board, Side side, SquareIndex s);

/// Whether the piece on `from` controls `to` by its own movement.
bool controls(const Board& board, SquareIndex from, SquareIndex to);

}  // namespace gougi::naitou
