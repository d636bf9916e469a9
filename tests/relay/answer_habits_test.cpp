// SPDX-License-Identifier: MIT
#include "relay/answer_habits.hpp"

#include <gtest/gtest.h>

namespace gougi::relay {
namespace {

using base::Milliseconds;

constexpr Milliseconds kUnknown{25};

TEST(AnswerHabits, ANewChildIsStoppedAsAllNewOnesAre) {
  EXPECT_EQ(AnswerHabits().stop_lead(kUnknown), kUnknown);
}

TEST(AnswerHabits, ASlowAnswerToStopIsBelievedAtOnce) {
  AnswerHabits habits;
  habits.answered_stop(Milliseconds(1));
  habits.answered_stop(Milliseconds(60));
  EXPECT_GE(habits.stop_lead(kUnknown), Milliseconds(60));
}

TEST(AnswerHabits, FastAnswersAreBelievedInTime) {
  AnswerHabits habits;
  habits.answered_stop(Milliseconds(60));
  for (int i = 0; i < 60; ++i) habits.answered_stop(Milliseconds(1));
  EXPECT_LE(habits.stop_lead(kUnknown), Milliseconds(4));
}

TEST(AnswerHabits, AFewFastAnswersSayLittleOfTheNext) {
  AnswerHabits habits;
  habits.answered_stop(Milliseconds(0));
  EXPECT_GE(habits.stop_lead(kUnknown), kUnknown / 2);
  habits.answered_stop(Milliseconds(0));
  EXPECT_LT(habits.stop_lead(kUnknown), kUnknown / 2);
}

TEST(AnswerHabits, WhoMissesTheEndIsStoppedEarlierTheNextTimeButNotWithoutLimit) {
  AnswerHabits habits;
  habits.missed_stop(Milliseconds(5));
  EXPECT_GE(habits.stop_lead(kUnknown), Milliseconds(10));
  for (int i = 0; i < 100; ++i) habits.missed_stop(Milliseconds(1000));
  EXPECT_LE(habits.stop_lead(kUnknown), Milliseconds(3000));
}

TEST(AnswerHabits, OnlyAnEngineThatLeavesTimeEveryTimeIsToldMore) {
  AnswerHabits habits;
  for (int i = 0; i < 5; ++i) habits.answered_early(Milliseconds(30));
  EXPECT_EQ(habits.surplus(), Milliseconds(0));
  habits.answered_early(Milliseconds(40));
  EXPECT_EQ(habits.surplus(), Milliseconds(30));
  habits.answered_stop(Milliseconds(1));  // it used it all
  EXPECT_EQ(habits.surplus(), Milliseconds(0));
}

}  // namespace
}  // namespace gougi::relay
