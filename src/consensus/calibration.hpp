// SPDX-License-Identifier: MIT
// Fits what the configuration says of an engine, eval_coef and weight, to how games ended and to
// what other engines said of the same positions. Pure functions over numbers; used by `gougi
// calibrate`, which reads the relay's files of decisions.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace gougi::consensus {

/// An engine's score in a position of a game whose end is known.
struct ScoredPosition {
  double cp = 0;      ///< side to move's view
  double result = 0;  ///< for that side: 1 won, 0.5 drawn, 0 lost
  int game = 0;       ///< any number that the positions of one game share, and no others
  int pair = 0;       ///< … and the games of one opening, played with both colours
  int ply = 1;        ///< number of the move about to be played
};

struct CoefficientFit {
  double coef = 600;
  /// Of 95 %. Games are what is independent, not positions: the sandwich estimate by games (Liang
  /// and Zeger 1986), on the scale of 1/coef. With fewer than some 20 games it is too narrow.
  double low = 0;
  double high = 0;      ///< infinite: nothing speaks against a score without any meaning
  double log_loss = 0;  ///< mean, in nats; 0.693 is a coin
  std::size_t positions = 0;
};

/// The eval_coef under which the results were likeliest (logistic regression through the origin:
/// win rate = 1/(1+exp(-cp/coef))). Scores beyond 3000 cp are left out: engines print there what is
/// no judgement (mates, tablebase wins). Nothing if the results have no maximum: none is there, the
/// score's sign was always right, or it was wrong as often as right.
std::optional<CoefficientFit> fit_coefficient(std::span<const ScoredPosition> positions);

/// How many times larger the second engine's scores are than the first's, in the same positions:
/// the ratio of the medians of their magnitudes, which neither engine's outliers move. Nothing if
/// one of the medians is 0 or there is no pair.
std::optional<double> fit_scale(std::span<const std::pair<double, double>> cp_pairs);

/// How often an engine's score was on the winner's side.
struct Agreement {
  double right = 0;  ///< games, each counting as the share of its positions that were right
  double games = 0;  ///< decisive ones
};
/// Of one decisive game (`result` 0 or 1); a score of 0 is half right. Drawn positions are skipped.
Agreement agreement(std::span<const ScoredPosition> game);

/// Weights for a majority vote from how often each voter is right: log(p/(1-p)), the best rule for
/// independent voters (Nitzan and Paroush 1982), with p = (right + 1)/(games + 2), at least 0.1,
/// scaled so that their mean is 1. A voter without games counts as the mean of the others.
std::vector<double> fit_weights(std::span<const Agreement> voters);

}  // namespace gougi::consensus
