// SPDX-License-Identifier: MIT
// What gougi-soak takes for a leak.
#ifdef __linux__
#include <gtest/gtest.h>
#include <unistd.h>

#include "soak/census.hpp"

namespace gougi::testing {
namespace {

Growth of_descriptors(std::initializer_list<long> counts) {
  Growth growth;
  for (const long count : counts) growth.add({.descriptors = count});
  return growth;
}

TEST(SoakGrowth, WhatIsThereTwiceForAMomentDoesNotGrow) {
  const Growth growth = of_descriptors({30, 35, 35, 35, 35, 40, 35, 35, 45, 40});
  EXPECT_EQ(growth.of(&Census::descriptors), 0);
}

TEST(SoakGrowth, WhatIsNeverGivenBackGrows) {
  const Growth growth = of_descriptors({30, 31, 32, 33, 34, 35, 36, 37, 38, 39});
  EXPECT_EQ(growth.of(&Census::descriptors), 3);
}

TEST(SoakGrowth, MemoryIsJudgedOnceItIsWarm) {
  Growth growth;
  for (long game = 0; game < 60; ++game) growth.add({.memory_kib = 10'000 + 50 * game});
  EXPECT_FALSE(growth.memory_slope());
  for (long game = 0; game < 40; ++game) growth.add({.memory_kib = 13'000});
  EXPECT_EQ(growth.memory_slope(), 0);
  for (long game = 1; game <= 100; ++game) growth.add({.memory_kib = 13'000 + 10 * game});
  EXPECT_NEAR(*growth.memory_slope(), 1'000, 20);
}

TEST(SoakGrowth, AProcessIsCountedWithAllThatItHolds) {
  const Census ours = Census::of(::getpid());
  EXPECT_GT(ours.memory_kib, 0);
  EXPECT_GE(ours.threads, 1);
  EXPECT_GE(ours.descriptors, 3);
}

}  // namespace
}  // namespace gougi::testing
#endif
