// SPDX-License-Identifier: MIT
// Mates after moves: which positions solvers are given, what a mate found there does, and that
// nothing of it outlives its round.
#include <gtest/gtest.h>

#include "consensus/strategy.hpp"
#include "relay/logged_session.hpp"
#include "relay/mate_proof.hpp"
#include "relay/roster.hpp"
#include "relay/stage.hpp"
#include "study/log_replay.hpp"

namespace gougi::relay::testing {
namespace {

// White mates by G*5h, whatever Black plays, unless the king leaves.
constexpr const char* kUnderThreat = "position sfen 4k4/9/9/9/9/9/4p3P/9/4K4 b g 1";
constexpr const char* kAfterPawn = "position sfen 4k4/9/9/9/9/8P/4p4/9/4K4 w g 2";
constexpr const char* kAfterKing = "position sfen 4k4/9/9/9/9/9/4p3P/9/5K3 w g 2";
constexpr const char* kNews =
    "mateinfo position sfen 4k4/9/9/9/9/8P/4p4/9/4K4 w g 2 checkmate G*5h";

void begin_threat(Stage& stage, const std::string& go = "go byoyomi 10000") {
  stage.settings.mate_threats = true;
  stage.begin_game();
  stage.host(kUnderThreat);
  stage.host(go);
}

TEST(SessionMates, AMoveAfterWhichTheOpponentMatesIsNotPlayedWhileAnotherRemains) {
  Stage stage(3, 1);
  begin_threat(stage);
  stage.child(0, "info depth 5 score cp 50 pv 1g1f");
  stage.child(1, "info depth 5 score cp 40 pv 1g1f");
  stage.child(2, "info depth 5 score cp -70 pv 5i4i");
  stage.child(3, "checkmate nomate");  // of the position itself
  EXPECT_EQ(stage.children[3].last("position"), kAfterPawn);
  EXPECT_EQ(stage.children[3].last("go"), "go mate 1000");
  stage.child(3, "checkmate G*5h");
  EXPECT_EQ(stage.children[3].last("position"), kAfterKing);
  stage.child(0, "bestmove 1g1f");
  stage.child(1, "bestmove 1g1f");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(2, "bestmove 5i4i");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 5i4i");
  EXPECT_TRUE(stage.has("info string [X] bestmove 1g1f [P 1g1f] [value 50] [is mated in 1] [E1]"));
  EXPECT_TRUE(stage.has("info string [O] bestmove 5i4i [K 5i4i] [value -70] [E3]"));
}

TEST(SessionMates, AMoveOfALineAfterWhichTheOpponentMatesIsNotPlayedEither) {
  Stage stage(2, 1, "average");
  for (int i = 0; i < 2; ++i) {
    stage.children[i].option_lines = {"option name MultiPV type spin default 1 min 1 max 500"};
  }
  begin_threat(stage);
  stage.child(2, "checkmate nomate");  // of the position itself
  for (const auto& [child, own] : {std::pair(0, "5i4i"), std::pair(1, "5i6i")}) {
    stage.child(child, "info depth 5 multipv 1 score cp 100 pv " + std::string(own));
    stage.child(child, "info depth 5 multipv 2 score cp 95 pv 1g1f");
    stage.child(child, "bestmove " + std::string(own));
  }
  for (int i = 0; i < 5 && stage.count("bestmove") == 0; ++i) {
    const bool after_the_pawn = stage.children[2].last("position") == kAfterPawn;
    stage.child(2, after_the_pawn ? "checkmate G*5h" : "checkmate nomate");
    stage.pass(30);
  }
  EXPECT_EQ(stage.last("bestmove"), "bestmove 5i4i");
}

TEST(SessionMates, ALineOnWhichPerpetualCheckIsLostFirstIsNoMate) {
  const std::string game =
      "position sfen 6+R2/8k/7n1/8P/9/9/9/9/K8 b N 1 "
      "moves 3a3b 1b1a 3b3a 1a1b 3a3b 1b1a 3b3a 1a1b 3a3b 1b1a";
  Stage first(1, 1);
  first.begin_game();
  first.host("position sfen 8k/6+R2/7n1/8P/9/9/9/9/K8 b N 1");
  first.host("go byoyomi 1000");
  first.child(1, "checkmate 3b3a 1a1b N*2d");
  EXPECT_EQ(first.last("bestmove"), "bestmove 3b3a ponder 1a1b");
  Stage again(1, 1);
  again.begin_game();
  again.host(game);
  again.host("go byoyomi 1000");
  again.child(1, "checkmate 3b3a 1a1b N*2d");
  EXPECT_EQ(again.count("bestmove"), 0);
  again.child(0, "info depth 9 score cp 900 pv 3b2c");
  again.child(0, "bestmove 3b2c");
  EXPECT_EQ(again.last("bestmove"), "bestmove 3b2c");
}

TEST(MateProof, EndsTooSoonWhereAReplyThatTheLineHasNotWouldBeAFourthOccurrence) {
  const auto game = [](const std::string& moves) {
    const auto command =
        usi::parse_command("position sfen 6R2/8k/9/9/9/9/9/9/K8 b - 1 moves" + moves);
    std::string warning;
    return *game::replay(game::shogi_rules(), std::get<usi::PositionCommand>(*command), {},
                         warning);
  };
  const std::string round = " 3a3b 1b1a 3b3a 1a1b";
  const std::vector<usi::Move> line{*usi::parse_move("3b3a"), *usi::parse_move("1a2b"),
                                    *usi::parse_move("3a3b")};
  EXPECT_FALSE(ends_too_soon(game(round + " 3a3b 1b1a"), line));
  EXPECT_TRUE(ends_too_soon(game(round + round + " 3a3b 1b1a"), line));
}

TEST(MateProof, EndsTooSoonWhereTheGameIsOverOrMayPassThroughWhatHasOccurredThreeTimes) {
  const auto game = [](const std::string& moves) {
    const auto command =
        usi::parse_command("position sfen 6+R2/8k/7n1/8P/9/9/9/9/K8 b Np 1 moves" + moves);
    std::string warning;
    return *game::replay(game::shogi_rules(), std::get<usi::PositionCommand>(*command), {},
                         warning);
  };
  const std::string round = " 3a3b 1b1a 3b3a 1a1b";
  const std::vector<usi::Move> mate{*usi::parse_move("N*2d")};
  const std::vector<usi::Move> longer{*usi::parse_move("3a3b"), *usi::parse_move("1b1a"),
                                      *usi::parse_move("3b3c")};
  EXPECT_TRUE(ends_too_soon(game(round + round + round), mate)) << "White has won";
  EXPECT_FALSE(ends_too_soon(game(round + round + " 3a3b 1b1a"), mate)) << "nothing is between";
  EXPECT_TRUE(ends_too_soon(game(round + round + " 3a3b 1b1a"), longer));
  EXPECT_FALSE(ends_too_soon(game(round + " 3a3b 1b1a"), longer));
}

TEST(SessionMates, TheMateMayBeFoundAfterTheBallot) {
  Stage stage(2, 1, "optimistic");
  begin_threat(stage);
  stage.child(0, "info depth 5 score cp 500 pv 1g1f");
  stage.child(0, "bestmove 1g1f");
  stage.child(2, "checkmate nomate");
  stage.child(2, "checkmate G*5h");
  stage.child(1, "info depth 5 score cp -500 pv 5i4i");
  stage.child(1, "bestmove 5i4i");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 5i4i");
}

TEST(SessionMates, AMoveThatComesWithItsBestmoveIsLookedAtBeforeItIsPlayed) {
  Stage stage(2, 1, "optimistic");
  begin_threat(stage);
  stage.child(2, "checkmate nomate");
  stage.child(1, "info depth 5 score cp -500 pv 5i4i");
  stage.child(1, "bestmove 5i4i");
  stage.child(0, "info depth 5 score cp 500 pv 1g1f");
  stage.child(0, "bestmove 1g1f");
  EXPECT_EQ(stage.children[2].last("position"), kAfterPawn);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(2, "checkmate G*5h");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 5i4i");  // there is no third: no need to look
}

TEST(SessionMates, ASolverThatLooksAtSomethingElseIsStoppedForTheThreat) {
  Stage stage(2, 1, "optimistic");
  stage.children[2].on_stop = {"checkmate timeout"};
  begin_threat(stage);
  stage.child(0, "info depth 5 score cp 500 pv 1g1f");
  stage.child(0, "bestmove 1g1f");
  stage.child(1, "bestmove 5i4i");
  EXPECT_EQ(stage.children[2].count("stop"), 1);  // the position itself
  EXPECT_EQ(stage.children[2].last("position"), kAfterPawn);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(2, "checkmate G*5h");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 5i4i");
}

TEST(SessionMates, EachCandidateIsLookedAtInItsTurnWhileTheTimeLasts) {
  Stage stage(3, 1, "optimistic");
  begin_threat(stage, "go depth 5");
  stage.child(3, "checkmate nomate");
  stage.child(0, "info depth 5 score cp 500 pv 1g1f");
  stage.child(0, "bestmove 1g1f");
  stage.child(1, "info depth 5 score cp 100 pv 5i4i");
  stage.child(1, "bestmove 5i4i");
  stage.child(2, "info depth 5 score cp 10 pv 5i6i");
  stage.child(2, "bestmove 5i6i");
  stage.pass(600);
  stage.child(3, "checkmate G*5h");
  EXPECT_EQ(stage.children[3].last("position"), kAfterKing);
  EXPECT_EQ(stage.children[3].last("go"), "go mate 400");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(400);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 5i4i");
}

TEST(SessionMates, ALookAtTheThreatsIsShortOnAMainTime) {
  Stage stage(2, 1, "optimistic");
  begin_threat(stage, "go btime 60000 wtime 60000");
  stage.child(2, "checkmate nomate");
  stage.pass(6000);
  stage.child(1, "bestmove 5i4i");
  stage.child(0, "info depth 5 score cp 500 pv 1g1f");
  stage.child(0, "bestmove 1g1f");
  EXPECT_EQ(stage.children[2].last("go"), "go mate 1000");
  stage.pass(999);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(1);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 1g1f");

  Stage quick(2, 1, "optimistic");
  begin_threat(quick, "go btime 10000 wtime 10000 binc 100 winc 100");
  quick.child(2, "checkmate nomate");
  quick.child(1, "bestmove 5i4i");
  quick.child(0, "info depth 5 score cp 500 pv 1g1f");
  quick.child(0, "bestmove 1g1f");
  EXPECT_EQ(quick.count("bestmove"), 0);
  quick.pass(202);  // a fiftieth of what there is
  EXPECT_EQ(quick.last("bestmove"), "bestmove 1g1f");
}

TEST(SessionMates, AThreatIsLookedAtInWhatIsLeftBehindTheVotersTime) {
  Stage stage(2, 1, "optimistic");
  begin_threat(stage, "go byoyomi 1000");
  stage.child(2, "checkmate nomate");
  for (int ms = 0; stage.children[0].count("stop") == 0 && ms < 1000; ++ms) stage.pass(1);
  stage.child(1, "bestmove 5i4i");
  stage.child(0, "info depth 5 score cp 500 pv 1g1f");
  stage.child(0, "bestmove 1g1f");
  EXPECT_EQ(stage.children[2].last("position"), kAfterPawn);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(2, "checkmate G*5h");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 5i4i");
}

TEST(SessionMates, WithHardlyAnythingLeftASolverIsAskedOrNothingIsWaitedFor) {
  Stage probe(1, 0);
  probe.begin_game();
  probe.host(kUnderThreat);
  probe.host("go byoyomi 1000");
  int deadline = 0;
  while (probe.count("bestmove") == 0 && deadline < 1000) {
    probe.pass(1);
    ++deadline;
  }
  for (int before = 30; before >= 0; --before) {
    Stage stage(2, 1, "optimistic");
    stage.children[2].on_stop = {"checkmate timeout"};
    begin_threat(stage, "go byoyomi 1000");
    stage.child(2, "checkmate nomate");
    stage.child(1, "bestmove 5i4i");
    stage.pass(deadline - before);
    if (stage.count("bestmove") > 0) continue;
    stage.child(0, "info depth 5 score cp 500 pv 1g1f");
    stage.child(0, "bestmove 1g1f");
    const bool asked = stage.children[2].last("position") == kAfterPawn;
    EXPECT_EQ(stage.count("bestmove"), asked ? 0 : 1) << before;
    stage.pass(before + 1);
    EXPECT_EQ(stage.count("bestmove"), 1) << before;
  }
}

TEST(SessionMates, NothingWaitsForAThreatWhereItCannotMatter) {
  // No other move; no solver; the time is up.
  Stage alone(2, 1);
  begin_threat(alone);
  alone.child(2, "checkmate nomate");
  alone.child(0, "bestmove 1g1f");
  alone.child(1, "bestmove 1g1f");
  EXPECT_EQ(alone.count("bestmove"), 1);

  Stage without(2, 1, "optimistic");
  begin_threat(without);
  without.children[2].starts = false;
  without.end_child(2);
  without.child(0, "info depth 5 score cp 500 pv 1g1f");
  without.child(0, "bestmove 1g1f");
  without.child(1, "bestmove 5i4i");
  EXPECT_EQ(without.count("bestmove"), 1);

  Stage late(2, 1, "optimistic");
  begin_threat(late, "go infinite");
  late.child(2, "checkmate nomate");
  late.child(0, "info depth 5 score cp 500 pv 1g1f");
  late.host("stop");
  late.child(0, "bestmove 1g1f");
  late.child(1, "bestmove 5i4i");
  EXPECT_EQ(late.count("bestmove"), 1);
}

TEST(SessionMates, AThreatAgainstAnEarlyMajorityGivesTheOthersTheirSay) {
  Stage stage(3, 1);
  begin_threat(stage);
  stage.child(3, "checkmate nomate");
  stage.child(0, "bestmove 1g1f");
  stage.child(1, "bestmove 1g1f");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(3, "checkmate G*5h");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(3000);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(2, "bestmove 5i4i");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 5i4i");
}

TEST(SessionMates, WhereEveryMoveWalksIntoAMateOneOfThemIsPlayed) {
  Stage stage(2, 1);
  begin_threat(stage);
  stage.child(0, "info depth 5 score cp 50 pv 1g1f");
  stage.child(2, "checkmate nomate");
  stage.child(2, "checkmate G*5h");
  stage.child(0, "bestmove 1g1f");
  stage.child(1, "bestmove 1g1f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 1g1f");
}

TEST(SessionMates, AThreatThatTheRulesDoNotConfirmDoesNotCount) {
  for (const char* line : {"checkmate G*4h", "checkmate G*5h 5i5h", "checkmate 5a5b",
                           "checkmate nomate", "checkmate timeout", "bestmove G*5h"}) {
    Stage stage(2, 1, "optimistic");
    begin_threat(stage);
    stage.child(0, "info depth 5 score cp 500 pv 1g1f");
    stage.child(2, "checkmate nomate");
    stage.child(2, line);
    stage.child(0, "bestmove 1g1f");
    stage.child(1, "bestmove 5i4i");
    stage.pass(1000);  // who has not said anything yet might still
    EXPECT_EQ(stage.last("bestmove"), "bestmove 1g1f") << line;
    EXPECT_FALSE(stage.has("is mated")) << line;
  }
}

TEST(SessionMates, SolversAreStoppedWhenTheMoveIsPlayedAndTheirLateMateCountsNoMore) {
  Stage stage(1, 1);
  stage.settings.mate_threats = true;
  stage.copies(1);
  begin_threat(stage);
  stage.child(0, "info depth 5 score cp 500 pv 1g1f");
  stage.pass(25);
  EXPECT_EQ(stage.children[2].last("position"), kAfterPawn);
  stage.child(0, "bestmove 1g1f");
  ASSERT_EQ(stage.count("bestmove"), 1);
  EXPECT_EQ(stage.children[1].heard.back(), "stop");
  EXPECT_EQ(stage.children[2].heard.back(), "stop");
  stage.said.clear();
  // The same position again: the answer that comes now is of the old search.
  stage.host("go byoyomi 10000");
  stage.child(2, "checkmate G*5h");
  stage.child(0, "info depth 5 score cp 500 pv 1g1f");
  stage.child(0, "bestmove 1g1f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 1g1f");
  EXPECT_FALSE(stage.has("is mated"));
}

TEST(SessionMates, SolversAreStoppedWhenTheGuiMovesOn) {
  Stage stage(1, 1);
  begin_threat(stage, "go ponder byoyomi 10000");
  stage.child(0, "info depth 5 score cp 500 pv 1g1f");
  stage.child(1, "checkmate nomate");
  EXPECT_EQ(stage.children[1].last("position"), kAfterPawn);
  stage.host("position startpos");
  stage.host("go byoyomi 10000");
  EXPECT_EQ(stage.children[1].heard.back(), "stop");
  stage.child(1, "checkmate G*5h");
  EXPECT_EQ(stage.children[1].last("position"),
            "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
  EXPECT_EQ(stage.count("bestmove"), 0);
}

TEST(SessionMates, TheMateIsFoundInPonderAndHoldsAfterTheHit) {
  Stage stage(2, 1, "optimistic");
  begin_threat(stage, "go ponder byoyomi 10000");
  stage.child(0, "info depth 5 score cp 500 pv 1g1f");
  stage.child(2, "checkmate nomate");
  stage.child(2, "checkmate G*5h");
  stage.child(0, "bestmove 1g1f");
  stage.child(1, "bestmove 5i4i");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.host("ponderhit");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 5i4i");
}

TEST(SessionMates, APositionWithoutACheckIsNotWorthASearch) {
  Stage stage(1, 1);
  stage.settings.mate_threats = true;
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 10000");
  stage.child(1, "checkmate nomate");
  stage.child(0, "info depth 5 score cp 50 pv 7g7f 3c3d 2g2f");
  stage.pass(5000);
  EXPECT_EQ(stage.children[1].count("go"), 1);
}

// Positions after the second and the fourth move are not searched: Black has nothing to check with.
constexpr const char* kFivePlies = "info depth 5 score cp 50 pv 5i4i 5a4a 4i5i 4a5a 1g1f";

TEST(SessionMates, TheThreatsAreThoseOfTheFirstMovesOnly) {
  Stage stage(1, 1);
  begin_threat(stage);
  stage.child(1, "checkmate nomate");
  stage.child(0, kFivePlies);
  stage.pass(25);
  EXPECT_EQ(stage.children[1].last("position"), kAfterKing);
  for (int i = 0; i < 3; ++i) stage.child(1, "checkmate nomate");
  EXPECT_EQ(stage.children[1].count("go mate"), 2);
}

TEST(SessionMates, ThePvIsWorkedThroughByAllSolversWhereItIsAskedFor) {
  Stage stage(1, 1);
  stage.copies(1, 700);
  stage.begin_game();
  stage.host(kUnderThreat);
  stage.host("go byoyomi 10000");
  stage.child(1, "checkmate nomate");
  stage.child(0, kFivePlies);
  stage.pass(25);
  EXPECT_EQ(stage.children[1].last("position"), kAfterKing);
  EXPECT_EQ(stage.children[2].last("position"), "position sfen 5k3/9/9/9/9/9/4p3P/9/4K4 w g 4");
  EXPECT_EQ(stage.children[2].last("go"), "go mate 700");
  stage.child(2, "checkmate nomate");
  EXPECT_EQ(stage.children[2].last("position"), "position sfen 4k4/9/9/9/9/8P/4p4/9/4K4 w g 6");
  stage.child(1, "checkmate nomate");
  stage.child(2, "checkmate nomate");
  EXPECT_EQ(stage.children[1].count("go mate") + stage.children[2].count("go mate"), 4);
}

TEST(SessionMates, WhatEnginesThinkAlikeIsSearchedOnceARound) {
  Stage stage(3, 1);
  stage.copies(2);
  begin_threat(stage);
  for (const int voter : {0, 1, 2}) {
    stage.child(voter, "info depth 5 score cp 50 pv 1g1f");
    stage.pass(30);
  }
  for (int i = 0; i < 3; ++i) {
    for (const int solver : {3, 4, 5}) stage.child(solver, "checkmate timeout");
    stage.child(0, "info depth 6 score cp 50 pv 1g1f");
    stage.pass(30);
  }
  EXPECT_EQ(
      stage.children[3].count("go") + stage.children[4].count("go") + stage.children[5].count("go"),
      2);  // the position itself, and that one
  for (const int voter : {0, 1, 2}) stage.child(voter, "bestmove 1g1f");
  ASSERT_EQ(stage.count("bestmove"), 1);
  stage.host("go byoyomi 10000");
  stage.child(0, "info depth 6 score cp 50 pv 1g1f");
  stage.pass(30);
  EXPECT_EQ(
      stage.children[3].count("go") + stage.children[4].count("go") + stage.children[5].count("go"),
      4);  // another round, another time
}

TEST(SessionMates, ASolverThatDiesOfAPositionIsRestartedAndGivenTheNext) {
  Stage stage(2, 1);
  begin_threat(stage);
  stage.child(0, "info depth 5 score cp 50 pv 1g1f");
  stage.child(1, "info depth 5 score cp 50 pv 5i4i");
  stage.child(2, "checkmate nomate");
  ASSERT_EQ(stage.children[2].last("position"), kAfterPawn);
  stage.end_child(2, "signal 11");
  stage.pass(50);
  EXPECT_EQ(stage.children[2].starts_seen, 2);
  EXPECT_EQ(stage.children[2].last("position"), kAfterKing);
  EXPECT_EQ(stage.children[2].count(kAfterPawn), 1);
  stage.child(0, "bestmove 1g1f");
  stage.child(1, "bestmove 1g1f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 1g1f");
}

TEST(SessionMates, ASolverThatKnowsNoTimeLimitIsStoppedAndGivenTheNext) {
  Stage stage(2, 1);
  stage.children[2].on_stop = {"checkmate timeout"};
  begin_threat(stage);
  stage.child(0, "info depth 5 score cp 50 pv 1g1f");
  stage.child(1, "info depth 5 score cp 50 pv 5i4i");
  stage.child(2, "checkmate nomate");
  stage.pass(1199);  // of 1000 and the grace to answer
  EXPECT_EQ(stage.children[2].count("stop"), 0);
  stage.pass(1);
  EXPECT_EQ(stage.children[2].count("stop"), 1);
  EXPECT_EQ(stage.children[2].last("position"), kAfterKing);
}

TEST(SessionMates, SolversThatHaveNothingNewToLookAtWaitWithoutATimer) {
  Stage stage(1, 1);
  begin_threat(stage, "go infinite");
  stage.child(1, "checkmate nomate");
  stage.child(0, "info depth 5 score cp 50 pv 1g1f");
  stage.pass(25);
  stage.child(1, "checkmate timeout");
  stage.pass(60'000);
  EXPECT_EQ(stage.session->deadline(), std::nullopt);
}

TEST(SessionMates, CopiesAreMadeReadyByAGoWithoutIsready) {
  Stage stage(1, 1);
  stage.copies(2);
  stage.settings.mate_threats = true;
  stage.begin();
  stage.host("usi");
  stage.host(kUnderThreat);
  stage.host("go byoyomi 10000");
  stage.child(0, "info depth 5 score cp 500 pv 1g1f");
  stage.pass(25);
  EXPECT_EQ(stage.children[2].last("position"), kAfterPawn);
}

TEST(SessionMates, TheStrategyMatePvAsksForThePvWithoutCopies) {
  Stage stage(1, 1, "mate-pv");
  stage.begin_game();
  stage.host(kUnderThreat);
  stage.host("go byoyomi 10000");
  stage.child(1, "checkmate nomate");
  stage.child(0, kFivePlies);
  stage.pass(25);
  for (int i = 0; i < 3; ++i) stage.child(1, "checkmate nomate");
  EXPECT_EQ(stage.children[1].count("go mate"), 4);
}

TEST(SessionMates, NobodyLooksAtPvsUnlessAsked) {
  Stage stage(1, 1);
  stage.begin_game();
  stage.host(kUnderThreat);
  stage.host("go byoyomi 10000");
  stage.child(1, "checkmate nomate");
  stage.child(0, "info depth 5 score cp 50 pv 1g1f");
  stage.pass(1000);
  EXPECT_EQ(stage.children[1].count("go"), 1);
}

// --- mateinfo
// -------------------------------------------------------------------------------------

void find_mate(Stage& stage, int solver) {
  stage.child(0, "info depth 5 score cp 50 pv 1g1f");
  stage.child(solver, "checkmate nomate");
  stage.child(solver, "checkmate G*5h");
}

TEST(SessionMateInfo, AMateIsToldSoOftenSoFarApartToWhoUnderstandsIt) {
  Stage stage(2, 1);
  stage.settings.mate_info = {Milliseconds(50), 3};
  stage.settings.engines[0].capabilities = {"mateinfo"};
  begin_threat(stage);
  find_mate(stage, 2);
  EXPECT_EQ(stage.children[0].heard.back(), kNews);
  EXPECT_EQ(stage.children[0].count("mateinfo"), 1);
  stage.pass(49);
  EXPECT_EQ(stage.children[0].count("mateinfo"), 1);
  stage.pass(1);
  EXPECT_EQ(stage.children[0].count("mateinfo"), 2);
  stage.pass(5000);
  EXPECT_EQ(stage.children[0].count("mateinfo"), 3);
  EXPECT_EQ(stage.children[1].count("mateinfo"), 0);
}

TEST(SessionMateInfo, EachOfSeveralMatesIsToldAtItsOwnTimes) {
  Stage stage(1, 1);
  stage.settings.engines[0].capabilities = {"mateinfo"};
  stage.settings.mate_info = {Milliseconds(100), 3};
  stage.copies(1);
  stage.begin_game();
  stage.host(kUnderThreat);
  stage.host("go byoyomi 10000");
  stage.child(1, "checkmate nomate");
  // Behind 1g1f and behind 1g1f 5a4a 1f1e White mates the same way.
  stage.child(0, "info depth 5 score cp 50 pv 1g1f 5a4a 1f1e");
  stage.pass(25);
  stage.child(1, "checkmate G*5h");
  EXPECT_EQ(stage.children[0].count("mateinfo"), 1);
  stage.pass(50);
  stage.child(2, "checkmate G*5h");
  EXPECT_EQ(stage.children[0].count("mateinfo"), 2);
  EXPECT_EQ(stage.children[0].count(kNews), 1);  // not before its time
  stage.pass(50);
  EXPECT_EQ(stage.children[0].count(kNews), 2);
  stage.pass(2000);
  EXPECT_EQ(stage.children[0].count(kNews), 3);
  EXPECT_EQ(stage.children[0].count("mateinfo"), 6);
}

TEST(SessionMateInfo, NothingIsToldBesideASearch) {
  Stage stage(2, 1);
  stage.settings.engines[0].capabilities = {"mateinfo"};
  begin_threat(stage);
  find_mate(stage, 2);
  stage.child(0, "bestmove 1g1f");
  stage.pass(1000);
  EXPECT_EQ(stage.children[0].count("mateinfo"), 1);  // its search has ended
  stage.child(1, "bestmove 1g1f");
  ASSERT_EQ(stage.count("bestmove"), 1);
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.pass(500);
  EXPECT_EQ(stage.children[0].count("mateinfo"), 1);  // nor in another round
}

TEST(SessionMateInfo, WhoWasToldToStopIsToldNothingMore) {
  Stage stage(1, 1);
  stage.settings.engines[0].capabilities = {"mateinfo"};
  begin_threat(stage, "go infinite");
  find_mate(stage, 1);
  stage.host("stop");
  stage.pass(150);
  EXPECT_EQ(stage.children[0].count("mateinfo"), 1);
}

TEST(SessionMateInfo, TheOptionsOfTheGuiSetIntervalAndCount) {
  Stage stage(1, 1);
  stage.settings.engines[0].capabilities = {"mateinfo"};
  stage.settings.mate_threats = true;
  stage.begin_game();
  stage.host("setoption name G_MateInfoInterval value 1000");
  stage.host("setoption name G_MateInfoCount value 2");
  stage.host("setoption name G_PvMateTimeout value 300");
  stage.host(kUnderThreat);
  stage.host("go byoyomi 10000");
  find_mate(stage, 1);
  EXPECT_EQ(stage.children[1].last("go"), "go mate 300");
  stage.pass(5000);
  EXPECT_EQ(stage.children[0].count("mateinfo"), 2);
}

// --- copies
// ---------------------------------------------------------------------------------------

TEST(SessionCopies, TheOptionsOfTheMateEngineReachItsCopiesAlsoAfterARestart) {
  Stage stage(1, 2);
  stage.copies(3);  // P1 and P3 of M1, P2 of M2
  for (int i = 1; i <= 5; ++i) {
    stage.children[static_cast<std::size_t>(i)].option_lines = {
        "option name Depth type spin default 5 min 1 max 99", "option name Clear type button"};
  }
  stage.settings.mate_engines[0].options = {{"Depth", "7"}};
  stage.begin_game();
  for (const std::size_t copy : {3U, 5U}) {
    EXPECT_EQ(stage.children[copy].last("setoption"), "setoption name Depth value 7");
  }
  EXPECT_EQ(stage.children[4].last("setoption"), "");
  stage.host("setoption name M1_Depth value 9");
  stage.host("setoption name M1_Clear");
  for (const std::size_t told : {1U, 3U, 5U}) {
    EXPECT_EQ(stage.children[told].last("setoption name D"), "setoption name Depth value 9");
    EXPECT_EQ(stage.children[told].heard.back(), "setoption name Clear");
  }
  for (const std::size_t other : {2U, 4U}) {
    EXPECT_EQ(stage.children[other].count("setoption"), 0);
  }
  stage.children[3].heard.clear();
  stage.end_child(3);
  stage.pass(5000);
  EXPECT_EQ(stage.children[3].starts_seen, 2);
  EXPECT_EQ(stage.children[3].last("setoption"), "setoption name Depth value 9");
  EXPECT_EQ(stage.children[3].count("setoption"), 1);
}

TEST(SessionCopies, AnOptionThatComesBeforeTheyRunIsKeptForThem) {
  Stage stage(1, 1);
  stage.copies(1);
  stage.children[2].option_lines = {"option name Depth type spin default 5 min 1 max 99"};
  stage.children[1].option_lines = stage.children[2].option_lines;
  stage.children[2].says_usiok = false;
  stage.begin();
  stage.host("usi");
  stage.host("setoption name M1_Depth value 9");
  EXPECT_EQ(stage.children[1].last("setoption"), "setoption name Depth value 9");
  stage.child(2, "usiok");
  EXPECT_EQ(stage.children[2].last("setoption"), "setoption name Depth value 9");
}

TEST(SessionCopies, TheyAreNotInTheOptionListNorComplainTwice) {
  Stage stage(1, 1);
  stage.copies(2);
  for (const std::size_t solver : {1U, 2U, 3U}) {
    stage.children[solver].option_lines = {"option name Depth type spin default 5 min 1 max 99"};
  }
  stage.settings.mate_engines[0].options = {{"Breadth", "7"}};
  stage.begin();
  stage.host("usi");
  EXPECT_EQ(stage.count("option name M1_Depth"), 1);
  EXPECT_EQ(stage.count("option name P"), 0);
  EXPECT_EQ(stage.count("option name M"), 2);  // and its name
  EXPECT_EQ(stage.count("info string stage.yaml: M1_Breadth: the engine has no such option"), 1);
  stage.said.clear();
  stage.host("setoption name P1_Depth value 3");
  EXPECT_EQ(stage.said.size(), 1U);
  stage.host("setoption name M1_Breadth value 3");
  EXPECT_EQ(stage.said.size(), 2U);
}

TEST(SessionCopies, GoMateIsTheMateEnginesOwn) {
  Stage stage(1, 1);
  stage.copies(1);
  stage.begin_game();
  stage.host(kUnderThreat);
  stage.host("go mate 1000");
  EXPECT_EQ(stage.children[1].count("go mate"), 1);
  EXPECT_EQ(stage.children[2].count("go"), 0);
}

TEST(Roster, TheOldConfigurationsCountBecomesSoManyCopies) {
  const auto settings = settings::parse_configuration(
      "Gougi.Type=詰探索エンジンとの合議（読み筋の局面も詰探索）\nEngine1.Path=a.exe\n"
      "MateEngine.Path=m.exe\nMateEngine.forPV.Count=2\n",
      "GougiShogi.config", consensus::strategy_names());
  ASSERT_TRUE(settings) << settings.error().message;
  std::string labels;
  for (const RosterEntry& entry : roster(*settings)) labels += entry.label() + " ";
  EXPECT_EQ(labels, "E1 M1 P1 P2 reserve ");
  EXPECT_EQ(roster(*settings)[3].twin_of, 1);
}

TEST(LogReplay, ASessionWithCopiesIsPlayedAgain) {
  LoggedSession session(
      "consensus: majority\nengines:\n  - {command: a, capabilities: [mateinfo]}\n"
      "  - {command: b}\nmate:\n  engines: [{command: m}]\n  pv: {count: 2}\n  threats: true\n");
  session.begin();
  session.begin_game();
  session.host(kUnderThreat);
  session.host("go byoyomi 10000");
  session.child(0, "info depth 5 score cp 50 pv 1g1f");
  session.pass(Milliseconds(30));
  session.child(3, "checkmate G*5h");
  session.pass(Milliseconds(500));
  session.child(0, "bestmove 1g1f");
  session.child(1, "bestmove 5i4i");
  study::LogReplay replay;
  for (const std::string& line : session.lines) ASSERT_TRUE(replay.take(line)) << line;
  EXPECT_EQ(replay.first_difference(), std::nullopt);
  ASSERT_EQ(replay.answers().size(), 1U);
  EXPECT_EQ(replay.answers()[0].replayed, "bestmove 5i4i");
  ASSERT_EQ(session.recorded.size(), 1U);
  EXPECT_NE(session.recorded[0].find("\"walks_into_mate\":true"), std::string::npos);
}

}  // namespace
}  // namespace gougi::relay::testing
