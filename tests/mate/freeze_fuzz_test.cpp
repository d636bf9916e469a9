// SPDX-License-Identifier: MIT
// FreezeSolver against brute force and whole graphs; tests/mate/slow has many more.
#include <gtest/gtest.h>

#include "mate/freeze_oracle.hpp"
#include "sanitized.hpp"

namespace gougi::mate {
namespace {

TEST(FreezeSolverFuzz, AgreesWithBruteForceUpToThreePlies) {
  const auto agreement = oracle::compare_freezes(1, kBrief ? 60 : 2000, 3, 2000, false);
  EXPECT_EQ(agreement.differences, 0) << agreement.first_difference;
  if (kBrief) return;
  EXPECT_GT(agreement.mates, 700);
  EXPECT_GT(agreement.graphs, 150);
  EXPECT_GT(agreement.with_freeze, 500);
  EXPECT_GT(agreement.defender_freezes, 5);
  EXPECT_GT(agreement.silent, 5);
  EXPECT_GT(agreement.drop_mates, 20);
}

TEST(FreezeSolverFuzz, AgreesWithBruteForceUpToFivePlies) {
  const auto agreement = oracle::compare_freezes(2, kBrief ? 20 : 300, 5, 5000, false);
  EXPECT_EQ(agreement.differences, 0) << agreement.first_difference;
  EXPECT_GT(agreement.mates, kBrief ? -1 : 100);
}

TEST(FreezeSolverFuzz, AgreesInEndgamesOfRandomGames) {
  const auto agreement = oracle::compare_freezes(3, kBrief ? 10 : 300, 3, 2000, true);
  EXPECT_EQ(agreement.differences, 0) << agreement.first_difference;
  EXPECT_GT(agreement.mates, kBrief ? -1 : 10);
}

}  // namespace
}  // namespace gougi::mate
