// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace gougi::mate
