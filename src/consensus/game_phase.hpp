// SPDX-License-Identifier: MIT
// The phases of a game as what is fitted to games tells them apart: the arbiter's model, the scales
// of scores, the tables of headroom. Not the phases of `rotate-phase` and of weights, which begin
// where the user says.
#pragma once

#include <cstddef>

namespace gougi::consensus {

inline constexpr std::size_t kGamePhases = 3;

/// 0 up to move 50, 1 up to move 100, 2 later; `ply` is the number of the move about to be played.
constexpr std::size_t game_phase(int ply) {
  constexpr int kLastOpeningPly = 50;
  constexpr int kLastMiddlePly = 100;
  if (ply <= kLastOpeningPly) return 0;
  return ply <= kLastMiddlePly ? 1 : 2;
}

}  // namespace gougi::consensus
