// SPDX-License-Identifier: MIT
// What strategies ask beyond the ballots, and a round that is decided in phases.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "relay/stage.hpp"

namespace gougi::relay::testing {
namespace {

using ::testing::StartsWith;

TEST(SessionInquiries, EachVoterSearchesTheOthersMoveInThePositionAfterIt) {
  Stage stage(2, 0, "exchange");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  stage.child(0, "info depth 1 score cp 50 pv 7g7f");
  stage.child(0, "bestmove 7g7f");
  EXPECT_EQ(stage.children[0].last("position"), "position startpos");
  stage.child(1, "info depth 1 score cp 30 pv 2g2f");
  stage.child(1, "bestmove 2g2f");
  EXPECT_EQ(stage.children[0].last("position"), "position startpos moves 2g2f");
  EXPECT_EQ(stage.children[1].last("position"), "position startpos moves 7g7f");
  stage.child(0, "info depth 1 score cp -90 pv 3c3d");  // 90 for us
  stage.child(0, "bestmove 3c3d");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(1, "info depth 1 score cp 10 pv 8c8d");
  stage.child(1, "bestmove 8c8d");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

// White could repeat the position for the fourth time.
TEST(SessionInquiries, NobodyIsAskedAboutAMoveThatEndsTheGameByRepetition) {
  for (const std::string language : {"en", "ja"}) {
    Stage stage(2, 0, "exchange");
    stage.begin_game();
    stage.host("setoption name G_Explain value true");
    stage.host("setoption name G_Language value " + language);
    const std::string round = " 2h3h 8b7b 3h2h 7b8b";
    stage.host("position startpos moves" + round + round + " 2h3h 8b7b 3h2h");
    stage.host("go btime 0 wtime 0 byoyomi 1000");
    stage.child(0, "info depth 1 score cp 100 pv 7b8b");
    stage.child(0, "bestmove 7b8b");
    stage.child(1, "info depth 1 score cp 60 pv 3c3d");
    stage.child(1, "bestmove 3c3d");
    EXPECT_EQ(stage.children[1].count("go "), 1);
    EXPECT_EQ(stage.count("bestmove"), 0);
    stage.child(0, "info depth 1 score cp 10 pv 7g7f");  // -10 for us
    stage.child(0, "bestmove 7g7f");
    EXPECT_EQ(stage.last("bestmove"), "bestmove 7b8b") << "50 in the mean against 25";
    EXPECT_TRUE(stage.has(language == "ja" ? "E2: 相手番 7b8b, 千日手, 勝率 50.0%"
                                           : "E2: opponent after 7b8b, repetition, win rate 50.0%"))
        << stage.said.back();
  }
}

// Black's rook checks, and White's king goes to and fro.
TEST(SessionInquiries, AMoveThatLosesByPerpetualCheckIsLost) {
  Stage stage(2, 0, "exchange");
  stage.begin_game();
  const std::string to_and_fro = " 4a5a 4i5i 5a4a";
  const std::string round = to_and_fro + " 5i4i";
  stage.host("position sfen 5k3/9/9/9/9/9/9/9/5R2K w r2b4g4s4n4l18p 1 moves" + round + round +
             to_and_fro);
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  stage.child(0, "info depth 1 score cp 2000 pv 5i4i");
  stage.child(0, "bestmove 5i4i");
  stage.child(1, "info depth 1 score cp 60 pv 5i5h");
  stage.child(1, "bestmove 5i5h");
  EXPECT_EQ(stage.children[1].count("go "), 1);
  stage.child(0, "info depth 1 score cp 10 pv 4a3b");
  stage.child(0, "bestmove 4a3b");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 5i5h");
}

TEST(SessionInquiries, AMoveThatWinsByTheOpponentsPerpetualCheckIsWon) {
  Stage stage(2, 0, "exchange");
  stage.begin_game();
  const std::string to_and_fro = " 4i5i 5a4a 5i4i";
  const std::string round = to_and_fro + " 4a5a";
  stage.host("position sfen 4k4/9/9/9/9/9/9/9/5R2K b r2b4g4s4n4l18p 1 moves" + round + round +
             to_and_fro);
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  stage.child(0, "info depth 1 score cp 2000 pv 4a3b");
  stage.child(0, "bestmove 4a3b");
  stage.child(1, "info depth 1 score cp 60 pv 4a5a");
  stage.child(1, "bestmove 4a5a");
  EXPECT_EQ(stage.children[0].count("go "), 1);
  stage.child(1, "info depth 1 score cp -2000 pv 1i1h");
  stage.child(1, "bestmove 1i1h");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 4a5a");
}

TEST(SessionInquiries, WhoAnswersWithAMoveOfAnotherPositionIsRestarted) {
  Stage stage(2, 0, "exchange");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 2g2f");
  stage.child(0, "info depth 1 score cp -90 pv 3c3d");
  stage.child(0, "bestmove 3c3d");
  EXPECT_EQ(stage.children[0].starts_seen, 1);
  stage.child(1, "info depth 1 score cp 10 pv 2g2f");
  stage.child(1, "bestmove 2g2f");  // Black's, and White is to move
  EXPECT_EQ(stage.children[1].starts_seen, 2);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(SessionInquiries, TheSideThatIsToMoveThereHasOurTime) {
  Stage stage(2, 0, "exchange");
  stage.settings.margin = Milliseconds(50);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 60000 wtime 10000 binc 1000 winc 200");
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 2g2f");
  // 0.45 of the time, less what is kept back of ours.
  EXPECT_EQ(stage.children[0].last("go"), "go btime 4500 wtime 26799 binc 90 winc 450");
}

TEST(SessionInquiries, TimeThatTheBallotsHadIsNotTakenFromTheQuestionsPart) {
  Stage stage(2, 0, "exchange");
  stage.settings.margin = Milliseconds(50);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 100 wtime 100 byoyomi 10000");
  stage.pass(4'000);
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 2g2f");
  // Of 10100 ms 4545 are for this, and 6100 are left.
  EXPECT_EQ(stage.children[0].last("go"), "go btime 45 wtime 45 byoyomi 4299");
}

// Nothing of a fixed time is kept for later moves.
TEST(SessionInquiries, OfByoyomiTheQuestionsHaveWhatTheBallotsLeft) {
  Stage stage(2, 0, "exchange");
  stage.settings.margin = Milliseconds(99);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 10100");
  stage.pass(1'000);
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 2g2f");
  // Both have 0.45 of 10000 ms, until 9000 ms together, less the time to stop.
  EXPECT_EQ(stage.children[0].last("go"), "go btime 0 wtime 0 byoyomi 7850");
}

TEST(SessionInquiries, OfByoyomiLaterQuestionsHaveWhatThoseBeforeThemLeft) {
  Stage stage(2, 0, "verify");
  stage.settings.margin = Milliseconds(99);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 10100");
  stage.pass(5'000);
  stage.child(0, "info depth 5 multipv 1 score cp 50 pv 7g7f");
  stage.child(0, "info depth 5 multipv 2 score cp 40 pv 2g2f");
  stage.child(0, "bestmove 7g7f");
  // 0.7 for the ballot and 0.15 for two questions, until 8500 ms.
  EXPECT_EQ(stage.children[1].last("go"), "go btime 0 wtime 0 byoyomi 1600");
  for (int question = 0; question < 2; ++question) {
    stage.child(1, question == 0 ? "info depth 1 score cp 200 pv 3c3d"
                                 : "info depth 1 score cp -200 pv 3c3d");
    stage.child(1, "bestmove 3c3d");
  }
  // Its confirmation, two questions of 0.1 together, until 9500 ms.
  EXPECT_EQ(stage.children[0].last("go"), "go btime 0 wtime 0 byoyomi 2100");
}

TEST(SessionInquiries, TheReservesThoughtsDoNotEndTheWaitForVotersThatHaveSaidNothing) {
  Stage stage(2, 0, "exchange");
  stage.children.back().starts = true;
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  stage.pass(500);
  ASSERT_EQ(stage.children[2].count("go"), 1);
  stage.child(2, "info depth 1 score cp 5 pv 1g1f");
  stage.pass(200);                                // past the time for ballots
  EXPECT_EQ(stage.children[2].count("stop"), 0);  // it has all there is: nobody is asked after it
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 7g7f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(SessionInquiries, WhoHasSaidNothingWhenTheQuestionsAreDueIsWaitedForIfNobodyElseHas) {
  Stage stage(2, 0, "exchange");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  stage.pass(700);
  EXPECT_EQ(stage.children[0].count("stop"), 1);
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 7g7f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
  EXPECT_TRUE(stage.has("[O] bestmove 7g7f [P 7g7f] [value none] [E1]"));
}

TEST(SessionInquiries, WhoHasSaidNothingWhenTheQuestionsAreDueIsLeftOutIfAnotherHas) {
  Stage stage(2, 0, "exchange");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  stage.child(0, "bestmove 7g7f");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(700);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

TEST(SessionInquiries, AnIllegalMoveIsNothingSaidWhenTheQuestionsAreDue) {
  Stage stage(3, 0, "exchange");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  stage.child(0, "info depth 1 score cp 50 pv 1a9i");
  stage.child(1, "bestmove 5e5e");
  stage.pass(700);
  stage.child(0, "bestmove 7g7f");
  stage.child(2, "bestmove 7g7f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
  EXPECT_TRUE(stage.has("[O] bestmove 7g7f [P 7g7f] [value none] [E3]"));
}

TEST(SessionInquiries, NorIsAResignation) {
  Stage stage(3, 0, "exchange");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  stage.child(0, "bestmove resign");
  stage.pass(700);
  stage.child(1, "bestmove 7g7f");
  stage.child(2, "bestmove 7g7f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

TEST(SessionInquiries, ARoundKeepsTheRuleItBeganWith) {
  Stage stage(2, 0, "optimistic");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  stage.host("setoption name G_GougiType value exchange");
  stage.child(0, "info depth 1 score cp 50 pv 7g7f");
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "info depth 1 score cp 60 pv 2g2f");
  stage.child(1, "bestmove 2g2f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

TEST(SessionClock, APonderSearchSetsNoTimers) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go ponder btime 0 wtime 0 byoyomi 100");
  EXPECT_EQ(stage.session->deadline(), std::nullopt);
}

TEST(SessionClock, AClockThatHasRunOutStillGivesAMoment) {
  Stage stage(1, 0, "exchange");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0");
  EXPECT_EQ(stage.children[0].last("go"), "go btime 0 wtime 0 byoyomi 21");
  stage.child(0, "bestmove 7g7f");
  stage.host("go movetime 1");
  EXPECT_EQ(stage.children[0].last("go"), "go movetime 1");
}

TEST(SessionClock, ASearchThatHadToWaitForPonderhitIsToldItsTime) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go infinite");
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go ponder");
  stage.host("ponderhit");
  stage.child(0, "bestmove 7g7f");
  EXPECT_EQ(stage.children[0].last("go"), "go btime 0 wtime 0 byoyomi 50");
}

TEST(SessionClock, AfterPonderhitWithoutAnyClockTheBallotsHaveTheirPartOfTheMomentOnly) {
  Stage stage(1, 0, "exchange");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go infinite");
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go ponder");
  stage.host("ponderhit");
  stage.child(0, "bestmove 7g7f");  // of the first search
  EXPECT_EQ(stage.children[0].last("go"), "go btime 0 wtime 0 byoyomi 21");
}

TEST(SessionClock, AnEngineThatLeavesMuchUnusedIsToldAtMostTwiceWhatThereIs) {
  Stage stage(1, 0);
  stage.children[0].on_go = {"bestmove 7g7f"};
  stage.begin_game();
  stage.host("position startpos");
  for (int i = 0; i < 6; ++i) stage.host("go movetime 10000");
  stage.host("go movetime 1000");
  EXPECT_EQ(stage.children[0].last("go"), "go movetime 1848");  // 924 are left
}

TEST(SessionInquiries, EnginesWithoutAVoteAreAskedToo) {
  Stage stage(3, 0, "verify");
  stage.begin_game();
  stage.children[2].says_readyok = false;  // it loads for ever
  stage.end_child(2);
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  EXPECT_EQ(stage.children[1].count("go"), 0);
  stage.child(0, "info depth 1 multipv 1 score cp 100 pv 7g7f");
  stage.child(0, "info depth 1 multipv 2 score cp 60 pv 2g2f");
  stage.child(0, "bestmove 7g7f");
  EXPECT_EQ(stage.children[1].last("position"), "position startpos moves 7g7f");
  EXPECT_THAT(stage.children[1].last("go"), StartsWith("go btime 0 wtime 0 byoyomi"));
  for (int question = 0; question < 2; ++question) {
    stage.child(1, "info depth 1 score cp 0 pv 3c3d");
    stage.child(1, "bestmove 3c3d");
  }
  // Who is loading is not waited for.
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

}  // namespace
}  // namespace gougi::relay::testing
