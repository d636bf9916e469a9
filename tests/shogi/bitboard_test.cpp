// SPDX-License-Identifier: MIT
#include "shogi/bitboard.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#include "base/random.hpp"

namespace gougi::shogi {
namespace {

TEST(Bitboard, IsCountedAlikeWithAndWithoutTheInstructionForIt) {
  base::Random random(1);
  for (int i = 0; i < 10'000; ++i) {
    // Full, empty, and words of every density in between.
    std::uint64_t a = random.next();
    std::uint64_t b = random.next();
    for (std::uint64_t more = random.below(5); more > 0; --more) a &= random.next();
    for (std::uint64_t more = random.below(5); more > 0; --more) b |= random.next();
    ASSERT_EQ(detail::count_by_adding(a, b), std::popcount(a) + std::popcount(b)) << a << " " << b;
  }
  static_assert(detail::count_by_adding(~0ULL, ~0ULL) == 128);
  static_assert(detail::count_by_adding(0, 0) == 0);
  EXPECT_EQ(kAllSquares.count(), kSquareCount);
}

TEST(Bitboard, GivesItsSquaresLowestFirst) {
  Bitboard all = kAllSquares;
  for (int i = 0; i < kSquareCount; ++i) ASSERT_EQ(all.pop().index(), i);
  EXPECT_FALSE(all.any());
  int next = 0;
  kAllSquares.for_each([&](Square square) { ASSERT_EQ(square.index(), next++); });
  EXPECT_EQ(next, kSquareCount);
}

}  // namespace
}  // namespace gougi::shogi
