// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "mate/freeze_oracle.hpp"
#include "mate/oracle.hpp"

namespace gougi::mate {
namespace {

TEST(SlowSolverFuzz, AgreesWithBruteForceUpToSevenPliesOnAHundredThousandPositions) {
  const oracle::Agreement agreement = oracle::compare(1, 100'000, 7, 1, 100'000);
  EXPECT_EQ(agreement.differences, 0) << agreement.first_difference;
  RecordProperty("mates", agreement.mates);
  RecordProperty("no_mates", agreement.no_mates);
  EXPECT_GT(agreement.mates, 1000);
}

TEST(SlowFreezeSolverFuzz, AgreesWithBruteForceAndWholeGraphsOnThirtyThousandPositions) {
  const auto small = oracle::compare_freezes(101, 25'000, 5, 20'000, false);
  EXPECT_EQ(small.differences, 0) << small.first_difference;
  RecordProperty("mates", small.mates);
  RecordProperty("graphs", small.graphs);
  EXPECT_GT(small.mates, 10'000);
  EXPECT_GT(small.graphs, 3000);
  const auto large = oracle::compare_freezes(102, 5000, 3, 20'000, true);
  EXPECT_EQ(large.differences, 0) << large.first_difference;
  RecordProperty("endgame_mates", large.mates);
  EXPECT_GT(large.mates, 300);
}

}  // namespace
}  // namespace gougi::mate
