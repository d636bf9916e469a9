// SPDX-License-Identifier: MIT
#include "match/strength.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace gougi::match {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// A pair is two games: as many observations of a game's size.
double games_each(const Observations& counts) { return counts.size() == 5 ? 2.0 : 1.0; }

// The probability that a decided observation is rather better than worse, all chances of it having
// been as likely before: the tail of Beta(better + 1, worse + 1), for few of at least one kind.
double sign_test(const Observations& counts) {
  const std::size_t middle = counts.size() / 2;
  double worse = 0;
  double better = 0;
  for (std::size_t i = 0; i < middle; ++i) {
    worse += counts[i];
    better += counts[counts.size() - 1 - i];
  }
  const double trials = worse + better + 1;
  double term = std::exp2(-trials);
  double tail = term;
  for (double k = 1; k <= std::min(worse, better); ++k) {
    term *= (trials - k + 1) / k;
    tail += term;
  }
  return better > worse ? 1 - tail : tail;
}

}  // namespace

double expected_score(double elo) { return 1 / (1 + std::pow(10.0, -elo / 400)); }

double elo_of_score(double score) {
  if (score <= 0) return -kInfinite;
  if (score >= 1) return kInfinite;
  return 0.0 - 400 * std::log10(1 / score - 1);  // so that even is 0, not -0
}

Strength strength(const Observations& counts) {
  Strength result;
  const Moments m = moments(counts);
  result.score = m.mean;
  if (m.count < kFewestObservations || m.variance <= 0) {
    result.score_error = kInfinite;
    result.elo = {elo_of_score(m.mean), -kInfinite, kInfinite};
    result.normalized_elo = {std::numeric_limits<double>::quiet_NaN(), -kInfinite, kInfinite};
    result.superiority = sign_test(counts);
    return result;
  }
  const double standard_error = std::sqrt(m.variance / m.count);
  result.score_error = kDeviations95 * standard_error;
  result.elo = {elo_of_score(m.mean), elo_of_score(m.mean - result.score_error),
                elo_of_score(m.mean + result.score_error)};
  const double lead = m.mean - 0.5;
  result.superiority = 0.5 * std::erfc(-lead / (std::numbers::sqrt2 * standard_error));
  const double deviation = std::sqrt(games_each(counts) * m.variance);  // of a game
  const double value = lead / deviation * kNormalizedEloUnit;
  const double error = kDeviations95 * kNormalizedEloUnit / std::sqrt(games_each(counts) * m.count);
  result.normalized_elo = {value, value - error, value + error};
  return result;
}

Strength strength(const Pentanomial& pairs, const Trinomial& games) {
  return pairs.count() > 0 ? strength(observations(pairs)) : strength(observations(games));
}

}  // namespace gougi::match
