// SPDX-License-Identifier: MIT
// FreezeSolver against brute force and whole graphs; tests/mate/slow has many more.
#include <gtest/gtest.h>

#include "mate/freeze_oracle.hpp"
#include "sanitized.hpp"

namespace gougi::mate {
namespace {

void record(const oracle::FreezeAgreement& agreement) {
  const auto property = [](const char* name, int value) {
    ::testing::Test::RecordProperty(name, value);
    std::printf("%s %d\n", name, value);
  };
  property("compared", agreement.compared);
  property("mates", agreement.mates);
  property("no_mates", agreement.no_mates);
  property("graphs", agreement.graphs);
  property("with_freeze", agreement.with_freeze);
  property("defender_freezes", agreement.defender_freezes);
  property("silent", agreement.silent);
  property("drop_mates", agreement.drop_mates);
  property("unknown", agreement.unknown);
}

TEST(FreezeSolverFuzz, AgreesWithBruteForceUpToThreePlies) {
  const auto agreement = oracle::compare_freezes(1, kSanitized ? 60 : 3000, 3, 2000, false);
  record(agreement);
  EXPECT_EQ(agreement.differences, 0) << agreement.first_difference;
}

TEST(FreezeSolverFuzz, AgreesWithBruteForceUpToFivePlies) {
  const auto agreement = oracle::compare_freezes(2, kSanitized ? 20 : 600, 5, 5000, false);
  record(agreement);
  EXPECT_EQ(agreement.differences, 0) << agreement.first_difference;
}

TEST(FreezeSolverFuzz, AgreesInEndgames) {
  const auto agreement = oracle::compare_freezes(3, kSanitized ? 20 : 600, 3, 2000, true);
  record(agreement);
  EXPECT_EQ(agreement.differences, 0) << agreement.first_difference;
}

}  // namespace
}  // namespace gougi::mate
