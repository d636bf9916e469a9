// SPDX-License-Identifier: MIT
// Rounds: what goes in, what comes out, and when.
#include <gtest/gtest.h>

#include "relay/stage.hpp"

namespace gougi::relay::testing {
namespace {

void answer_at_once(ModelChild& child, const std::string& move, const std::string& info = "") {
  child.on_go.clear();
  if (!info.empty()) child.on_go.push_back(info);
  child.on_go.push_back("bestmove " + move);
}

TEST(SessionRound, TheMajorityOfThreeIsPlayedOnce) {
  Stage stage(3, 0);
  answer_at_once(stage.children[0], "7g7f", "info depth 3 score cp 50 pv 7g7f 3c3d");
  answer_at_once(stage.children[1], "2g2f", "info depth 4 score cp -8 nodes 77 pv 2g2f 8c8d");
  answer_at_once(stage.children[2], "2g2f", "info depth 2 score cp 33 pv 2g2f");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_EQ(stage.said.back(), "bestmove 2g2f ponder 8c8d");
}

TEST(SessionRound, TheVotesAndTheWinnersLineComeBeforeTheBestmove) {
  Stage stage(2, 0, "optimistic");
  answer_at_once(stage.children[0], "7g7f", "info depth 3 score cp 50 nodes 10 pv 7g7f 3c3d");
  answer_at_once(stage.children[1], "2g2f", "info depth 4 score cp -8 pv 2g2f");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  ASSERT_GE(stage.said.size(), 6U);
  const auto end = stage.said.end();
  EXPECT_EQ(*(end - 6), "info string [O] bestmove 7g7f [P 7g7f] [value 50] [E1]");
  EXPECT_EQ(*(end - 5), "info string [X] bestmove 2g2f [P 2g2f] [value -8] [E2]");
  EXPECT_EQ(*(end - 4), "info string 7g7f 1/2: E1 +50 (highest value of all: 52.1%) | 2g2f: E2 -8");
  EXPECT_EQ(*(end - 3), "info depth 4 time 0 multipv 2 score cp -8 pv 2g2f");
  EXPECT_EQ(*(end - 2), "info depth 3 time 0 nodes 10 multipv 1 score cp 50 pv 7g7f 3c3d");
  EXPECT_EQ(*(end - 1), "bestmove 7g7f ponder 3c3d");
}

TEST(SessionRound, TheVoteTableSpeaksJapaneseWithTheLastScore) {
  Stage stage(1, 0);
  stage.settings.language = settings::Language::kJapanese;
  answer_at_once(stage.children[0], "7g7f", "info depth 3 score cp 40 pv 7g7f");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  answer_at_once(stage.children[0], "2g2f", "info depth 3 score cp 50 pv 2g2f");
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go byoyomi 1000");
  EXPECT_TRUE(
      stage.has("info string [O] bestmove 2g2f [２六歩(27)] [評価値 50 （前回40 差分10）] [E1]"));
}

TEST(SessionRound, AnIllegalVoteIsVoidAndShownAsSuch) {
  Stage stage(3, 0);
  answer_at_once(stage.children[0], "7g7e");
  answer_at_once(stage.children[1], "7g7e");
  answer_at_once(stage.children[2], "2g2f");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  EXPECT_TRUE(stage.last("bestmove").starts_with("bestmove 2g2f"));
  EXPECT_TRUE(stage.has("[X] bestmove 7g7e [void: illegal move] [E1]"));
}

TEST(SessionRound, ChildrenAreToldLessTimeThanThereIs) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos moves 7g7f");
  stage.host("go btime 10 wtime 60000 byoyomi 1000");
  EXPECT_EQ(stage.children[0].last("position"), "position startpos moves 7g7f");
  EXPECT_EQ(stage.children[0].last("go"), "go btime 10 wtime 60000 byoyomi 449");
}

TEST(SessionRound, ALateChildIsStoppedAndVotesByItsLastExactLine) {
  Stage stage(2, 0);
  answer_at_once(stage.children[0], "7g7f", "info depth 9 score cp 10 pv 7g7f");
  stage.begin_game();
  stage.settings.consensus = "majority";
  stage.host("setoption name G_GougiType value optimistic");
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.child(1, "info depth 5 score cp 80 pv 2g2f 8c8d");
  stage.child(1, "info depth 6 score cp 999 lowerbound pv 5g5f");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(1000);
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_EQ(stage.children[1].last("stop"), "stop");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f ponder 8c8d");
  EXPECT_TRUE(stage.has("[from its last line]"));
}

TEST(SessionRound, TheAnswerComesBeforeTheFlagAtEveryByoyomi) {
  for (const int byoyomi : {10, 50, 100, 500, 1000, 10000}) {
    Stage stage(2, 0);
    answer_at_once(stage.children[0], "7g7f");
    stage.begin_game();
    stage.host("position startpos");
    stage.host("go btime 0 wtime 0 byoyomi " + std::to_string(byoyomi));
    stage.pass(byoyomi - 1);
    EXPECT_EQ(stage.count("bestmove"), 1) << byoyomi;
  }
}

TEST(SessionRound, ALateAnswerNeverReachesTheNextMove) {
  Stage stage(2, 0, "optimistic");
  answer_at_once(stage.children[0], "7g7f");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 100");
  stage.pass(100);
  ASSERT_EQ(stage.last("bestmove"), "bestmove 7g7f");
  answer_at_once(stage.children[0], "2g2f");
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go byoyomi 100");
  // The second engine still owes its old answer: it is not asked before it has given it.
  EXPECT_EQ(stage.children[1].count("go"), 1);
  stage.child(1, "bestmove 5g5f");  // legal in the new position, but of the old search
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_EQ(stage.children[1].count("go"), 2);
  stage.child(1, "bestmove 2g2f");
  EXPECT_EQ(stage.count("bestmove"), 2);
  EXPECT_TRUE(stage.has("[O] bestmove 2g2f [P 2g2f] [value none] [E2]"));
}

TEST(SessionRound, ADoubledBestmoveIsDropped) {
  Stage stage(1, 0);
  stage.children[0].on_go = {"bestmove 7g7f", "bestmove 7g7f"};
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 100");
  stage.pass(1000);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(SessionRound, AllZeroClocksAreAnsweredFast) {
  for (const char* go : {"go", "go btime 0 wtime 0", "go btime 0 wtime 0 byoyomi 0"}) {
    Stage stage(1, 0);
    stage.begin_game();
    stage.host("position startpos");
    stage.host(go);
    stage.pass(60);
    EXPECT_EQ(stage.count("bestmove"), 1) << go;
  }
}

TEST(SessionRound, DepthAndNodesWaitForTheEnginesAlone) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go depth 7");
  EXPECT_EQ(stage.children[0].last("go"), "go depth 7");
  stage.pass(50'000);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(0, "bestmove 7g7f");
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(SessionRound, InfiniteIsAnsweredAtStopAndNotBefore) {
  Stage stage(2, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go infinite");
  stage.child(0, "info depth 5 score cp 10 pv 7g7f 3c3d");
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "info depth 8 score cp 30 pv 2g2f");
  stage.pass(100'000);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.host("stop");
  stage.pass(200);
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_TRUE(stage.last("bestmove").starts_with("bestmove 7g7f"));
}

TEST(SessionRound, StopWithoutASearchSaysNothing) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("stop");
  stage.host("ponderhit");
  EXPECT_TRUE(stage.said.empty());
}

TEST(SessionRound, AMatedPositionIsResignedWithoutAskingAnybody) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
  stage.host("go byoyomi 1000");
  EXPECT_EQ(stage.said.back(), "bestmove resign");
  EXPECT_EQ(stage.children[0].count("go"), 0);
}

TEST(SessionRound, OneVoiceForResignationIsNoMajority) {
  Stage stage(2, 0);
  answer_at_once(stage.children[0], "resign");
  answer_at_once(stage.children[1], "7g7f");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

TEST(SessionRound, ThatThereIsNoMoveIsVoidWhereThereAreSome) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.child(0, "info depth 1 score cp 5 pv 7g7f");
  stage.child(0, "bestmove (none)");
  EXPECT_NE(stage.last("bestmove"), "bestmove resign");
  EXPECT_TRUE(stage.has("[X] [void: bestmove none is no move] [E1]"));
}

TEST(SessionRound, AnUnconfirmedDeclarationIsVoid) {
  Stage stage(2, 0);
  answer_at_once(stage.children[0], "win");
  answer_at_once(stage.children[1], "7g7f");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

TEST(SessionRound, SearchmovesBindEveryVoter) {
  Stage stage(2, 0);
  answer_at_once(stage.children[0], "7g7f");
  answer_at_once(stage.children[1], "2g2f");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000 searchmoves 2g2f 5g5f");
  EXPECT_TRUE(stage.last("bestmove").starts_with("bestmove 2g2f"));
}

TEST(SessionRound, AnUnusablePositionIsSaidAndResigned) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos moves 7g7e");
  stage.host("go byoyomi 1000");
  EXPECT_EQ(stage.said.back(), "bestmove resign");
  EXPECT_TRUE(stage.has("move 1 (7g7e) is not legal"));
  stage.host("position startpos");
  answer_at_once(stage.children[0], "7g7f");
  stage.host("go byoyomi 1000");
  EXPECT_EQ(stage.said.back(), "bestmove 7g7f");
}

TEST(SessionRound, LaggardsAreHurriedWhenMostHaveAnswered) {
  Stage stage(3, 0);
  answer_at_once(stage.children[0], "7g7f");
  answer_at_once(stage.children[1], "3g3f");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 600000 wtime 600000 byoyomi 3000");
  stage.pass(2900);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(1000);  // the third hangs: it must not eat ten minutes
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(SessionRound, WhoIsHeardOfHasItsShareOfTheMainTime) {
  Stage stage(3, 0, "optimistic");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 600000 wtime 600000 binc 5000 winc 5000");
  stage.child(0, "info depth 1 score cp 10 pv 7g7f");
  stage.child(1, "info depth 1 score cp 20 pv 7g7f");
  stage.child(2, "info depth 1 score cp -100 pv 2g2f");
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 7g7f");
  stage.pass(30'000);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(2, "info depth 9 score cp 900 pv 2g2f");
  stage.child(2, "bestmove 2g2f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

TEST(SessionRound, TimeForThisMoveAloneIsEverybodysToItsEnd) {
  Stage stage(3, 0, "optimistic");
  answer_at_once(stage.children[0], "7g7f");
  answer_at_once(stage.children[1], "7g7f");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 10000");
  stage.pass(9'000);
  EXPECT_EQ(stage.count("bestmove"), 0);
  EXPECT_EQ(stage.children[2].count("stop"), 0);
}

TEST(SessionRound, AScoreWithoutAPvIsAScore) {
  Stage stage(2, 0, "optimistic");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.child(0, "info depth 2 score cp 1 pv 7g7f");
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "info depth 2 score cp 900");
  stage.child(1, "info depth 3 score cp -900 upperbound");
  stage.child(1, "bestmove 2g2f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

TEST(SessionRound, WhoResignsBesideTheLostIsNoMajority) {
  Stage stage(3, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.child(0, "bestmove resign");
  stage.child(1, "bestmove 5e5e");
  stage.pass(1'000);
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_NE(stage.last("bestmove"), "bestmove resign");
}

TEST(SessionRound, AMateInTheSightOfWhoIsNotWaitedForIsPlayed) {
  Stage stage(3, 0);
  stage.begin_game();
  stage.host("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
  stage.host("go byoyomi 1000");
  stage.child(2, "info depth 3 score cp 20 pv G*5b");
  stage.child(0, "bestmove G*9i");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(1, "bestmove G*9i");  // a majority
  EXPECT_EQ(stage.last("bestmove"), "bestmove G*5b");
}

TEST(SessionRound, WhoPlaysAnIllegalMoveIsRestarted) {
  Stage stage(2, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  const int before = stage.children[0].starts_seen;
  stage.child(0, "bestmove 5e5e");
  EXPECT_EQ(stage.children[0].starts_seen, before + 1);
  EXPECT_TRUE(stage.has("E1 (E1) ended: played an illegal move; it is restarted"));
  stage.child(1, "bestmove 7g7f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

// 5 MB a second.
void flood(Stage& stage, int child, int seconds) {
  const std::string line = "info depth 9 score cp 10 pv 7g7f string " + std::string(960, 'x');
  for (int i = 0; i < 10 * seconds; ++i) {
    for (int j = 0; j < 500; ++j) stage.child(child, line);
    stage.pass(100);
  }
}

TEST(SessionRound, WhoPrintsWithoutEndIsRestartedAndItsLastLineIsItsVote) {
  Stage stage(2, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 20000");
  const int before = stage.children[0].starts_seen;
  flood(stage, 0, 5);
  EXPECT_EQ(stage.children[0].starts_seen, before + 1);
  EXPECT_TRUE(stage.has("E1 (E1) ended: prints without end; it is restarted"));
  EXPECT_EQ(stage.children[0].last("go").starts_with("go "), true);  // it is asked again
  stage.child(1, "bestmove 2g2f");
  flood(stage, 0, 5);
  EXPECT_EQ(stage.children[0].starts_seen, before + 2);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

TEST(SessionRound, WhoIsEndedInMidSearchIsNotWaitedForHoweverLongItTakesToDie) {
  Stage stage(2, 0);
  stage.begin_game();
  stage.deaths_are_slow = true;
  stage.host("position startpos");
  stage.host("go byoyomi 20000");
  stage.child(1, "bestmove 2g2f");
  flood(stage, 0, 5);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(SessionRound, WhoPrintsALotForAMomentIsLeftInPeace) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go infinite");
  for (int i = 0; i < 10; ++i) {
    flood(stage, 0, 2);
    stage.pass(1500);
  }
  EXPECT_FALSE(stage.has("ended"));
}

TEST(SessionRound, TheLastAnswerOnceMoreEndsNoSearch) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.child(0, "bestmove 7g7f");
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go byoyomi 1000");
  stage.said.clear();
  stage.child(0, "bestmove 7g7f");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(0, "bestmove 2g2f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

TEST(SessionRound, WhereTheChosenEngineDiesAnotherPlays) {
  Stage stage(2, 0, "rotate-plies");
  answer_at_once(stage.children[1], "2g2f");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(0, "bestmove 5e5e");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

TEST(SessionRound, WhoPlaysForOneThatDiedGoesBeforeTheLineThatThatOneLeft) {
  for (const char* rule : {"rotate-plies", "relay-by-progress", "verify"}) {
    Stage stage(2, 0, rule);
    stage.begin_game();
    stage.host("position startpos");
    stage.host("go byoyomi 10000");
    stage.child(0, "info depth 3 score cp 10 nodes 100 pv 7g7f");
    stage.end_child(0);
    stage.child(1, "info depth 9 score cp 10 nodes 900 pv 2g2f");
    stage.child(1, "bestmove 2g2f");
    stage.pass(10'000);
    EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f") << rule;
    EXPECT_TRUE(stage.has("[void: replaced by another] [E1]")) << rule;
  }
}

TEST(SessionRound, ButNotWhereThatOneHadSearchedMoreOrSeenAMate) {
  for (const char* word : {"score cp 10 nodes 900", "score mate 7 nodes 90"}) {
    Stage stage(2, 0, "rotate-plies");
    stage.begin_game();
    stage.host("position startpos");
    stage.host("go byoyomi 10000");
    stage.child(0, "info depth 9 " + std::string(word) + " pv 7g7f");
    stage.end_child(0);
    stage.child(1, "info depth 3 score cp 10 nodes 100 pv 2g2f");
    stage.child(1, "bestmove 2g2f");
    stage.pass(10'000);
    EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f") << word;
  }
}

TEST(SessionRound, InAnAnalysisSomebodyThinksWhileWhoseTurnItIsCannot) {
  for (const char* rule : {"rotate-plies", "relay-by-progress", "verify"}) {
    for (const bool is_gone : {true, false}) {
      Stage stage(3, 0, rule);
      stage.begin_game();
      stage.children[0].starts = stage.children[1].starts = false;  // once more
      if (is_gone) stage.end_child(0);
      stage.host("position startpos");
      stage.host("go infinite");
      if (!is_gone) stage.end_child(0);
      EXPECT_EQ(stage.children[1].count("go"), 1) << rule;
      EXPECT_EQ(stage.children[2].count("go"), 0) << rule;
      stage.child(1, "info depth 9 score cp 10 nodes 900 pv 2g2f");
      stage.end_child(1);
      EXPECT_EQ(stage.children[2].count("go"), 1) << rule;
      stage.child(2, "info depth 9 score cp 10 nodes 900 pv 7g7f");
      EXPECT_FALSE(stage.has("bestmove"));
      stage.host("stop");
      stage.child(2, "bestmove 7g7f");
      EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f") << rule;
    }
  }
}

TEST(SessionRound, WhereTheGameIsOverNoEngineIsAskedInTurnEither) {
  for (const char* rule : {"rotate-plies", "mate", "verify", "relay-by-progress"}) {
    Stage stage(2, 1, rule);
    stage.begin_game();
    stage.host("position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");  // mated
    stage.host("go byoyomi 10000");
    EXPECT_EQ(stage.last("bestmove"), "bestmove resign") << rule;
    for (const ModelChild& child : stage.children) EXPECT_EQ(child.count("go"), 0) << rule;
  }
}

TEST(SessionRound, WhoStillLoadedAtTheDecisionHasGivenNoVoidAnswer) {
  Stage stage(2, 0);
  stage.children[1].says_readyok = false;
  stage.settings.ready = Milliseconds(2'000);
  stage.begin_game();
  stage.pass(2'000);
  ASSERT_EQ(stage.count("readyok"), 1);
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.child(0, "info depth 5 score cp 10 pv 7g7f");
  stage.pass(1000);
  ASSERT_EQ(stage.count("bestmove"), 1);
  EXPECT_TRUE(stage.has("[-] E2: loading"));
  EXPECT_FALSE(stage.has("[void: no answer] [E2]"));
}

TEST(SessionRound, RestartsInTheOpponentsTimeCostNoVote) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go ponder btime 0 wtime 0 byoyomi 1000");
  for (int i = 0; i < 3; ++i) {
    stage.child(0, "info depth 5 score cp 10 pv 2g2f");
    stage.end_child(0);
    stage.pass(60'000);
    EXPECT_TRUE(stage.children[0].last("go").starts_with("go ponder")) << i;
  }
  stage.host("ponderhit");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(0, "bestmove 6g6f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 6g6f");
}

TEST(SessionRound, AnAnalysisIsJoinedAgainAfterEveryRestart) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go infinite");
  for (int i = 0; i < 4; ++i) {
    stage.children[0].heard.clear();
    stage.end_child(0);
    stage.pass(60'000);
    EXPECT_EQ(stage.children[0].last("go"), "go infinite") << i;
  }
}

TEST(SessionRound, TheMoveOfALineHasTheReplyOfThatLineToPonderOn) {
  Stage stage(2, 0, "average");
  for (auto& child : stage.children) {
    child.option_lines = {"option name MultiPV type spin default 1 min 1 max 500"};
  }
  stage.begin_game();
  stage.host("setoption name USI_Ponder value true");
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.child(0, "info depth 5 multipv 1 score cp 200 pv 7g7f 3c3d");
  stage.child(0, "info depth 5 multipv 2 score cp 180 pv 2g2f 8c8d");
  stage.child(0, "bestmove 7g7f ponder 3c3d");
  stage.child(1, "info depth 5 multipv 1 score cp 200 pv 6g6f 3c3d");
  stage.child(1, "info depth 5 multipv 2 score cp 180 pv 2g2f 3c3d");
  stage.child(1, "bestmove 6g6f ponder 3c3d");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f ponder 8c8d");
}

// Lines that a search has not come back to have what they had one depth before.
TEST(SessionRound, AnEnginesOwnMoveIsWorthNoLessThanItsOtherLines) {
  for (const char* const rule : {"average", "visits"}) {
    Stage stage(1, 0, rule);
    stage.children[0].option_lines = {"option name MultiPV type spin default 1 min 1 max 500"};
    stage.begin_game();
    stage.host("position startpos");
    stage.host("go byoyomi 1000");
    stage.child(0, "info depth 5 multipv 1 score cp 10 pv 7g7f 3c3d");
    stage.child(0, "info depth 4 multipv 2 score cp 90 pv 2g2f 8c8d");
    stage.child(0, "bestmove 7g7f");
    EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f ponder 3c3d") << rule;
  }
}

TEST(SessionRound, VetoUsesTheWholeTimeWhereAllAgree) {
  Stage stage(2, 0, "veto");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 3000");
  stage.child(0, "info depth 1 score cp 10 pv 7g7f");
  stage.child(1, "info depth 1 score cp 10 pv 7g7f");
  stage.pass(2'500);
  EXPECT_EQ(stage.children[0].count("stop"), 0);
  stage.pass(450);
  EXPECT_EQ(stage.children[0].count("stop"), 1);
}

TEST(SessionRound, VetoStopsItsVotersInTimeWhereTheyDiffer) {
  Stage stage(2, 0, "veto");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 3000");
  stage.child(0, "info depth 1 score cp 10 pv 7g7f");
  stage.child(1, "info depth 1 score cp 10 pv 2g2f");
  stage.pass(1'900);
  EXPECT_EQ(stage.children[0].count("stop"), 1);
}

TEST(SessionRound, OnAShortClockWithIncrementLaggardsCostLittleOfIt) {
  Stage stage(3, 0);
  answer_at_once(stage.children[0], "7g7f");
  answer_at_once(stage.children[1], "3g3f");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 2000 wtime 2000 binc 100 winc 100");
  stage.pass(500);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(SessionRound, TheIncrementIsThereForLaggardsToo) {
  Stage stage(3, 0);
  answer_at_once(stage.children[0], "7g7f");
  answer_at_once(stage.children[1], "3g3f");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 300 wtime 300 binc 400 winc 400");
  stage.pass(350);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(2, "bestmove 3g3f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 3g3f");
}

// --- mate overlay
// ---------------------------------------------------------------------------------

constexpr const char* kMateInOne = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";

TEST(SessionMate, AProvenMateBeatsTheVotesAtOnce) {
  Stage stage(3, 1, "majority");
  answer_at_once(stage.children[0], "5i5h");
  stage.begin_game();
  stage.host(kMateInOne);
  stage.host("go byoyomi 10000");
  EXPECT_EQ(stage.children[3].last("go"), "go mate 5000");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(3, "checkmate G*5b");
  EXPECT_EQ(stage.said.back(), "bestmove G*5b");
  EXPECT_EQ(stage.children[1].count("stop"), 1);
  EXPECT_TRUE(stage.has("[O] bestmove G*5b [G G*5b] [mate in 1] [M1]"));
  EXPECT_TRUE(stage.last("info depth").find("score mate 1 pv G*5b") != std::string::npos);
}

TEST(SessionMate, ALineThatIsNoMateIsNotBelieved) {
  Stage stage(1, 1);
  answer_at_once(stage.children[0], "5i5h");
  stage.children[1].on_go = {"checkmate G*5b G*4a"};
  stage.begin_game();
  stage.host(kMateInOne);
  stage.host("go byoyomi 10000");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 5i5h");
}

TEST(SessionMate, NobodyWaitsForTheSolver) {
  Stage stage(1, 1, "mate");
  answer_at_once(stage.children[0], "5i5h");
  stage.begin_game();
  stage.host(kMateInOne);
  stage.host("go byoyomi 10000");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 5i5h");
  EXPECT_EQ(stage.children[1].last("stop"), "stop");
}

TEST(SessionMate, TheMateStrategyAsksTheFirstEngineAlone) {
  Stage stage(2, 1, "mate");
  answer_at_once(stage.children[0], "7g7f");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  EXPECT_EQ(stage.children[1].count("go"), 0);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

TEST(SessionMate, AStaleMateOfTheLastPositionIsNotPlayed) {
  Stage stage(1, 1);
  answer_at_once(stage.children[0], "5i5h");
  stage.begin_game();
  stage.host(kMateInOne);
  stage.host("go byoyomi 1000");
  ASSERT_EQ(stage.count("bestmove"), 1);
  stage.children[0].on_go.clear();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.child(1, "checkmate G*5b");  // of the old search
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_EQ(stage.children[1].count("go mate"), 2);
}

TEST(SessionMate, ASolverWithoutAnswerToStopIsAskedForASignOfLife) {
  Stage stage(1, 1);
  answer_at_once(stage.children[0], "7g7f");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.pass(1100);
  EXPECT_EQ(stage.children[1].heard.back(), "isready");
  EXPECT_EQ(stage.children[1].starts_seen, 1);
  stage.host("position startpos moves 7g7f");
  stage.host("go byoyomi 1000");
  EXPECT_EQ(stage.children[1].count("go mate"), 2);
}

TEST(SessionMate, GoMateIsAnsweredByOneCheckmate) {
  Stage stage(1, 2);
  stage.begin_game();
  stage.host(kMateInOne);
  stage.host("go mate 5000");
  EXPECT_EQ(stage.children[0].count("go"), 0);
  stage.child(2, "checkmate timeout");
  EXPECT_EQ(stage.count("checkmate"), 0);
  stage.child(1, "checkmate G*5b");
  EXPECT_EQ(stage.said.back(), "checkmate G*5b");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.host("stop");
  EXPECT_EQ(stage.count("checkmate"), 1);
}

TEST(SessionMate, GoMateEndsInTimeWhateverTheSolverDoes) {
  Stage stage(1, 1);
  stage.begin_game();
  stage.host(kMateInOne);
  stage.host("go mate 1000");
  stage.pass(1000);
  EXPECT_EQ(stage.said.back(), "checkmate timeout");
  stage.host("setoption name G_MateTimeoutReply value none");
  stage.host("go mate infinite");
  stage.pass(100000);
  EXPECT_EQ(stage.count("checkmate"), 1);
  stage.host("stop");
  EXPECT_EQ(stage.said.back(), "checkmate none");
}

TEST(SessionMate, NomateAndNoSolver) {
  Stage stage(1, 1);
  stage.children[1].on_go = {"checkmate nomate"};
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go mate 1000");
  EXPECT_EQ(stage.said.back(), "checkmate nomate");
  Stage without(1, 0);
  without.begin_game();
  without.host("position startpos");
  without.host("go mate 1000");
  EXPECT_EQ(without.said.back(), "checkmate notimplemented");
}

// --- ponder
// ---------------------------------------------------------------------------------------

TEST(SessionPonder, AHitStartsTheClockAndNothingIsSaidBefore) {
  Stage stage(2, 0);
  stage.begin_game();
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go ponder btime 0 wtime 0 byoyomi 1000");
  EXPECT_EQ(stage.children[0].last("go"), "go ponder btime 0 wtime 0 byoyomi 924");
  stage.child(0, "bestmove 2g2f");  // done early: held back
  stage.pass(60'000);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.host("ponderhit");
  EXPECT_EQ(stage.children[1].last("ponderhit"), "ponderhit");
  EXPECT_EQ(stage.children[0].count("ponderhit"), 0);
  stage.child(1, "bestmove 2g2f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

TEST(SessionPonder, AMissIsAnsweredOnceAtStopAndForgotten) {
  Stage stage(2, 0);
  stage.children[0].on_stop = {"bestmove 2g2f"};
  stage.children[1].on_stop = {"bestmove 2g2f"};
  stage.begin_game();
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go ponder byoyomi 1000");
  stage.host("stop");
  EXPECT_EQ(stage.count("bestmove"), 1);
  stage.said.clear();
  answer_at_once(stage.children[0], "2g2f");
  answer_at_once(stage.children[1], "2g2f");
  stage.host("position startpos moves 7g7f 8c8d");
  stage.host("go byoyomi 1000");
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(SessionPonder, PositionAndGoOverARunningPonderDropItSilently) {
  Stage stage(2, 0);
  stage.begin_game();
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go ponder byoyomi 1000");
  stage.host("position startpos moves 7g7f 8c8d");
  stage.host("go byoyomi 1000");
  EXPECT_EQ(stage.count("bestmove"), 0);
  EXPECT_EQ(stage.children[0].last("stop"), "stop");
  EXPECT_EQ(stage.children[0].count("go"), 1);  // first the old answer
  stage.child(0, "bestmove 6i7h");
  stage.child(1, "bestmove 6i7h");
  EXPECT_EQ(stage.children[0].last("position"), "position startpos moves 7g7f 8c8d");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(0, "bestmove 2g2f");
  stage.child(1, "bestmove 2g2f");
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

TEST(SessionPonder, ClocksAtPonderhitReplaceThoseOfGoPonder) {
  Stage stage(2, 0);
  stage.settings.engines[0].capabilities = {"ponderhit_time"};
  stage.begin_game();
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go ponder");
  EXPECT_EQ(stage.children[0].last("go"), "go ponder");
  stage.host("ponderhit btime 0 wtime 0 byoyomi 1000");
  EXPECT_EQ(stage.children[0].last("ponderhit"), "ponderhit btime 0 wtime 0 byoyomi 924");
  // The other child does not know the extension: it is stopped and told anew.
  EXPECT_EQ(stage.children[1].count("ponderhit"), 0);
  stage.child(1, "bestmove 5g5f");
  // It is known now that it answers `stop` at once.
  EXPECT_EQ(stage.children[1].last("go"), "go btime 0 wtime 0 byoyomi 937");
  stage.pass(1000);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(SessionPonder, WhatAPonderSearchFoundIsAVoteIfThereIsNoTimeForAnotherSearch) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go ponder");
  stage.host("ponderhit btime 0 wtime 0 byoyomi 100");
  EXPECT_EQ(stage.children[0].count("stop"), 1);
  stage.pass(91);
  stage.child(0, "bestmove 2g2f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

TEST(SessionPonder, WhatAPonderSearchFoundIsAVoteIfTheNextSearchSaysNothing) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go ponder");
  stage.host("ponderhit btime 0 wtime 0 byoyomi 1000");
  stage.child(0, "bestmove 2g2f");
  EXPECT_EQ(stage.children[0].count("go"), 2);
  stage.pass(1000);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

TEST(SessionPonder, AChildThatCannotPonderThinksFromTheHitOn) {
  Stage stage(2, 0);
  stage.children[1].name = "gpsshogi (smp)";
  stage.begin_game();
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go ponder byoyomi 1000");
  EXPECT_EQ(stage.children[1].count("go"), 0);
  stage.host("ponderhit");
  EXPECT_EQ(stage.children[1].last("go"), "go btime 0 wtime 0 byoyomi 924");
}

TEST(SessionPonder, NoPonderMoveIsOfferedWhenTheGuiDoesNotWantIt) {
  Stage stage(1, 0);
  answer_at_once(stage.children[0], "7g7f ponder 3c3d");
  stage.begin_game();
  stage.host("setoption name USI_Ponder value false");
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

TEST(SessionPonder, AnIllegalPonderMoveIsLeftOut) {
  Stage stage(1, 0);
  answer_at_once(stage.children[0], "7g7f ponder 7g7f");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

}  // namespace
}  // namespace gougi::relay::testing
