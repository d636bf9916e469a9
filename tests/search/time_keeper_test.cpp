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

constexpr Milliseconds kDelayTime{20};
constexpr TimeRules kDelay{.delay = kDelayTime, .worst_delay = kDelayTime};

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
  TimeKeeper keeper(limits, 1, kDelay);
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

TEST(TimeKeeper, SlowMoverTakesSoManyPercentOfTheUsualTime) {
  TimeRules slow = kDelay;
  slow.percent = 200;
  const auto usual = *TimeKeeper(with_clock(600'000, 0, 0), 40, kDelay).optimum();
  const auto doubled = *TimeKeeper(with_clock(600'000, 0, 0), 40, slow).optimum();
  EXPECT_GT(doubled, usual * 19 / 10);
  EXPECT_LT(doubled, usual * 21 / 10);
  // Nothing is to be saved in byoyomi.
  EXPECT_EQ(TimeKeeper(with_clock(0, 1000, 0), 40, slow).optimum(),
            TimeKeeper(with_clock(0, 1000, 0), 40, kDelay).optimum());
}

TEST(TimeKeeper, AMoveIsWorthTheMinimumUnlessTheClockHasLess) {
  TimeRules rules = kDelay;
  rules.minimum = Milliseconds(5000);
  TimeKeeper keeper(with_clock(60'000, 0, 0), 1, rules);
  EXPECT_EQ(*keeper.optimum(), Milliseconds(5000));
  EXPECT_TRUE(keeper.worth_another_iteration(TimePoint(), TimePoint(Milliseconds(4900)), 0));
  EXPECT_FALSE(keeper.worth_another_iteration(TimePoint(), TimePoint(Milliseconds(5000)), 0));
  EXPECT_LE(*TimeKeeper(with_clock(3000, 0, 0), 1, rules).maximum(), Milliseconds(2980));
}

TEST(TimeKeeper, AClockOfWholeSecondsIsUsedToTheirEnd) {
  TimeRules rules = kDelay;
  rules.whole_seconds = true;
  rules.delay = Milliseconds(120);
  for (const int time : {60'000, 90'000, 100'000, 250'000}) {
    const TimeKeeper keeper(with_clock(time, 0, 0), 1, rules);
    EXPECT_EQ((*keeper.optimum() + Milliseconds(120)) % std::chrono::seconds(1), Duration::zero());
    EXPECT_EQ((*keeper.maximum() + Milliseconds(120)) % std::chrono::seconds(1), Duration::zero());
    EXPECT_GE(*keeper.optimum(), *TimeKeeper(with_clock(time, 0, 0), 1, kDelay).optimum());
  }
  // Never beyond what there is.
  EXPECT_LE(*TimeKeeper(with_clock(1500, 0, 0), 1, rules).maximum(), Milliseconds(1480));
}

TEST(TimeKeeper, AQuietMoveOnAClockOfWholeSecondsTakesTheSecondThatIsBegun) {
  TimeRules rules = kDelay;
  rules.whole_seconds = true;
  rules.delay = Milliseconds(120);
  TimeKeeper keeper(with_clock(60'000, 0, 0), 1, rules);
  const TimePoint start;
  EXPECT_TRUE(keeper.worth_another_iteration(start, start + Milliseconds(900), 0));
  const auto planned = *keeper.maximum();
  EXPECT_TRUE(keeper.worth_another_iteration(start, start + Milliseconds(1900), 0));
  EXPECT_EQ(*keeper.maximum(), Milliseconds(2880));
  EXPECT_FALSE(keeper.must_stop(start, start + Milliseconds(2870)));
  EXPECT_TRUE(keeper.must_stop(start, start + Milliseconds(2880)));
  EXPECT_FALSE(keeper.worth_another_iteration(start, start + Milliseconds(2890), 0));
  EXPECT_LT(*keeper.maximum(), planned);
}

TEST(TimeKeeper, TheWorstDelayIsKeptBackAtTheClocksEnd) {
  TimeRules rules = kDelay;
  rules.worst_delay = Milliseconds(1120);
  EXPECT_LE(*TimeKeeper(with_clock(0, 10'000, 0), 1, rules).maximum(), Milliseconds(8880));
  EXPECT_LE(*TimeKeeper(with_clock(5000, 0, 0), 1, rules).maximum(), Milliseconds(3880));
}

TEST(TimeKeeper, StretchesTheOptimumWhileTheBestMoveChanges) {
  TimeKeeper keeper(with_clock(600'000, 0, 0), 40, kDelay);
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
    if (all >= 2 * kDelayTime.count()) {
      EXPECT_LE(*keeper.maximum(), Milliseconds(all) - kDelayTime);
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
