// SPDX-License-Identifier: MIT
#include "pyonpyon/numbering.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace gougi::testing {
namespace {

using namespace gougi::pyonpyon;

TEST(PyonNumbering, EveryNumberIsAPositionAndBack) {
  for (std::uint32_t number = 0; number < kPositionCount; number += 4999) {
    const Position position = position_of(number);
    EXPECT_EQ(std::popcount(position.x), kPiecesEach);
    EXPECT_EQ(std::popcount(position.o), kPiecesEach);
    EXPECT_EQ(position.x & position.o, 0U);
    ASSERT_EQ(number_of(position), number);
  }
  EXPECT_EQ(number_of(position_of(kPositionCount - 1)), kPositionCount - 1);
}

TEST(PyonNumbering, APositionTurnedIsTheSameGame) {
  base::Random random(3);
  EXPECT_EQ(turned(turned(start_position())), start_position());
  for (int i = 0; i < 1000; ++i) {
    const Position position = position_of(static_cast<std::uint32_t>(random.below(kPositionCount)));
    const Position other = turned(position);
    EXPECT_EQ(number_of(other), number_of(position));
    EXPECT_EQ(turned(other), position);
    EXPECT_EQ(is_home(other, Side::kX), is_home(position, Side::kO));
    EXPECT_EQ(perft(other, 2), perft(position, 2)) << to_pfen(position);
  }
}

}  // namespace
}  // namespace gougi::testing
