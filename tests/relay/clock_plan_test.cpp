// SPDX-License-Identifier: MIT
#include "relay/clock_plan.hpp"

#include <gtest/gtest.h>

namespace gougi::relay {
namespace {

using base::Milliseconds;
using shogi::Color;

usi::SearchLimits clocks(int time, int byoyomi, int increment) {
  usi::SearchLimits limits;
  limits.clock.given = true;
  limits.clock.btime = Milliseconds(time);
  limits.clock.wtime = Milliseconds(77'777);
  limits.clock.byoyomi = Milliseconds(byoyomi);
  limits.clock.binc = Milliseconds(increment);
  return limits;
}

TEST(ClockPlan, TheAnswerIsDueBeforeTheFlagWhateverTheClocks) {
  for (const int time : {0, 1, 50, 1000, 10'000, 600'000}) {
    for (const int byoyomi : {0, 1, 10, 100, 1000, 30'000}) {
      for (const int increment : {0, 100, 5000}) {
        const int total = time + byoyomi + increment;
        if (total == 0) continue;
        const auto plan = plan_clock(clocks(time, byoyomi, increment), Color::kBlack, {});
        ASSERT_TRUE(plan.decide_after);
        EXPECT_LT(plan.decide_after->count(), total);
        EXPECT_LE(*plan.answer_after, *plan.decide_after);
        EXPECT_GE(plan.answer_after->count(), 0);
      }
    }
  }
}

TEST(ClockPlan, NoTimeAtAllIsTimeForAThought) {
  usi::SearchLimits movetime;
  movetime.movetime = Milliseconds(0);
  usi::SearchLimits rtime;
  rtime.rtime = Milliseconds(0);
  for (const auto& limits : {movetime, rtime, clocks(0, 0, 0)}) {
    EXPECT_GT(plan_clock(limits, Color::kBlack, {}).decide_after, Milliseconds(10));
  }
}

TEST(ClockPlan, ChildrenAreToldLessThanThereIsAndNeverNothing) {
  for (const int byoyomi : {1, 10, 100, 1000, 30'000}) {
    for (const int elapsed : {0, 5, 100'000}) {
      const auto limits = clocks(0, byoyomi, 0);
      const auto plan = plan_clock(limits, Color::kBlack, {});
      const auto told = told_limits(limits, Color::kBlack, plan.reserve + Milliseconds(elapsed));
      EXPECT_GE(told.clock.byoyomi.count(), 1);
      EXPECT_LE(told.clock.byoyomi.count(), byoyomi);
      EXPECT_EQ(told.clock.wtime, limits.clock.wtime);
    }
  }
}

TEST(ClockPlan, MostOfALongByoyomiIsThoughtThrough) {
  for (const int byoyomi : {1000, 5000, 60'000}) {
    const auto limits = clocks(0, byoyomi, 0);
    const auto plan = plan_clock(limits, Color::kBlack, {});
    const auto told = told_limits(limits, Color::kBlack, plan.reserve);
    EXPECT_GE(told.clock.byoyomi.count() * 10, byoyomi * 9);
  }
}

TEST(ClockPlan, AHangingChildNeverCostsMoreThanHalfOfTheMainTime) {
  const auto plan = plan_clock(clocks(600'000, 0, 0), Color::kBlack, {});
  EXPECT_LE(plan.decide_after->count(), 300'000);
}

TEST(ClockPlan, WithAnIncrementTheLastOfTheMainTimeIsNotSpent) {
  int time = 1000;
  for (int move = 0; move < 100; ++move) {
    const auto plan = plan_clock(clocks(time, 0, 100), Color::kBlack, {});
    time += 100 - static_cast<int>(plan.decide_after->count());
    EXPECT_GE(time, 200);
  }
  const auto plan = plan_clock(clocks(15, 0, 100), Color::kBlack, {});
  EXPECT_LT(*plan.decide_after, Milliseconds(100));
}

TEST(ClockPlan, ATinyIncrementKeepsOnlyTwiceAsMuch) {
  const auto plan = plan_clock(clocks(150, 0, 10), Color::kBlack, {});
  EXPECT_GT(*plan.decide_after, Milliseconds(60));
}

TEST(ClockPlan, WithoutAClockThereIsNoDeadline) {
  usi::SearchLimits depth;
  depth.depth = 5;
  EXPECT_FALSE(plan_clock(depth, Color::kBlack, {}).decide_after);
  auto infinite = clocks(0, 1000, 0);
  infinite.infinite = true;
  EXPECT_FALSE(plan_clock(infinite, Color::kBlack, {}).decide_after);
}

TEST(ClockPlan, MovetimeIsKept) {
  usi::SearchLimits limits;
  limits.movetime = Milliseconds(500);
  const auto plan = plan_clock(limits, Color::kBlack, {});
  EXPECT_LT(*plan.decide_after, Milliseconds(500));
  EXPECT_LT(*told_limits(limits, Color::kBlack, plan.reserve).movetime, Milliseconds(500));
}

TEST(ClockPlan, WhatIsSeldomLateMovesTheAnswersAndWhatIsOftenLateTheDecision) {
  ClockRules busy;
  busy.seldom_late = Milliseconds(20);
  busy.often_late = Milliseconds(9);
  const auto plan = plan_clock(clocks(0, 100, 0), Color::kBlack, busy);
  EXPECT_EQ(*plan.answer_after, Milliseconds(80));
  EXPECT_EQ(*plan.decide_after, Milliseconds(91));
}

TEST(ClockPlan, OnAQuietMachineNineTenthsOfAHundredMillisecondsAreThoughtThrough) {
  const auto plan = plan_clock(clocks(0, 100, 0), Color::kBlack, {});
  EXPECT_GE(*plan.answer_after, Milliseconds(91));
}

TEST(ClockPlan, ATwentiethOfWhatTheMoveHasIsKeptBackAndFourTenthsOfASecondAtMost) {
  const auto kept = [](const usi::SearchLimits& limits) {
    const auto plan = plan_clock(limits, Color::kBlack, {});
    EXPECT_LT(plan.answer_after, plan.decide_after);
    return (plan.most - *plan.decide_after).count();
  };
  EXPECT_EQ(kept(clocks(0, 500, 0)), 25);
  EXPECT_EQ(kept(clocks(0, 1000, 0)), 50);
  EXPECT_EQ(kept(clocks(0, 2000, 0)), 100);
  EXPECT_EQ(kept(clocks(0, 5000, 0)), 250);
  EXPECT_EQ(kept(clocks(0, 10'000, 0)), 400);
  EXPECT_EQ(kept(clocks(600'000, 60'000, 0)), 400);
  EXPECT_EQ(kept(clocks(2000, 0, 1000)), 100);  // of half the main time, and the increment
  usi::SearchLimits movetime;
  movetime.movetime = Milliseconds(3000);
  EXPECT_EQ(kept(movetime), 150);
}

TEST(ClockPlan, WhoAnswersAtNinetyOfAHundredMillisecondsIsInTime) {
  const auto plan = plan_clock(clocks(0, 100, 0), Color::kBlack, {});
  EXPECT_EQ(*plan.decide_after, Milliseconds(93));
  EXPECT_GT(*plan.answer_after, Milliseconds(90));
}

TEST(ClockPlan, MoreIsKeptBackWhereOurOwnLatenessWasMore) {
  ClockRules busy;
  busy.seldom_late = Milliseconds(320);
  busy.often_late = Milliseconds(130);
  const auto plan = plan_clock(clocks(0, 2000, 0), Color::kBlack, busy);
  EXPECT_EQ(*plan.answer_after, Milliseconds(1680));
  EXPECT_EQ(*plan.decide_after, Milliseconds(1870));
  const auto longer = plan_clock(clocks(0, 10'000, 0), Color::kBlack, busy);
  EXPECT_EQ(*longer.answer_after, Milliseconds(9599));
}

TEST(ClockPlan, AConfiguredMarginIsKept) {
  const auto plan = plan_clock(clocks(0, 1000, 0), Color::kBlack,
                               {Milliseconds(300), Milliseconds(5), Milliseconds(5)});
  EXPECT_EQ(*plan.decide_after, Milliseconds(700));
}

TEST(ClockPlan, AShareIsAShareOfEveryTime) {
  const auto limits = share_of(clocks(10'000, 1000, 200), 0.45);
  EXPECT_EQ(limits.clock.btime, Milliseconds(4500));
  EXPECT_EQ(limits.clock.byoyomi, Milliseconds(450));
  EXPECT_EQ(limits.clock.binc, Milliseconds(90));
}

TEST(ShareOf, LeavesAMillisecondOfWhatThereIs) {
  usi::SearchLimits limits;
  limits.clock.given = true;
  limits.clock.byoyomi = Milliseconds(1);
  limits.movetime = Milliseconds(2);
  const auto part = share_of(limits, 0.4);
  EXPECT_EQ(part.clock.byoyomi, Milliseconds(1));
  EXPECT_EQ(part.clock.btime, Milliseconds(0));
  EXPECT_EQ(part.movetime, Milliseconds(1));
}

}  // namespace
}  // namespace gougi::relay
