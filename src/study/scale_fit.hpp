// SPDX-License-Identifier: MIT
// What an engine's scores turned out to be worth: a coefficient or a map (consensus/scale.hpp), for
// the whole game or by phase, fitted to how games ended, and which of these is worth using, judged
// by games that the fit has not seen. Pure functions over numbers; used by `gougi calibrate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "consensus/calibration.hpp"
#include "consensus/scale.hpp"

namespace gougi::study {

enum class ScaleKind : std::uint8_t {
  kLogistic,         ///< one coefficient
  kLogisticByPhase,  ///< one in each phase
  kIsotonic,         ///< a map
  kIsotonicByPhase,  ///< one in each phase
};
inline constexpr std::size_t kScaleKinds = 4;
std::string_view to_text(ScaleKind kind);

/// A map that rises with the score, over the logistic curve of `eval_coef`. Both sides are one: a
/// loss at -100 is a win at 100. The scores are divided into blocks of as many positions, of 20
/// games at least and one for 20 games of all, 32 at most. In each the difference between the
/// results and the curve counts by games/(games + 50), as if 50 games more had ended as the curve
/// has it; neighbours that would fall are pooled (pool adjacent violators: Ayer et al. 1955), and
/// what is left is a knot in the middle of its scores. Scores of 0 and beyond 3000 are left out.
consensus::Scale isotonic_scale(std::span<const consensus::ScoredPosition> positions,
                                int eval_coef);

/// How a kind did on games that its fit had not seen.
struct HeldOut {
  double log_loss = 0;  ///< mean of the positions, in nats
  double gain = 0;      ///< so much less than the logistic's
  double error = 0;     ///< half of the gain's 95 % interval; games of a pair are one
};

struct ScaleFit {
  ScaleKind kind = ScaleKind::kLogistic;  ///< what is worth using
  consensus::PhaseScales scales;          ///< of that kind, fitted to all games
  std::array<HeldOut, kScaleKinds> held_out;
  std::size_t positions = 0;
  std::size_t games = 0;

  const HeldOut& of(ScaleKind of_kind) const {
    return held_out.at(static_cast<std::size_t>(of_kind));
  }
  /// Of the kinds beside the logistic, the one with the least log-loss.
  ScaleKind nearest() const;
};

/// Ten folds by pairs of games; another kind than the logistic is worth using where its gain is
/// larger than the error, of several the one with the least log-loss. Nothing with fewer than 20
/// pairs, or where the logistic has no fit (consensus::fit_coefficient).
std::optional<ScaleFit> fit_scales(std::span<const consensus::ScoredPosition> positions);

}  // namespace gougi::study
