// SPDX-License-Identifier: MIT
// `ponder: multi`: every voter ponders on the reply that it expects; whoever guessed right thinks
// on.
#include <gtest/gtest.h>

#include "relay/freeze_stage.hpp"

namespace gougi::relay::testing {
namespace {

constexpr const char* kGo = "go btime 0 wtime 0 byoyomi 1000";
constexpr const char* kGoPonder = "go ponder btime 0 wtime 0 byoyomi 1000";

// All vote for 7g7f; E1 and E2 expect 3c3d, E3 expects 8c8d. The GUI ponders on 3c3d.
class PonderMulti : public ::testing::Test {
 protected:
  void SetUp() override {
    stage.settings.ponder = settings::PonderMode::kMulti;
    stage.begin_game();
    stage.host("position startpos");
    stage.host(kGo);
    stage.child(0, "info depth 5 score cp 10 pv 7g7f 3c3d 2g2f");
    stage.child(1, "info depth 5 score cp 10 pv 7g7f 3c3d 2g2f");
    stage.child(2, "info depth 5 score cp 10 pv 7g7f 8c8d 2g2f");
    for (int i = 0; i < 3; ++i) stage.child(i, "bestmove 7g7f");
    ASSERT_EQ(stage.last("bestmove"), "bestmove 7g7f ponder 3c3d");
    stage.host("position startpos moves 7g7f 3c3d");
    stage.host(kGoPonder);
    stage.said.clear();
  }

  void forget() {
    for (auto& child : stage.children) child.heard.clear();
  }

