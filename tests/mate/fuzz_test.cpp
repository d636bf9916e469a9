// SPDX-License-Identifier: MIT
// Random positions, the solver against brute force; tests/mate/slow has a hundred thousand.
#include <gtest/gtest.h>

#include "mate/oracle.hpp"
#include "sanitized.hpp"

namespace gougi::mate {
namespace {

TEST(SolverFuzz, AgreesWithBruteForceUpToSevenPlies) {
  const int count = kSanitized ? 40 : 600;
  const oracle::Agreement agreement = oracle::compare(11, count, 7, 1, 50'000);
  EXPECT_EQ(agreement.differences, 0) << agreement.first_difference;
  EXPECT_GT(agreement.mates, kSanitized ? 0 : 15);
  EXPECT_GT(agreement.no_mates, count / 4);
}

}  // namespace
}  // namespace gougi::mate
