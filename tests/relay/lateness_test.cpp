// SPDX-License-Identifier: MIT
#include "relay/lateness.hpp"

#include <gtest/gtest.h>

namespace gougi::relay {
namespace {

using base::Milliseconds;

void watch(Lateness& lateness, int probes, int late_ms) {
  for (int i = 0; i < probes; ++i) lateness.sample(Milliseconds(2), Milliseconds(late_ms));
}

TEST(Lateness, AMachineThatIsNeverLateNeedsNoMargin) {
  Lateness lateness;
  EXPECT_EQ(lateness.margin(1e-4), Milliseconds(0));
  watch(lateness, 1000, 0);
  EXPECT_EQ(lateness.margin(1e-4), Milliseconds(0));
}

TEST(Lateness, AStallThatHasBeenSeenIsCovered) {
  Lateness lateness;
  watch(lateness, 1000, 0);
  watch(lateness, 1, 20);
  EXPECT_GE(lateness.margin(1e-4), Milliseconds(20));
  EXPECT_LE(lateness.margin(1e-4), Milliseconds(23));
}

TEST(Lateness, AStallOfALoadedMachineIsCoveredToo) {
  Lateness lateness;
  for (int i = 0; i < 400; ++i) lateness.sample(Milliseconds(40), Milliseconds(0));
  lateness.sample(Milliseconds(40), Milliseconds(300));
  EXPECT_GE(lateness.margin(1e-4), Milliseconds(300));
  EXPECT_LE(lateness.margin(1e-4), Milliseconds(330));
}

TEST(Lateness, AGreaterRiskNeedsASmallerMargin) {
  Lateness lateness;
  watch(lateness, 5000, 0);
  watch(lateness, 20, 5);
  watch(lateness, 1, 30);
  EXPECT_LT(lateness.margin(5e-3), lateness.margin(1e-4));
}

TEST(Lateness, AStallIsForgottenAfterSomeMinutes) {
  Lateness lateness;
  watch(lateness, 1, 20);
  watch(lateness, 400'000, 0);
  EXPECT_LE(lateness.margin(1e-4), Milliseconds(1));
}

TEST(Lateness, ASuspendedMachineSaysNothing) {
  Lateness lateness;
  watch(lateness, 1, 60'000);
  EXPECT_EQ(lateness.margin(1e-4), Milliseconds(0));
}

}  // namespace
}  // namespace gougi::relay
