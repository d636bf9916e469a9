// SPDX-License-Identifier: MIT
#include "match/tally.hpp"

#include <numeric>

namespace gougi::match {

double Trinomial::score() const {
  if (games() == 0) return 0.5;
  return (static_cast<double>(wins) + 0.5 * static_cast<double>(draws)) /
         static_cast<double>(games());
}

std::uint64_t Pentanomial::count() const {
  return std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0});
}

Observations observations(const Trinomial& tally) {
  return {static_cast<double>(tally.losses), static_cast<double>(tally.draws),
          static_cast<double>(tally.wins)};
}

Observations observations(const Pentanomial& tally) {
  return {tally.pairs.begin(), tally.pairs.end()};
}

Moments moments(const Observations& counts) {
  Moments result;
  const double last = static_cast<double>(counts.size()) - 1;
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double worth = static_cast<double>(i) / last;
    result.count += counts[i];
    sum += counts[i] * worth;
    squares += counts[i] * worth * worth;
  }
  if (result.count <= 0) return result;
  result.mean = sum / result.count;
  result.variance = squares / result.count - result.mean * result.mean;
  if (result.variance < 0) result.variance = 0;  // of rounding
  return result;
}

}  // namespace gougi::match
