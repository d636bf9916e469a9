// SPDX-License-Identifier: MIT
// Fits the arbiter's model to judged positions (`gougi study --headroom`): ridge logistic
// regression of which of two members' moves the judge finds better, each dispute weighing as much
// as the moves differ in win rate; the ridge and the thresholds by cross-validation over games. A
// threshold is where the lower bound of the gain over the anchor is highest, and 1 (never) where
// none is above 0, or where the whole procedure does not surely gain on games that it has not
// seen. Values in, values out; deterministic. Used by `gougi calibrate --arbiter`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/progress.hpp"
#include "base/result.hpp"
#include "consensus/arbiter_model.hpp"
#include "consensus/council.hpp"
#include "study/headroom.hpp"
#include "study/headroom_lines.hpp"

namespace gougi::study {

/// One judged position.
struct ArbiterSample {
  std::size_t game = 0;  ///< those of one game depend on each other
  /// As the strategy would see it; who resigned is no voter of it. Facts::members names all.
  consensus::Council council;
  std::vector<double> win_rates;  ///< by engine number from 1: of its move, the judges' mean
  /// The same of each judge, where there is more than one.
  std::vector<std::vector<double>> judged;
  double whole = 0;  ///< of the study's anchor's move with the whole sum of nodes
  /// Engine number of that anchor; 0: of several studies that had different ones.
  int whole_of = 0;
};

/// Of a line that is not left out.
ArbiterSample arbiter_sample(const HeadroomLine& line, const HeadroomOrder& order);

/// What one way of choosing gains over the anchor, in win rate a position, at those positions where
/// it was searched; none where it was at none.
struct ArbiterGain {
  std::string name;
  HeadroomEstimate gain;
};

struct ArbiterPhaseReport {
  std::size_t positions = 0;
  std::size_t disputed = 0;   ///< somebody has another move than the anchor
  std::size_t overruled = 0;  ///< by the nested models, each in games that it has not seen
  HeadroomEstimate gain;      ///< of these
  bool surely_gains = false;  ///< with 99 %
};

struct ArbiterFit {
  consensus::ArbiterModel model;  ///< `data` is left open
  double ridge = 0;
  std::size_t positions = 0;
  std::size_t games = 0;
  std::size_t disputes = 0;  ///< pairs of members with moves of different worth
  // On games that the model had not seen: nested, so that ridge and thresholds have not either.
  double log_loss = 0;   ///< mean, weighted, in nats
  double base_loss = 0;  ///< the same of a coin
  std::vector<ArbiterGain> gains;
  /// Positions in which who chooses the best of the moves for "perfect choice" also values it.
  std::size_t flattered = 0;
  std::array<ArbiterPhaseReport, consensus::kGamePhases> phases;
};

/// Of `names` (by engine number from 1), `anchor` being one of them. An error: too few games,
/// nothing to learn from, or `progress`, which is told of fits, gave up.
base::Result<ArbiterFit> fit_arbiter(const std::vector<ArbiterSample>& samples,
                                     const std::vector<std::string>& names,
                                     const std::string& anchor, std::uint64_t seed,
                                     const base::Progress& progress = {});

}  // namespace gougi::study
