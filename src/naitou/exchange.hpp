// SPDX-License-Identifier: MIT
// What either side may win by taking at once: gain squares (駒得マス) and loss squares (駒損マス).
#pragma once

#include "naitou/effects.hpp"

namespace gougi::naitou {

struct Gains {
  Byte most = 0;  ///< 最大駒得価値
  SquareIndex square = kNoSquareIndex;
  Byte sum = 0;  ///< 総駒得価値, wraps
};

/// HUM's pieces that COM may win; with `equal_counts` also those it would give an equal piece for.
Gains gains(const Board& board, const Effects& effects, bool equal_counts);

struct Losses {
  Byte most = 0;  ///< 最大駒損価値, lowered by the sticky retake flag (取り返しフラグ)
  SquareIndex square = kNoSquareIndex;
  Byte sum = 0;  ///< 総駒損価値, lowered likewise, wraps
  bool includes_watched = false;
};

/// COM's pieces that HUM may win. Whether `watched` is among their squares is told too.
Losses losses(const Board& board, const Effects& effects, SquareIndex watched = kNoSquareIndex);

}  // namespace gougi::naitou
