// SPDX-License-Identifier: MIT
#include "search/tuning.hpp"

namespace gougi::search {
namespace {

/// Natural logarithms in 1024ths, by whole arithmetic: the same on every machine.
constexpr std::array<int, 128> kLogarithms = [] {
  std::array<int, 128> result{};
  for (std::size_t n = 2; n < result.size(); ++n) {
    // log2 in 2^-16: the whole part by shifting, the rest by squaring.
    std::uint64_t x = n << 24U;  // 8.24 fixed point once it is brought into [1, 2)
    std::uint64_t log2 = 0;
    while (x >= std::uint64_t{2} << 24U) {
      x >>= 1U;
      log2 += 1U << 16U;
    }
    for (unsigned bit = 1U << 15U; bit != 0; bit >>= 1U) {
      x = (x * x) >> 24U;
      if (x >= std::uint64_t{2} << 24U) {
        x >>= 1U;
        log2 += bit;
      }
    }
    result[n] = static_cast<int>(log2 * 710U >> 16U);  // 1024 ln 2 = 710
  }
  return result;
}();

constexpr int reduction(std::size_t depth, std::size_t number, const Tuning& tuning) {
  return kLogarithms[depth] * kLogarithms[number] / tuning.reduction_divisor +
         tuning.reduction_base;
}

}  // namespace

void BaseReductions::fill(const Tuning& tuning) {
  constexpr auto kCount = static_cast<std::size_t>(kSize);
  static_assert(kCount == kLogarithms.size());
  for (std::size_t depth = 0; depth < kCount; ++depth) {
    for (std::size_t number = 0; number < kCount; ++number) {
      table_[depth * kCount + number] = static_cast<std::int16_t>(reduction(depth, number, tuning));
    }
  }
}

}  // namespace gougi::search
