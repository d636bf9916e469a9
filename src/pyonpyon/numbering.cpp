// SPDX-License-Identifier: MIT
#include "pyonpyon/numbering.hpp"

#include <memory>
#include <vector>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace gougi::pyonpyon {
namespace {

constexpr std::uint32_t kSecondCount = 15'504;

/// The bits of `from` at the places of `mask`, moved together; and back.
std::uint32_t gather(std::uint32_t from, std::uint32_t mask) {
#if defined(__BMI2__)
  return _pext_u32(from, mask);
#else
  std::uint32_t result = 0;
  for (std::uint32_t bit = 1; mask != 0; mask &= mask - 1, bit <<= 1U) {
    if (from & mask & (~mask + 1)) result |= bit;
  }
  return result;
#endif
}

std::uint32_t scatter(std::uint32_t from, std::uint32_t mask) {
#if defined(__BMI2__)
  return _pdep_u32(from, mask);
#else
  std::uint32_t result = 0;
  for (std::uint32_t bit = 1; mask != 0; mask &= mask - 1, bit <<= 1U) {
    if (from & bit) result |= mask & (~mask + 1);
  }
  return result;
#endif
}

/// Five-element sets in the order of their bits read as a number; a set's place in it is the sum of
/// the binomials (element over its rank), of which the lower and the upper half are looked up.
class FiveOf {
 public:
  explicit FiveOf(int squares) {
    for (std::uint32_t set = 0b11111; set < (std::uint32_t{1} << static_cast<unsigned>(squares));) {
      sets_.push_back(set);
      const std::uint32_t lowest = set & (~set + 1);
      const std::uint32_t ripple = set + lowest;
      set = ripple | (((set ^ ripple) / lowest) >> 2U);
    }
    lower_.resize(kHalf);
    for (int below = 0; below <= kPiecesEach; ++below) upper_[below].resize(kHalf);
    for (std::uint32_t half = 0; half < kHalf; ++half) {
      lower_[half] = sum(half, 0, 0);
      for (int below = 0; below <= kPiecesEach; ++below) {
        upper_[below][half] = sum(half, kHalfBits, below);
      }
    }
  }

  std::uint32_t set(std::uint32_t place) const { return sets_[place]; }
  std::uint32_t place(std::uint32_t set) const {
    const std::uint32_t low = set & (kHalf - 1);
    return lower_[low] + upper_[std::popcount(low)][set >> kHalfBits];
  }

 private:
  static constexpr unsigned kHalfBits = 13;
  static constexpr std::uint32_t kHalf = std::uint32_t{1} << kHalfBits;

  static std::uint32_t binomial(unsigned n, unsigned k) {
    std::uint64_t result = 1;
    for (unsigned i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
    return n < k ? 0 : static_cast<std::uint32_t>(result);
  }
  static std::uint32_t sum(std::uint32_t bits, unsigned offset, int below) {
    std::uint32_t result = 0;
    auto rank = static_cast<unsigned>(below);
    for (; bits != 0; bits &= bits - 1) {
      result += binomial(offset + static_cast<unsigned>(std::countr_zero(bits)), ++rank);
    }
    return result;
  }

  std::vector<std::uint32_t> sets_;
  std::vector<std::uint32_t> lower_;
  std::array<std::vector<std::uint32_t>, kPiecesEach + 1> upper_;
};

const FiveOf& first_five() {
  static const FiveOf table(kSquareCount);
  return table;
}
const FiveOf& second_five() {
  static const FiveOf table(kSquareCount - kPiecesEach);
  return table;
}

Squares upside_down(Squares squares) {
  constexpr Squares kRow = 0x1F;
  return (squares & kRow) << 20U | (squares >> 5U & kRow) << 15U | (squares & kRow << 10U) |
         (squares >> 15U & kRow) << 5U | (squares >> 20U & kRow);
}

}  // namespace

Position turned(const Position& position) {
  return {upside_down(position.o), upside_down(position.x), ~position.to_move};
}

std::uint32_t number_of(const Position& position) {
  const Position seen = position.to_move == Side::kX ? position : turned(position);
  return first_five().place(seen.x) * kSecondCount +
         second_five().place(gather(seen.o, kAllSquares & ~seen.x));
}

Position position_of(std::uint32_t number) {
  const Squares x = first_five().set(number / kSecondCount);
  return {x, scatter(second_five().set(number % kSecondCount), kAllSquares & ~x), Side::kX};
}

}  // namespace gougi::pyonpyon
