// SPDX-License-Identifier: MIT
// What one engine's scores are worth: the one place where a score becomes a win rate. The usual
// scale is one coefficient, win rate = 1 / (1 + exp(-cp / eval_coef)), with cp / eval_coef as its
// logit; a map, which `gougi calibrate --scale` fits to games (study/scale_fit.hpp), takes its
// place where there is one. Values, safe from any thread; their text is relay/scale_json.hpp's.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "consensus/game_phase.hpp"
#include "usi/score.hpp"

namespace gougi::consensus {

/// What a score turned out to be worth.
struct ScaleKnot {
  double cp = 0;        ///< > 0
  double win_rate = 0;  ///< in (0.5, 1)
  friend bool operator==(const ScaleKnot&, const ScaleKnot&) = default;
};
/// More say nothing that games could have told.
inline constexpr std::size_t kMostKnots = 32;

struct Scale {
  int eval_coef = 600;  ///< > 0
  /// Rising in both numbers; empty: the coefficient says it all. The negative side is its mirror.
  std::vector<ScaleKnot> knots{};
  friend bool operator==(const Scale&, const Scale&) = default;
};

/// The logit of the win rate; a mate is plus or minus infinity. Between knots, and from 0 to the
/// first, it is linear; beyond the last it rises as the coefficient has it. So it always rises with
/// the score, and logit(-cp) = -logit(cp).
double logit(const usi::Score& score, const Scale& scale);

/// The centipawns that have this logit, the inverse of the above.
double centipawns_at(double logit, const Scale& scale);

/// One engine's scales in the phases of a game.
struct PhaseScales {
  std::array<Scale, kGamePhases> of{};

  /// One scale for the whole game.
  static PhaseScales all(const Scale& scale) { return {{scale, scale, scale}}; }
  const Scale& at(int ply) const { return of.at(game_phase(ply)); }
  bool has_map() const;
  friend bool operator==(const PhaseScales&, const PhaseScales&) = default;
};

}  // namespace gougi::consensus
