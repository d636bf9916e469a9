// SPDX-License-Identifier: MIT
// The dice of a simulation: one stream for each actor, so that what one of them does with its dice
// changes nobody else's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/clock.hpp"
#include "base/random.hpp"

namespace gougi::simulation {

class Chance {
 public:
  Chance(std::uint64_t seed, std::uint64_t stream)
      : random_(base::Random(seed * 1000 + stream).next()) {}

  /// Uniform in 0 … limit - 1; limit > 0.
  int below(int limit) {
    return static_cast<int>(random_.below(static_cast<std::uint64_t>(limit)));
  }
  /// Uniform in low … high, both included.
  int between(int low, int high) { return low + below(high - low + 1); }
  /// One die is thrown, whatever the probability: what is never and what is rare use it alike.
  bool happens(double probability) { return random_.unit() < probability; }
  double unit() { return random_.unit(); }
  base::Duration micros(int low, int high) { return std::chrono::microseconds(between(low, high)); }
  base::Duration millis(int low, int high) { return micros(low * 1000, high * 1000); }
  template <class List>
  const auto& pick(const List& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }

 private:
  base::Random random_;
};

}  // namespace gougi::simulation
