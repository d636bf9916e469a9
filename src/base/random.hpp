// SPDX-License-Identifier: MIT
// A small, fast, seedable generator (SplitMix64, Steele et al. 2014): the same seed gives the same
// numbers on every platform, which std::uniform_int_distribution does not promise.
#pragma once

#include <cstdint>

namespace gougi::base {

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}
  /// The sequence of this number out of those that `seed` has. Neighbouring numbers do not give
  /// neighbouring sequences.
  static constexpr Random of(std::uint64_t seed, std::uint64_t number) {
    return Random(Random(seed).next() ^ (number * 0xD1342543DE82EF95ULL));
  }

  constexpr std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
  }

  /// Uniform in [0, bound); bound > 0. The bias of the high product is below 2^-32 for bounds
  /// below 2^32.
  constexpr std::uint64_t below(std::uint64_t bound) { return ((next() >> 32U) * bound) >> 32U; }

  /// Uniform in [0, 1).
  constexpr double unit() { return static_cast<double>(next() >> 11U) * 0x1.0p-53; }

 private:
  std::uint64_t state_;
};

}  // namespace gougi::base
