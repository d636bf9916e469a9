// SPDX-License-Identifier: MIT
#include "search/time_keeper.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.hpp"

namespace gougi::search {
namespace {

using base::Duration;
using base::Milliseconds;
using base::TimePoint;

constexpr Milliseconds kDelay{20};

Limits with_clock(int time, int byoyomi, int increment) {
  Limits limits;
  limits.clock = MoveClock{Milliseconds(time), Milliseconds(byoyomi), Milliseconds(increment)};
  return limits;
}

TEST(TimeKeeper, SpendsByoyomiAloneUpToTheMargin) {
  const TimeKeeper keeper(with_clock(0, 100, 0), 1, kDelay);
  ASSERT_TRUE(keeper.maximum());
  EXPECT_LE(*keeper.maximum(), Milliseconds(80));
  EXPECT_GE(*keeper.maximum(), Milliseconds(70));
  const TimePoint start(std::chrono::hours(5));
  EXPECT_FALSE(keeper.must_stop(start, start + Milliseconds(60)));
  EXPECT_TRUE(keeper.must_stop(start, start + Milliseconds(80)));
}

TEST(TimeKeeper, AnswersAtOnceWhenAllClocksAreZero) {
  const TimeKeeper keeper(with_clock(0, 0, 0), 1, kDelay);
  ASSERT_TRUE(keeper.maximum());
  EXPECT_LE(*keeper.maximum(), Milliseconds(5));
}

TEST(TimeKeeper, AnswersAtOnceWhenNothingIsGiven) {
  const TimeKeeper keeper(Limits{}, 1, kDelay);
  ASSERT_TRUE(keeper.maximum());
  EXPECT_LE(*keeper.maximum(), Milliseconds(5));
}

TEST(TimeKeeper, HasNoLimitWhenInfinite) {
  Limits limits = with_clock(1000, 0, 0);
  limits.infinite = true;
  const TimeKeeper keeper(limits, 1, kDelay);
  EXPECT_FALSE(keeper.maximum());
  EXPECT_FALSE(keeper.must_stop(TimePoint(), TimePoint(std::chrono::hours(100))));
  EXPECT_TRUE(keeper.worth_another_iteration(TimePoint(), TimePoint(std::chrono::hours(100)), 0));
}

TEST(TimeKeeper, HasNoLimitOfTimeWithDepthOrNodesAlone) {
  Limits limits;
  limits.depth = 5;
  EXPECT_FALSE(TimeKeeper(limits, 1, kDelay).maximum());
  limits.depth.reset();
  limits.nodes = 1000;
  EXPECT_FALSE(TimeKeeper(limits, 1, kDelay).maximum());
}

TEST(TimeKeeper, KeepsTheShorterOfMovetimeAndClock) {
  Limits limits = with_clock(600'000, 0, 0);
  limits.movetime = Milliseconds(300);
  const TimeKeeper keeper(limits, 1, kDelay);
  EXPECT_LE(*keeper.maximum(), Milliseconds(280));
  EXPECT_LE(*keeper.optimum(), *keeper.maximum());
}

TEST(TimeKeeper, StretchesTheOptimumWhileTheBestMoveChanges) {
  const TimeKeeper keeper(with_clock(600'000, 0, 0), 40, kDelay);
  const TimePoint start;
  const TimePoint at_optimum = start + *keeper.optimum();
  EXPECT_FALSE(keeper.worth_another_iteration(start, at_optimum, 0.0));
  EXPECT_TRUE(keeper.worth_another_iteration(start, at_optimum, 1.0));
}

TEST(TimeKeeper, NeverPlansPastTheClockWhateverIsSent) {
  base::Random random(1);
  for (int i = 0; i < 20'000; ++i) {
    const auto number = [&random](int most) {
      return random.below(3) == 0
                 ? 0
                 : static_cast<int>(random.below(static_cast<std::uint64_t>(most)));
    };
    const int time = number(1'000'000) - 1000;
    const int byoyomi = number(60'000);
    const int increment = number(10'000);
    const TimeKeeper keeper(with_clock(time, byoyomi, increment),
                            static_cast<int>(random.below(400)), kDelay);
    const int all = std::max(time, 0) + byoyomi + increment;
    ASSERT_TRUE(keeper.maximum());
    EXPECT_GE(*keeper.optimum(), Duration::zero());
    EXPECT_LE(*keeper.optimum(), *keeper.maximum());
    if (all <= 4) continue;  // answers at once: nothing could save this clock
    EXPECT_LT(*keeper.maximum(), Milliseconds(all)) << time << ' ' << byoyomi << ' ' << increment;
    if (all >= 2 * kDelay.count()) {
      EXPECT_LE(*keeper.maximum(), Milliseconds(all) - kDelay);
    }
  }
}

/// Plays `moves` own moves, each taking all the keeper allows, and answering `lag` later.
Duration rest_after(int moves, Milliseconds main_time, Milliseconds byoyomi, Milliseconds increment,
                    Milliseconds lag) {
  Duration left = main_time;
  for (int move = 0; move < moves; ++move) {
    const auto sent = std::chrono::floor<Milliseconds>(left);
    const TimeKeeper keeper(
        with_clock(static_cast<int>(sent.count()), static_cast<int>(byoyomi.count()),
                   static_cast<int>(increment.count())),
        2 * move + 1, kDelay);
    const Duration used = *keeper.maximum() + lag;
    left += increment;
    if (used > left + byoyomi) return Duration(-1);
    left = std::max<Duration>(left - used, Duration::zero());
  }
  return left;
}

TEST(TimeKeeper, NeverLosesOnTimeInGamesOfManyMoves) {
  const Milliseconds none(0);
  const Milliseconds lag(10);
  EXPECT_GE(rest_after(200, Milliseconds(60'000), Milliseconds(1000), none, lag), Duration::zero());
  EXPECT_GE(rest_after(200, Milliseconds(60'000), none, Milliseconds(500), lag), Duration::zero());
  EXPECT_GE(rest_after(200, none, Milliseconds(100), none, lag), Duration::zero());
  EXPECT_GE(rest_after(120, Milliseconds(600'000), none, none, none), Duration::zero());
}

}  // namespace
}  // namespace gougi::search
