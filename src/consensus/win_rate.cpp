// SPDX-License-Identifier: MIT
#include "consensus/win_rate.hpp"

#include <cmath>
#include <limits>
#include <variant>

namespace gougi::consensus {

double win_rate_of(double logit) { return 1.0 / (1.0 + std::exp(-logit)); }

double win_rate(const usi::Score& score, const Scale& scale) {
  return win_rate_of(logit(score, scale));
}

int mate_sign(const usi::Score& score) {
  const auto* mate = std::get_if<usi::Mate>(&score.value);
  if (mate == nullptr) return 0;
  return mate->winning ? 1 : -1;
}

std::partial_ordering compare(const usi::Score& a, const Scale& scale_a, const usi::Score& b,
                              const Scale& scale_b) {
  if (mate_sign(a) != 0 || mate_sign(b) != 0) return usi::compare(a, b);
  return logit(a, scale_a) <=> logit(b, scale_b);
}

usi::Score before_move(const usi::Score& opponents) {
  usi::Score ours = usi::negated(opponents);
  if (auto* mate = std::get_if<usi::Mate>(&ours.value)) {
    if (mate->plies && *mate->plies < std::numeric_limits<int>::max()) ++*mate->plies;
  }
  return ours;
}

}  // namespace gougi::consensus
