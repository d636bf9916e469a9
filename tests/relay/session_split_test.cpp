// SPDX-License-Identifier: MIT
// More time while the vote is split (G_ExtendOnSplit), and less for the last where enough have
// answered (quorum, min_use).
#include <gtest/gtest.h>

#include "relay/stage.hpp"

namespace gougi::relay::testing {
namespace {

constexpr const char* kMainTime = "go btime 600000 wtime 600000";

void vote(Stage& stage, int child, const std::string& move, int cp = 0) {
  stage.child(child, "info depth 5 score cp " + std::to_string(cp) + " pv " + move);
  stage.child(child, "bestmove " + move);
}

/// Three engines that have given three moves `ms` after `go`.
void begin_split(Stage& stage, int ms, const std::string& go = kMainTime) {
  stage.begin_game();
  stage.host("position startpos");
  stage.host(go);
  stage.pass(ms);
  vote(stage, 0, "7g7f", 30);
  vote(stage, 1, "2g2f", 20);
  vote(stage, 2, "5g5f", 10);
}

/// Two engines that have given two moves where G*5b mates.
void begin_beside_a_mate(Stage& stage) {
  stage.settings.rules.extend_on_split = 2;
  stage.begin_game();
  stage.host("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1");
  stage.host(kMainTime);
  stage.pass(4000);
  stage.child(0, "bestmove 5i5h");
  stage.child(1, "bestmove 5i4h");
}

TEST(SessionSplit, AllThinkAgainForThatPartOfTheTimeTakenAndTheNewVotesCount) {
  Stage stage(3, 0);
  stage.settings.rules.extend_on_split = 1.5;
  begin_split(stage, 4000);
  EXPECT_EQ(stage.count("bestmove"), 0);
  for (const auto& child : {stage.children[0], stage.children[1], stage.children[2]}) {
    EXPECT_EQ(child.count("go"), 2);
    EXPECT_EQ(child.last("position"), "position startpos");
    EXPECT_EQ(child.last("go"), "go btime 0 wtime 0 byoyomi 1850");  // 2000, less the lead of stop
  }
  vote(stage, 0, "2g2f", 5);
  vote(stage, 2, "2g2f", 6);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
  // Who was not waited for stands by its first vote.
  EXPECT_TRUE(stage.has("[O] bestmove 2g2f [P 2g2f] [value 20] [E2]"));
  EXPECT_TRUE(stage.has("[O] bestmove 2g2f [P 2g2f] [value 5] [E1]"));
}

TEST(SessionSplit, SilenceInMoreTimeIsCountedFromItsBeginning) {
  Stage stage(3, 0);
  stage.settings.rules.extend_on_split = 5.0;
  begin_split(stage, 50'000, "go btime 36000000 wtime 36000000");
  vote(stage, 1, "3g3f", 5);
  vote(stage, 2, "6g6f", 6);
  stage.pass(10'000);
  EXPECT_EQ(stage.children[0].count("stop"), 0);
  stage.pass(20'000);
  EXPECT_EQ(stage.children[0].count("stop"), 1);
}

TEST(SessionSplit, TheMoveIsPlayedWhenTheMoreTimeIsOverAndThereIsNoThirdTime) {
  Stage stage(3, 0);
  stage.settings.rules.extend_on_split = 1.5;
  begin_split(stage, 4000);
  stage.children[0].on_stop = {"bestmove 7g7f"};
  stage.children[1].on_stop = {"bestmove 2g2f"};
  stage.children[2].on_stop = {"bestmove 5g5f"};
  stage.pass(1840);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(160);
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_EQ(stage.children[0].count("go"), 2);
  // Nothing new was said: the first votes stand as they were.
  EXPECT_TRUE(stage.has("[O] bestmove 7g7f [P 7g7f] [value 30] [E1]"));
  EXPECT_TRUE(stage.has("[X] bestmove 2g2f [P 2g2f] [value 20] [E2]"));
  EXPECT_TRUE(stage.has("[X] bestmove 5g5f [P 5g5f] [value 10] [E3]"));
}

TEST(SessionSplit, WhoDiesLiesOrHangsInItStandsByItsFirstVote) {
  Stage stage(3, 0);
  stage.settings.rules.extend_on_split = 1.5;
  begin_split(stage, 4000);
  stage.child(0, "info string thinking again");
  stage.end_child(0);
  stage.child(2, "info depth 1 score cp 0 pv 7g7e");
  stage.child(2, "bestmove 7g7e");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(2300);
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_TRUE(stage.has("[O] bestmove 7g7f [P 7g7f] [value 30] [E1]"));
  EXPECT_TRUE(stage.has("[X] bestmove 2g2f [P 2g2f] [value 20] [E2]"));
  EXPECT_TRUE(stage.has("[X] bestmove 5g5f [P 5g5f] [value 10] [E3]"));
}

TEST(SessionSplit, OfWhoSaysWhatNobodyCanReadTheFirstVoteGoesBeforeAMirrorThatIsStillAtWork) {
  Stage stage(3, 0);
  stage.mirror(0);
  stage.settings.rules.extend_on_split = 1.5;
  begin_split(stage, 4000);
  stage.child(0, "bestmove 1");
  vote(stage, 1, "7g7f", 5);
  vote(stage, 2, "2g2f", 6);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
  EXPECT_TRUE(stage.has("[O] bestmove 7g7f [P 7g7f] [value 30] [E1]"));
}

TEST(SessionSplit, ANewLineOfAnEngineThatHangsIsItsVote) {
  Stage stage(3, 0);
  stage.settings.rules.extend_on_split = 1.5;
  begin_split(stage, 4000);
  stage.child(2, "info depth 6 score cp 70 pv 2g2f");
  stage.pass(2300);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
  EXPECT_TRUE(stage.has("[O] bestmove 2g2f [P 2g2f] [value 70] [from its last line] [E3]"));
}

TEST(SessionSplit, TheMoreTimeEndsWithThePlan) {
  Stage stage(3, 0);
  stage.settings.rules.extend_on_split = 10;
  begin_split(stage, 8000, "go btime 0 wtime 0 byoyomi 10000");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(1999);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(SessionSplit, TheTimesOfOtherPlansStayAsTheyWere) {
  struct Case {
    const char* why;
    double factor;
    int ms;
    const char* go;
  };
  for (const Case& c : {Case{"it is off", 1.0, 4000, kMainTime},
                        Case{"no time is left", 2.0, 9900, "go btime 0 wtime 0 byoyomi 10000"},
                        Case{"it would be too short", 1.5, 100, kMainTime},
                        Case{"no clock runs", 2.0, 4000, "go depth 5"}}) {
    Stage stage(3, 0);
    stage.settings.rules.extend_on_split = c.factor;
    begin_split(stage, c.ms, c.go);
    EXPECT_EQ(stage.count("bestmove"), 1) << c.why;
  }
}

TEST(SessionSplit, MoreThanHalfOfTheWeightIsNoSplit) {
  Stage stage(3, 0, "optimistic");
  stage.settings.rules.extend_on_split = 2;
  stage.settings.engines[1].weight = 2.5;
  begin_split(stage, 4000);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
  Stage half(2, 0, "optimistic");
  half.settings.rules.extend_on_split = 2;
  half.begin_game();
  half.host("position startpos");
  half.host(kMainTime);
  half.pass(4000);
  vote(half, 0, "7g7f");
  vote(half, 1, "2g2f");
  EXPECT_EQ(half.count("bestmove"), 0);
}

TEST(SessionSplit, ADeclarationAndAMajorityThatResignsAreNotKeptWaiting) {
  // Black's king has entered with all that 27 points need.
  const std::string entered = "position sfen K1RRBBGGG/PPPPPPPPP/9/9/9/9/9/9/8k b 4S4N4L 1";
  Stage stage(3, 0);
  stage.settings.rules.extend_on_split = 2;
  stage.begin_game();
  stage.host(entered);
  stage.host(kMainTime);
  stage.pass(4000);
  stage.child(0, "bestmove S*5e");
  stage.child(1, "bestmove S*4e");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(2, "bestmove win");
  EXPECT_EQ(stage.last("bestmove"), "bestmove win");

  Stage resigned(5, 0);
  resigned.settings.rules.extend_on_split = 2;
  resigned.begin_game();
  resigned.host("position startpos");
  resigned.host(kMainTime);
  resigned.pass(4000);
  vote(resigned, 0, "7g7f");
  vote(resigned, 1, "2g2f");
  for (const int voter : {2, 3, 4}) resigned.child(voter, "bestmove resign");
  EXPECT_EQ(resigned.last("bestmove"), "bestmove resign");
}

TEST(SessionSplit, AMateOnTheBoardIsNotKeptWaiting) {
  Stage stage(3, 0, "optimistic");
  begin_beside_a_mate(stage);
  stage.child(2, "bestmove G*5b");
  EXPECT_EQ(stage.last("bestmove"), "bestmove G*5b");
}

TEST(SessionSplit, AMateThatIsFoundInItIsPlayed) {
  Stage stage(2, 1, "optimistic");
  begin_beside_a_mate(stage);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(2, "checkmate G*5b");
  EXPECT_EQ(stage.last("bestmove"), "bestmove G*5b");
}

TEST(SessionSplit, TheReserveIsNotCalledWhileVotersThinkAgainInSilence) {
  Stage stage(2, 0, "optimistic");
  stage.settings.rules.extend_on_split = 10;
  stage.children.back().starts = true;
  stage.begin_game();
  stage.host("position startpos");
  stage.host(kMainTime);
  stage.pass(100'000);
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 2g2f");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(150'000);
  EXPECT_EQ(stage.children.back().starts_seen, 0);
}

TEST(SessionSplit, TheGuisOptionIsInPercent) {
  Stage stage(3, 0);
  stage.begin();
  stage.host("usi");
  EXPECT_TRUE(stage.has("option name G_ExtendOnSplit type spin default 100 min 100 max 1000"));
  stage.host("setoption name G_ExtendOnSplit value 125");
  stage.host("isready");
  stage.host("usinewgame");
  stage.host("position startpos");
  stage.host(kMainTime);
  stage.pass(8000);
  vote(stage, 0, "7g7f");
  vote(stage, 1, "2g2f");
  vote(stage, 2, "5g5f");
  EXPECT_EQ(stage.children[0].last("go"), "go btime 0 wtime 0 byoyomi 1850");
}

// --- quorum
// ---------------------------------------------------------------------------------------

TEST(SessionQuorum, TheRestHaveThatPartOfTheTimeMoreAndAreStopped) {
  Stage stage(3, 0);
  stage.settings.quorum = 2;
  stage.settings.min_use = 0.5;
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 10000");
  stage.child(2, "info depth 5 score cp 10 pv 2g2f");
  stage.pass(1000);
  vote(stage, 0, "7g7f");
  stage.pass(1000);
  vote(stage, 1, "2g2f");
  stage.pass(1999);
  EXPECT_EQ(stage.children[2].count("stop"), 0);
  stage.pass(1);
  EXPECT_EQ(stage.children[2].count("stop"), 1);
  stage.child(2, "bestmove 2g2f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

TEST(SessionQuorum, WhoDoesNotAnswerStopIsNotWaitedForBeyondTheGrace) {
  Stage stage(3, 0);
  stage.settings.quorum = 2;
  stage.begin_game();
  stage.host("position startpos");
  stage.host(kMainTime);
  stage.pass(9000);
  vote(stage, 0, "7g7f");
  vote(stage, 1, "2g2f");
  stage.pass(999);
  EXPECT_EQ(stage.children[2].count("stop"), 0);
  stage.pass(202);
  EXPECT_EQ(stage.children[2].count("stop"), 1);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

TEST(SessionQuorum, VoidBallotsAreNone) {
  Stage stage(3, 0);
  stage.settings.quorum = 1;
  stage.settings.min_use = 1.0;
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 10000");
  stage.pass(1000);
  stage.child(0, "bestmove 7g7e");
  stage.pass(4000);
  EXPECT_EQ(stage.children[1].count("stop"), 0);
  vote(stage, 1, "2g2f");
  stage.pass(1);
  EXPECT_EQ(stage.children[2].count("stop"), 1);
}

TEST(SessionQuorum, ItHoldsWithoutAClockAsWell) {
  Stage stage(3, 0);
  stage.settings.quorum = 2;
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go depth 20");
  stage.pass(9000);
  vote(stage, 0, "7g7f");
  vote(stage, 1, "2g2f");
  stage.pass(1201);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(SessionQuorum, WhereMoreAreWantedAnEngineThatHangsStillDoesNotEatTheClock) {
  Stage stage(3, 0);
  stage.settings.quorum = 3;
  stage.begin_game();
  stage.host("position startpos");
  stage.host(kMainTime);
  vote(stage, 0, "7g7f");
  vote(stage, 1, "2g2f");
  stage.pass(5000);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(SessionQuorum, NoMinimumOfUseIsThePlannedTime) {
  Stage stage(3, 0);
  stage.settings.quorum = 2;
  stage.settings.min_use = 0.0;
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 10000");
  stage.pass(100);
  vote(stage, 0, "7g7f");
  vote(stage, 1, "2g2f");
  stage.pass(9000);
  EXPECT_EQ(stage.children[2].count("stop"), 0);
  stage.pass(899);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(SessionQuorum, WhatAStrategyAsksBehindTheBallotsHasItsOwnTime) {
  Stage stage(3, 0, "exchange");
  stage.settings.quorum = 2;
  stage.settings.min_use = 0.5;
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 10000");
  stage.pass(1000);
  vote(stage, 0, "7g7f", 10);
  vote(stage, 1, "2g2f", 10);
  stage.pass(1001);  // the third is left behind
  EXPECT_EQ(stage.children[2].count("stop"), 1);
  stage.pass(200);  // and has a moment for a last line
  EXPECT_EQ(stage.children[0].last("position"), "position startpos moves 2g2f");
  EXPECT_EQ(stage.children[1].last("position"), "position startpos moves 7g7f");
  EXPECT_EQ(stage.children[0].count("stop"), 0);
  stage.pass(500);  // and not the two: they have just begun
  EXPECT_EQ(stage.children[0].count("stop"), 0);
  vote(stage, 0, "3c3d", 90);   // bad for who played 2g2f
  vote(stage, 1, "8c8d", -90);  // good for who played 7g7f
  stage.child(2, "bestmove 5g5f");
  vote(stage, 2, "3c3d", 0);
  vote(stage, 2, "3c3d", 0);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

}  // namespace
}  // namespace gougi::relay::testing
