// SPDX-License-Identifier: MIT
#include "simulation/spin_rules.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gougi::simulation {
namespace {

using base::Milliseconds;
using base::TimePoint;

constexpr Milliseconds kLongClock{10'000};

// How many timers, one each so many microseconds, pass before one is complained about.
int timers_without_complaint(int micros, bool worked) {
  SpinRules rules(0, TimePoint{});
  TimePoint now{};
  for (int i = 0; i < 20'000; ++i) {
    if (!rules.timer(now, 1, kLongClock, worked).empty()) return i;
    now += std::chrono::microseconds(micros);
    if (micros > 0) rules.time_passes();
  }
  return 20'000;
}

TEST(SpinRules, TimerAfterTimerWithoutTimeIsASpin) {
  EXPECT_EQ(timers_without_complaint(0, false), 60);
  EXPECT_EQ(timers_without_complaint(0, true), 60);
}

TEST(SpinRules, MoreThanAHundredASecondAreASpinThoughTimePasses) {
  EXPECT_EQ(timers_without_complaint(10'000, false), 20'000);
  EXPECT_LT(timers_without_complaint(1'000, false), 150);
}

TEST(SpinRules, ThoseThatTellAnEngineSomethingMayBeTenTimesAsManyAndNoMore) {
  EXPECT_EQ(timers_without_complaint(1'000, true), 20'000);
  EXPECT_LT(timers_without_complaint(100, true), 1'500);
}

}  // namespace
}  // namespace gougi::simulation
