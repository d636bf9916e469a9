// SPDX-License-Identifier: MIT
// Logistic regression with a ridge, by Newton's method. Pure functions over numbers; used by
// arbiter_fit.cpp.
#pragma once

#include <cstddef>
#include <vector>

namespace gougi::study {

struct LogitCase {
  std::vector<double> x;
  bool is_so = false;
  double weight = 1;  ///< >= 0
};

/// The weights t that minimise sum w·log-loss(x·t) / mean(w) + ridge/2·|t|²; no constant term. All
/// x are equally long; `ridge` > 0. No case: all 0.
std::vector<double> ridge_logit(const std::vector<LogitCase>& cases, std::size_t size,
                                double ridge);

/// Sums of weight times log-loss, and of weights.
struct LogitLoss {
  double loss = 0;
  double weight = 0;
  double mean() const { return weight > 0 ? loss / weight : 0; }
};
void add_loss(const std::vector<LogitCase>& cases, const std::vector<double>& weights,
              LogitLoss& to);

}  // namespace gougi::study