  Stage stage{3, 0, "optimistic"};
};

TEST_F(PonderMulti, EachVoterThinksOfTheReplyItExpects) {
  EXPECT_EQ(stage.children[0].last("position"), "position startpos moves 7g7f 3c3d");
  EXPECT_EQ(stage.children[1].last("position"), "position startpos moves 7g7f 3c3d");
  EXPECT_EQ(stage.children[2].last("position"), "position startpos moves 7g7f 8c8d");
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(stage.children[i].last("go").starts_with("go ponder"));
}

TEST_F(PonderMulti, WhoPondersElsewhereIsNotShown) {
  stage.child(2, "info depth 9 score cp 90 pv 2g2f");
  EXPECT_EQ(stage.count("info"), 0);
  stage.child(0, "info depth 9 score cp 90 pv 2g2f");
  EXPECT_EQ(stage.count("info"), 1);
}

TEST_F(PonderMulti, AHitSendsThoseElsewhereToTheRealPosition) {
  stage.child(2, "info depth 9 score cp 900 pv 5i5h");  // of another position: never a vote
  forget();
  stage.host("ponderhit");
  EXPECT_EQ(stage.children[0].last("ponderhit"), "ponderhit");
  EXPECT_EQ(stage.children[2].count("ponderhit"), 0);
  EXPECT_EQ(stage.children[2].count("stop"), 1);
  stage.child(2, "bestmove 5i5h");
  EXPECT_EQ(stage.children[2].last("position"), "position startpos moves 7g7f 3c3d");
  EXPECT_EQ(stage.children[2].last("go"), "go btime 0 wtime 0 byoyomi 924");
  stage.child(0, "bestmove 2g2f");
  stage.child(1, "bestmove 2g2f");
  stage.child(2, "bestmove 2h7h");
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_TRUE(stage.last("bestmove").starts_with("bestmove 2g2f"));
}

TEST_F(PonderMulti, AMissIsAHitForWhoGuessedIt) {
  stage.child(2, "info depth 9 score cp 33 pv 2g2f 8d8e");
  forget();
  stage.host("stop");
  stage.pass(500);
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_EQ(stage.children[0].count("stop"), 1);
  EXPECT_EQ(stage.children[2].count("stop"), 0);
  stage.child(0, "bestmove 2g2f");
  stage.child(1, "bestmove 2g2f");
  stage.said.clear();
  stage.host("position startpos moves 7g7f 8c8d");
  stage.host(kGo);
  EXPECT_EQ(stage.children[2].heard, std::vector<std::string>{"ponderhit"});
  EXPECT_EQ(stage.children[0].last("position"), "position startpos moves 7g7f 8c8d");
  stage.child(0, "bestmove 2h7h");
  stage.child(1, "bestmove 2h7h");
  stage.child(2, "bestmove 2g2f ponder 8d8e");
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f ponder 8d8e");  // the only one with a score
}

// Its answer came unasked, in the opponent's time, and it was told to stop: there is no search that
// could go on, and it has all of its time again.
TEST(PonderMultiOfWhoAnswersTooEarly, WhoGuessedRightIsAskedAnew) {
  for (const bool thinks_on : {false, true}) {
    Stage stage{2, 0, "optimistic"};
    stage.settings.ponder = settings::PonderMode::kMulti;
    stage.begin_game();
    stage.host("position startpos");
    stage.host(kGo);
    stage.pass(500);
    stage.child(0, "info depth 5 score cp 10 pv 7g7f 3c3d 2g2f");
    stage.child(1, "info depth 5 score cp 10 pv 7g7f 8c8d 2g2f");
    for (int i = 0; i < 2; ++i) stage.child(i, "bestmove 7g7f");
    stage.host("position startpos moves 7g7f 3c3d");
    stage.host(kGoPonder);
    stage.pass(20);
    stage.child(1, "bestmove 2g2f");
    if (thinks_on) {
      for (int i = 0; i < 3; ++i) stage.child(1, "info depth 5 score cp 10 pv 2g2f 8d8e");
    } else {
      stage.child(1, "readyok");
    }
    ASSERT_EQ(stage.children[1].count("stop"), 1);
    stage.host("stop");
    stage.child(0, "bestmove 2g2f");
    stage.host("position startpos moves 7g7f 8c8d");
    stage.host(kGo);
    if (thinks_on) stage.child(1, "bestmove 2g2f");  // that it owes to the stop
    EXPECT_EQ(stage.children[1].last("go"), "go btime 0 wtime 0 byoyomi 924");
    stage.child(0, "info depth 5 score cp 10 pv 2h7h");
    stage.child(0, "bestmove 2h7h");
    stage.pass(500);
    EXPECT_EQ(stage.count("bestmove"), 2) << "E2 thinks";
    stage.child(1, "info depth 9 score cp 300 pv 2h6h");
    stage.child(1, "bestmove 2h6h");
    EXPECT_EQ(stage.last("bestmove"), "bestmove 2h6h");
  }
}

// It is no engine that knows nothing of freezes: it has said of its move all that there is to say.
TEST(PonderMultiInFreezeShogi, WhoGuessedRightHasChosenToFreezeNothing) {
  Stage stage{2, 0, "optimistic"};
  stage.settings.ponder = settings::PonderMode::kMulti;
  stage.settings.freeze = settings::Freeze::kEmulate;
  stage.children[2].starts = true;
  for (ModelChild& child : stage.children) announce(child, "OK");
  stage.children[2].on_go = {"bestmove 2g2fzP"};
  stage.begin_game();
  stage.host("position startpos z3Z3");
  stage.host(kGo);
  stage.child(0, "info depth 5 score cp 10 pv 7g7f 3c3d 2g2f");
  stage.child(1, "info depth 5 score cp 10 pv 7g7f 8c8d 2g2f");
  for (int i = 0; i < 2; ++i) stage.child(i, "bestmove 7g7f");
  stage.host("position startpos moves 7g7f 3c3d z3Z3");
  stage.host(kGoPonder);
  stage.host("stop");
  stage.child(0, "bestmove 2g2f");
  stage.host("position startpos moves 7g7f 8c8d z3Z3");
  stage.host(kGo);
  ASSERT_EQ(stage.children[1].count("ponderhit"), 1);
  stage.child(1, "info depth 9 score cp 300 pv 2g2f");
  stage.child(0, "info depth 5 score cp 10 pv 2h7h");
  stage.child(0, "bestmove 2h7h");
  stage.child(1, "bestmove 2g2f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

// What it searched in the opponent's time took that time.
TEST(PonderMultiBeforeABudget, WhoGuessedRightIsAsFastAsItWas) {
  Stage stage{2, 0, "optimistic"};
  stage.settings.ponder = settings::PonderMode::kMulti;
  stage.settings.budget.normalise = true;
  stage.begin_game();
  stage.host("position startpos");
  stage.host(kGo);
  stage.pass(500);
  stage.child(0, "info depth 5 score cp 10 nodes 500000 pv 7g7f 3c3d 2g2f");
  stage.child(1, "info depth 5 score cp 10 nodes 500000 pv 7g7f 8c8d 2g2f");
  for (int i = 0; i < 2; ++i) stage.child(i, "bestmove 7g7f");
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host(kGoPonder);
  stage.pass(500);
  stage.host("stop");
  stage.child(0, "bestmove 2g2f");
  stage.host("position startpos moves 7g7f 8c8d");
  stage.host(kGo);
  ASSERT_EQ(stage.children[1].count("ponderhit"), 1);
  stage.pass(500);
  stage.child(1, "info depth 9 score cp 300 nodes 1000000 pv 2g2f");
  stage.child(0, "info depth 9 score cp 300 nodes 500000 pv 2g2f");
  for (int i = 0; i < 2; ++i) stage.child(i, "bestmove 2g2f");
  stage.host("setoption name G_BudgetNodes value 20000");
  stage.host("position startpos moves 7g7f 8c8d 2g2f 8d8e");
  stage.host(kGo);
  EXPECT_EQ(stage.children[0].last("go"), "go nodes 10000");
  EXPECT_EQ(stage.children[1].last("go"), "go nodes 10000");
}

TEST(PonderMultiWithTheAgreementClock, WhoGuessedRightHasAWordFromTheBeginning) {
  Stage stage{2, 0, "optimistic"};
  stage.settings.ponder = settings::PonderMode::kMulti;
  stage.settings.agreement_clock = {true, 0.5, 0.8, 0.6, 40};
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 400000 wtime 400000");
  stage.child(0, "info depth 5 score cp 10 pv 7g7f 3c3d 2g2f");
  stage.child(1, "info depth 5 score cp 10 pv 7g7f 8c8d 2g2f");
  for (int i = 0; i < 2; ++i) stage.child(i, "bestmove 7g7f");
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go ponder btime 400000 wtime 400000");
  stage.child(1, "info depth 9 score cp 30 pv 2g2f");
  stage.host("stop");
  stage.child(0, "bestmove 2g2f");
  stage.host("position startpos moves 7g7f 8c8d");
  stage.host("go btime 400000 wtime 400000");
  ASSERT_EQ(stage.children[1].count("ponderhit"), 1);
  stage.child(0, "info depth 9 score cp 30 pv 2g2f");
  for (int i = 0; i < 2; ++i) stage.children[i].on_stop = {"bestmove 2g2f"};
  stage.pass(5'010);
  EXPECT_EQ(stage.count("bestmove"), 3);
}

TEST_F(PonderMulti, AMissThatNobodyGuessedEndsAllGuesses) {
  forget();
  stage.host("stop");
  for (int i = 0; i < 2; ++i) stage.child(i, "bestmove 2g2f");
  stage.host("position startpos moves 7g7f 4a3b");
  stage.host(kGo);
  EXPECT_EQ(stage.children[2].count("stop"), 1);
  stage.child(2, "bestmove 2g2f");
  EXPECT_EQ(stage.children[2].last("position"), "position startpos moves 7g7f 4a3b");
}

TEST_F(PonderMulti, AGameThatIsOverEndsAllGuesses) {
  stage.host("stop");
  stage.host("position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");  // mated
  stage.host(kGo);
  EXPECT_EQ(stage.last("bestmove"), "bestmove resign");
  EXPECT_EQ(stage.children[2].count("stop"), 1);
}

TEST_F(PonderMulti, AGuessIsNotKeptForEver) {
  stage.host("stop");
  stage.pass(1000);
  EXPECT_EQ(stage.children[2].count("stop"), 0);
  stage.pass(10'000);
  EXPECT_EQ(stage.children[2].count("stop"), 1);
}

TEST_F(PonderMulti, AGuessWhoseClockHasRunDownSinceBeginsAnew) {
  forget();
  stage.host("stop");
  for (int i = 0; i < 2; ++i) stage.child(i, "bestmove 2g2f");
  stage.host("position startpos moves 7g7f 8c8d");
  stage.host("go btime 0 wtime 0 byoyomi 500");
  EXPECT_EQ(stage.children[2].count("ponderhit"), 0);
  EXPECT_EQ(stage.children[2].count("stop"), 1);
}

TEST_F(PonderMulti, AGuessWhoseClockIsALittleLowerThinksOn) {
  forget();
  stage.host("ponderhit btime 0 wtime 0 byoyomi 990");
  EXPECT_EQ(stage.children[0].last("ponderhit"), "ponderhit");
}

TEST_F(PonderMulti, AnOptionEndsTheGuesses) {
  stage.host("stop");
  stage.host("setoption name USI_Hash value 64");
  EXPECT_EQ(stage.children[2].count("stop"), 1);
}

TEST_F(PonderMulti, WhoDiesElsewhereIsAskedHereAtTheHit) {
  stage.end_child(2);
  stage.pass(2000);
  stage.children[2].on_stop = {"bestmove 2g2f"};
  forget();
  stage.host("ponderhit");
  stage.pass(100);
  EXPECT_EQ(stage.children[2].last("position"), "position startpos moves 7g7f 3c3d");
}

TEST(SessionPonderSingle, AllThinkOfTheReplyThatTheGuiNames) {
  Stage stage(2, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host(kGo);
  stage.child(0, "info depth 5 score cp 10 pv 7g7f 3c3d");
  stage.child(1, "info depth 5 score cp 10 pv 7g7f 8c8d");
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 7g7f");
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host(kGoPonder);
  EXPECT_EQ(stage.children[0].last("position"), "position startpos moves 7g7f 3c3d");
  EXPECT_EQ(stage.children[1].last("position"), "position startpos moves 7g7f 3c3d");
}

TEST(SessionPonderSingle, TheOpponentsClockMayHaveRun) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go ponder btime 60000 wtime 60000 binc 1000 winc 1000");
  stage.host("ponderhit btime 60000 wtime 41000 binc 1000 winc 1000");
  EXPECT_EQ(stage.children[0].last("ponderhit"), "ponderhit");
  EXPECT_EQ(stage.children[0].count("stop"), 0);
}

TEST(SessionPonder, WhoWasRestartedWhilePonderingHasItsSearchAllTheSame) {
  Stage stage(1, 0);
  stage.children[0].on_stop = {"bestmove 2g2f"};
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go ponder");
  stage.end_child(0);
  EXPECT_EQ(stage.children[0].count("go ponder"), 2);
  stage.host("ponderhit btime 0 wtime 0 byoyomi 10000");
  // Its ponder search knew of no clock: it is stopped, and asked anew.
  EXPECT_EQ(stage.children[0].count("go"), 3);
  EXPECT_EQ(stage.children[0].last("go").substr(0, 8), "go btime");
  stage.child(0, "bestmove 2g2f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

}  // namespace
}  // namespace gougi::relay::testing
