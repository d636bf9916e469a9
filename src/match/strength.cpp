// SPDX-License-Identifier: MIT
#include "match/strength.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace gougi::match {
namespace {

// A pair is two games: as many observations of a game's size.
double games_each(const Observations& counts) { return counts.size() == 5 ? 2.0 : 1.0; }

}  // namespace

double expected_score(double elo) { return 1 / (1 + std::pow(10.0, -elo / 400)); }

double elo_of_score(double score) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  if (score <= 0) return -kInfinite;
  if (score >= 1) return kInfinite;
  return 0.0 - 400 * std::log10(1 / score - 1);  // so that even is 0, not -0
}

Strength strength(const Observations& counts) {
  Strength result;
  const Moments m = moments(counts);
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  if (m.count <= 0) {
    result.elo = {0, -kInfinite, kInfinite};
    result.normalized_elo = result.elo;
    return result;
  }
  const double standard_error = std::sqrt(m.variance / m.count);
  result.score = m.mean;
  result.score_error = kDeviations95 * standard_error;
  result.elo = {elo_of_score(m.mean), elo_of_score(m.mean - result.score_error),
                elo_of_score(m.mean + result.score_error)};
  const double lead = m.mean - 0.5;
  if (standard_error > 0) {
    result.superiority = 0.5 * std::erfc(-lead / (std::numbers::sqrt2 * standard_error));
    const double deviation = std::sqrt(games_each(counts) * m.variance);  // of a game
    const double value = lead / deviation * kNormalizedEloUnit;
    const double error =
        kDeviations95 * kNormalizedEloUnit / std::sqrt(games_each(counts) * m.count);
    result.normalized_elo = {value, value - error, value + error};
  } else {
    result.superiority = lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
    const double value = lead > 0 ? kInfinite : lead < 0 ? -kInfinite : 0;
    result.normalized_elo = {value, lead == 0 ? 0 : -kInfinite, lead == 0 ? 0 : kInfinite};
  }
  return result;
}

Strength strength(const Pentanomial& pairs, const Trinomial& games) {
  return pairs.count() > 0 ? strength(observations(pairs)) : strength(observations(games));
}

}  // namespace gougi::match
