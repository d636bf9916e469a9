// SPDX-License-Identifier: MIT
// The log-loss of a logistic model, without overflow.
#pragma once

#include <cmath>

namespace gougi::base {

/// log(1 + exp(-x)), for any x.
inline double softplus_of_minus(double x) {
  return x > 0 ? std::log1p(std::exp(-x)) : -x + std::log1p(std::exp(x));
}

}  // namespace gougi::base
