// SPDX-License-Identifier: MIT
#include "match/time_control.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "usi/command.hpp"

namespace gougi::match {
namespace {

using namespace std::chrono_literals;
using shogi::Color;

TimeControl control(std::string_view text) {
  const auto parsed = parse_time_control(text);
  EXPECT_TRUE(parsed) << text << ": " << parsed.error().message;
  return parsed.value_or(TimeControl{});
}
std::string go(const GameClock& clock, Color mover) {
  return usi::format(usi::Command{usi::GoCommand{clock.limits(mover)}});
}

TEST(TimeControl, ReadsWhatItWrites) {
  for (const char* const text :
       {"time 60000 inc 1000", "byoyomi 1000", "time 1000 byoyomi 200", "movetime 100", "nodes 200",
        "depth 8", "byoyomi 500 nodes 1000", "go btime 100 wtime 100 byoyomi 0", "go nodes 5"}) {
    EXPECT_EQ(to_text(control(text)), text);
  }
}

TEST(TimeControl, SaysWhatIsWrong) {
  for (const char* const text :
       {"", "byoyomi", "byoyomi -1", "byoyomi x", "time 0", "hours 3", "depth 0", "nodes 0",
        "go infinite", "go mate 100", "go ponder", "depth 99999999999", "time 99999999999999999"}) {
    EXPECT_FALSE(parse_time_control(text)) << text;
  }
  EXPECT_EQ(parse_time_control("hours 3").error().message,
            "\"hours 3\" is no time control; there are time, inc, byoyomi, moves, then, "
            "movetime, nodes and depth");
}

TEST(GameClock, TheTimeIsUsedFirstThenTheByoyomiWhoseRestIsLost) {
  GameClock clock(control("time 10000 byoyomi 1000"), control("time 5000 byoyomi 2000"), 0ms);
  EXPECT_EQ(go(clock, Color::kBlack), "go btime 10000 wtime 5000 byoyomi 1000");
  EXPECT_EQ(clock.allowance(Color::kBlack), 11'000ms);
  EXPECT_TRUE(clock.spend(Color::kBlack, 700ms));
  EXPECT_EQ(clock.left(Color::kBlack), 9'300ms);
  EXPECT_TRUE(clock.spend(Color::kBlack, 3000ms));
  EXPECT_EQ(go(clock, Color::kWhite), "go btime 6300 wtime 5000 byoyomi 2000");
  EXPECT_TRUE(clock.spend(Color::kWhite, 7000ms));
  EXPECT_EQ(clock.left(Color::kWhite), 0ms);
  EXPECT_TRUE(clock.spend(Color::kWhite, 2000ms));
  EXPECT_FALSE(clock.spend(Color::kWhite, 2001ms));
}

TEST(GameClock, WhatIsLeftOfTheIncrementIsKept) {
  GameClock clock(control("time 1000 inc 100"), control("time 2000"), 0ms);
  EXPECT_EQ(go(clock, Color::kBlack), "go btime 1000 wtime 2000 binc 100 winc 0");
  EXPECT_TRUE(clock.spend(Color::kBlack, 40ms));
  EXPECT_EQ(clock.left(Color::kBlack), 1060ms);
  EXPECT_TRUE(clock.spend(Color::kBlack, 1160ms));
  EXPECT_EQ(clock.left(Color::kBlack), 0ms);
  EXPECT_FALSE(clock.spend(Color::kBlack, 101ms));
}

TEST(GameClock, TheMarginForgivesButGivesNothing) {
  GameClock clock(control("time 1000"), control("time 1000"), 50ms);
  EXPECT_TRUE(clock.spend(Color::kBlack, 1050ms));
  EXPECT_EQ(clock.left(Color::kBlack), 0ms);
  EXPECT_TRUE(clock.spend(Color::kBlack, 50ms));
  EXPECT_FALSE(clock.spend(Color::kBlack, 50ms + 1us));
}

TEST(GameClock, WithoutAClockNobodyLosesOnTime) {
  GameClock clock(control("nodes 200"), control("go btime 100 wtime 100 byoyomi 0"), 0ms);
  EXPECT_EQ(go(clock, Color::kBlack), "go nodes 200");
  EXPECT_EQ(go(clock, Color::kWhite), "go btime 100 wtime 100 byoyomi 0");
  for (const Color side : shogi::kColors) {
    EXPECT_FALSE(clock.allowance(side));
    EXPECT_TRUE(clock.spend(side, std::chrono::hours(10)));
  }
}

TEST(GameClock, MovetimeIsTheSameForEveryMove) {
  GameClock clock(control("movetime 100"), control("byoyomi 30"), 10ms);
  EXPECT_EQ(go(clock, Color::kBlack), "go movetime 100");
  EXPECT_TRUE(clock.spend(Color::kBlack, 110ms));
  EXPECT_TRUE(clock.spend(Color::kBlack, 110ms));
  EXPECT_FALSE(clock.spend(Color::kBlack, 111ms));
}

TEST(TimeControl, HasPeriodsOfSoManyMoves) {
  const std::string text = "moves 2 time 1000 inc 10 then moves 1 time 500 then byoyomi 100";
  const auto control = parse_time_control(text);
  ASSERT_TRUE(control) << control.error().message;
  EXPECT_EQ(to_text(*control), text);
  EXPECT_EQ(parse_time_control(to_text(*control)), *control);
  const base::Milliseconds margin{0};
  GameClock clock(*control, *control, margin);
  const auto allowed = [&clock] { return *clock.allowance(shogi::Color::kBlack); };
  EXPECT_EQ(allowed(), base::Milliseconds(1010));
  EXPECT_TRUE(clock.spend(shogi::Color::kBlack, base::Milliseconds(210)));
  EXPECT_EQ(allowed(), base::Milliseconds(810));
  EXPECT_TRUE(clock.spend(shogi::Color::kBlack, base::Milliseconds(310)));
  EXPECT_EQ(allowed(), base::Milliseconds(1000)) << "500 are left, and 500 come";
  EXPECT_EQ(clock.limits(shogi::Color::kBlack).clock.binc, base::Milliseconds(0));
  EXPECT_TRUE(clock.spend(shogi::Color::kBlack, base::Milliseconds(950)));
  EXPECT_EQ(allowed(), base::Milliseconds(150));
  EXPECT_EQ(clock.limits(shogi::Color::kBlack).clock.byoyomi, base::Milliseconds(100));
  EXPECT_TRUE(clock.spend(shogi::Color::kBlack, base::Milliseconds(150)));
  EXPECT_FALSE(clock.spend(shogi::Color::kBlack, base::Milliseconds(101)));
  EXPECT_EQ(*clock.allowance(shogi::Color::kWhite), base::Milliseconds(1010)) << "its own moves";
}

TEST(TimeControl, PeriodsThatMakeNoSenseAreRefused) {
  for (const char* const text :
       {"moves 40 time 1000", "time 1000 then time 500", "moves 40 then time 500",
        "moves 40 time 1000 then", "moves 0 time 1 then time 1", "then time 5"}) {
    EXPECT_FALSE(parse_time_control(text)) << text;
  }
}

TEST(TimeControl, AMistypedWordIsAnsweredByTheOneThatWasMeant) {
  EXPECT_THAT(parse_time_control("nodse 100").error().message,
              ::testing::EndsWith("did you mean nodes?"));
  EXPECT_THAT(parse_time_control("nodes 0").error().message, ::testing::EndsWith("and depth"));
}

}  // namespace
}  // namespace gougi::match
