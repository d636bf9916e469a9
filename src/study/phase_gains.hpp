// SPDX-License-Identifier: MIT
// In which phase of its games an engine gains on its opponents: the win rate at the end of the
// phase less that at its beginning, by both engines' scores there; a game begins even, and ends
// with its result. For weights by phase, by which `relay-by-progress` chooses who plays. Pure; used
// by `gougi calibrate --phases`.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "consensus/game_phase.hpp"
#include "study/score_samples.hpp"

namespace gougi::study {

struct PhaseGain {
  double gain = 0;        ///< win rate, the mean of the games that came into the phase
  double half = 0;        ///< half of its 95 % interval; what is independent is pairs of games
  std::size_t games = 0;  ///< that came into the phase
  /// From 20 games on.
  bool is_sure() const;
  /// 1, and the gain where it is sure.
  double weight() const { return is_sure() ? 1 + gain : 1; }
};
using PhaseGains = std::array<PhaseGain, consensus::kGamePhases>;

/// By engine, of a match's players with the coefficients that were fitted to them.
std::vector<PhaseGains> phase_gains(const ScoreSamples& players,
                                    const std::vector<Calibrated>& calibrated);

}  // namespace gougi::study
