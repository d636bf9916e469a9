// SPDX-License-Identifier: MIT
#include "consensus/council.hpp"

namespace gougi::consensus {

std::partial_ordering compare_scores(const Voter& a, const Voter& b) {
  const usi::Score& x = *a.ballot->score;
  const usi::Score& y = *b.ballot->score;
  const auto* cp_x = std::get_if<usi::Centipawns>(&x.value);
  const auto* cp_y = std::get_if<usi::Centipawns>(&y.value);
  if (cp_x == nullptr || cp_y == nullptr) return usi::compare(x, y);
  return static_cast<double>(cp_x->value) / a.eval_coef <=>
         static_cast<double>(cp_y->value) / b.eval_coef;
}

}  // namespace gougi::consensus
