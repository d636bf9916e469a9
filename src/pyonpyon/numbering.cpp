// SPDX-License-Identifier: MIT
#include "pyonpyon/numbering.hpp"

namespace gougi::pyonpyon {
namespace {

std::uint32_t binomial(unsigned n, unsigned k) {
  std::uint64_t result = 1;
  for (unsigned i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return n < k ? 0 : static_cast<std::uint32_t>(result);
}

/// Of the elements `bits` (the first is `offset`), with `below` smaller ones in the set.
std::uint32_t sum_of_binomials(std::uint32_t bits, unsigned offset, unsigned below) {
  std::uint32_t result = 0;
  for (unsigned rank = below; bits != 0; bits &= bits - 1) {
    result += binomial(offset + static_cast<unsigned>(std::countr_zero(bits)), ++rank);
  }
  return result;
}

}  // namespace

// Not by an instruction: on many processors that have one it is slower than this.
std::uint32_t gather(std::uint32_t from, std::uint32_t mask) {
  std::uint32_t result = 0;
  for (std::uint32_t bit = 1; mask != 0; mask &= mask - 1, bit <<= 1U) {
    if (from & mask & (~mask + 1)) result |= bit;
  }
  return result;
}

std::uint32_t scatter(std::uint32_t from, std::uint32_t mask) {
  std::uint32_t result = 0;
  for (; mask != 0; mask &= mask - 1, from >>= 1U) {
    if (from & 1U) result |= mask & (~mask + 1);
  }
  return result;
}

Subsets::Subsets(int count, int size) {
  const std::uint32_t end = std::uint32_t{1} << static_cast<unsigned>(count);
  for (std::uint32_t set = (std::uint32_t{1} << static_cast<unsigned>(size)) - 1; set < end;) {
    sets_.push_back(set);
    const std::uint32_t lowest = set & (~set + 1);
    const std::uint32_t ripple = set + lowest;
    set = ripple | (((set ^ ripple) / lowest) >> 2U);
  }
  const auto table = [](unsigned offset, unsigned below) {
    std::vector<std::uint32_t> sums(kHalf);
    for (std::uint32_t half = 0; half < kHalf; ++half) {
      sums[half] = sum_of_binomials(half, offset, below);
    }
    return sums;
  };
  lower_ = table(0, 0);
  for (int below = 0; below <= size; ++below) {
    upper_.push_back(table(kHalfBits, static_cast<unsigned>(below)));
  }
}

Numbering::Numbering(int pieces_each)
    : pieces_each_(pieces_each),
      boards_(kSquareCount, 2 * pieces_each),
      splits_(2 * pieces_each, pieces_each) {}

std::uint32_t Numbering::number_of(const Position& position) const {
  const Position seen = position.to_move == Side::kX ? position : turned(position);
  return boards_.place(seen.occupied()) * splits_.size() +
         splits_.place(gather(seen.x, seen.occupied()));
}

Position Numbering::position_of(std::uint32_t number) const {
  const Squares board = boards_.set(number / splits_.size());
  const Squares x = scatter(splits_.set(number % splits_.size()), board);
  return {x, board & ~x, Side::kX};
}

const Numbering& numbering() {
  static const Numbering five_each;
  return five_each;
}
std::uint32_t number_of(const Position& position) { return numbering().number_of(position); }
Position position_of(std::uint32_t number) { return numbering().position_of(number); }

Squares turned(Squares squares) {
  squares = (squares & 0x5555555U) << 1U | (squares >> 1U & 0x5555555U);
  squares = (squares & 0x3333333U) << 2U | (squares >> 2U & 0x3333333U);
  squares = (squares & 0xF0F0F0FU) << 4U | (squares >> 4U & 0xF0F0F0FU);
  squares = squares << 24U | (squares & 0xFF00U) << 8U | (squares >> 8U & 0xFF00U) | squares >> 24U;
  return squares >> (32U - kSquareCount);
}

Position turned(const Position& position) {
  return {turned(position.o), turned(position.x), ~position.to_move};
}

}  // namespace gougi::pyonpyon
