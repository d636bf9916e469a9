// SPDX-License-Identifier: MIT
#include "match/time_control.hpp"

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
            "\"hours 3\" is no time control; there are time, inc, byoyomi, movetime, nodes and "
            "depth");
}

TEST(GameClock, ByoyomiIsLostAndTimeIsKept) {
  GameClock clock(control("time 10000 byoyomi 1000"), control("time 5000 byoyomi 2000"), 0ms);
  EXPECT_EQ(go(clock, Color::kBlack), "go btime 10000 wtime 5000 byoyomi 1000");
  EXPECT_EQ(clock.allowance(Color::kBlack), 11'000ms);
  EXPECT_TRUE(clock.spend(Color::kBlack, 700ms));
  EXPECT_EQ(clock.left(Color::kBlack), 10'000ms);
  EXPECT_TRUE(clock.spend(Color::kBlack, 3000ms));
  EXPECT_EQ(go(clock, Color::kWhite), "go btime 8000 wtime 5000 byoyomi 2000");
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

}  // namespace
}  // namespace gougi::match
