// SPDX-License-Identifier: MIT
// Freeze shogi with engines that know nothing of it: which freezes the relay and the bundled engine
// add to their moves (`freeze: emulate`), and what time that takes.
#include <gmock/gmock.h>

#include "relay/freeze_stage.hpp"

namespace gougi::relay::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kThreeToAdd = "position startpos z3Z3";
constexpr const char* kPawnsInIce = "position startpos moves 7g7fzP z3Z2";

class FreezeEmulation : public ::testing::Test {
 protected:
  FreezeEmulation() {
    stage.settings.freeze = settings::Freeze::kEmulate;
    bundled().starts = true;
    announce(bundled(), "OK");
    bundled().on_go = {"info depth 9 score cp 50 pv 7g7fzG 3c3d 2g2f",
                       "bestmove 7g7fzG ponder 3c3d"};
    for (int i = 0; i < 2; ++i) {
      stage.children[static_cast<std::size_t>(i)].on_go = {"info depth 7 score cp 10 pv 7g7f 3c3d",
                                                           "bestmove 7g7f ponder 3c3d"};
    }
  }
  void begin() {
    stage.begin_game();
    stage.host("setoption name USI_Ponder value true");
  }
  ModelChild& bundled() { return stage.children.back(); }
  Stage stage{2, 0};
};

TEST_F(FreezeEmulation, TheBundledEngineSaysWhichFreezeGoesWithTheMove) {
  begin();
  stage.host(kThreeToAdd);
  stage.host(kGoASecond);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7fzG ponder 3c3d");
  EXPECT_TRUE(stage.has(" pv 7g7fzG 3c3d 2g2f"));
  EXPECT_EQ(stage.count("info string [O] bestmove 7g7f ["), 2);
  EXPECT_EQ(bundled().last("position"), kThreeToAdd);
  const std::string go = bundled().last("go");
  EXPECT_THAT(go, HasSubstr("searchmoves 7g7f 7g7fzP 7g7fzL"));
  EXPECT_THAT(go, HasSubstr("7g7fzK"));
  EXPECT_THAT(go, Not(HasSubstr("2g2f")));
  expect_fit(stage.children[0], nullptr);
  expect_fit(stage.children[1], nullptr);
}

TEST_F(FreezeEmulation, WhereAllVotesOfAStoppedSearchAreVoidTheBundledEngineHasAMoment) {
  for (const char* word : {"go infinite", "go btime 0 wtime 0 byoyomi 10000"}) {
    for (int i = 0; i < 2; ++i) stage.children[static_cast<std::size_t>(i)].on_go = {};
    bundled().on_go = {"info depth 3 score cp 7 pv 8b3b", "bestmove 8b3b"};
    begin();
    stage.host(kPawnsInIce);
    stage.host(word);
    stage.pass(300);
    EXPECT_EQ(stage.count("bestmove"), 0);
    stage.host("stop");
    for (int i = 0; i < 2; ++i) stage.child(i, "bestmove 3c3d");
    EXPECT_EQ(stage.count("bestmove"), 1) << word;
    EXPECT_EQ(stage.last("bestmove").substr(0, 13), "bestmove 8b3b") << word;
    EXPECT_THAT(bundled().last("go"), StartsWith("go movetime ")) << word;
    stage.said.clear();
  }
}

TEST_F(FreezeEmulation, AStoppedSearchIsAnsweredInTimeWhereTheBundledEngineHangs) {
  for (int i = 0; i < 2; ++i) stage.children[static_cast<std::size_t>(i)].on_go = {};
  bundled().on_go = {};
  begin();
  stage.host(kPawnsInIce);
  stage.host("go infinite");
  stage.pass(300);
  stage.host("stop");
  for (int i = 0; i < 2; ++i) stage.child(i, "bestmove 3c3d");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(120);
  EXPECT_EQ(bundled().count("stop"), 1);
  stage.pass(120);
  EXPECT_EQ(stage.count("bestmove"), 1);  // any legal move
}

// The voters took 90 ms: the time that the question takes is none of theirs.
TEST_F(FreezeEmulation, TheVotersAreGivenNoMoreTimeBehindTheQuestion) {
  for (int i = 0; i < 2; ++i) stage.children[static_cast<std::size_t>(i)].on_go = {};
  bundled().on_go = {};
  begin();
  stage.host("setoption name G_ExtendOnSplit value 200");
  stage.host(kThreeToAdd);
  stage.host(kGoASecond);
  stage.pass(90);
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 2g2f");
  ASSERT_EQ(bundled().count("go"), 1);
  stage.pass(150);
  stage.child(2, "bestmove 7g7fzG");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7fzG");
  EXPECT_EQ(stage.children[0].count("go "), 1);
}

// What was asked when it was too late is waited for by nobody.
TEST_F(FreezeEmulation, WhatWasAskedOnDoesNotBeginBehindTheQuestionForTheFreeze) {
  for (const char* move : {"7g7f", "2g2f"}) {
    auto& child = stage.children[move == std::string("7g7f") ? 0 : 1];
    child.on_go = {std::string("info depth 7 score cp 10 pv ") + move};
  }
  bundled().on_go = {};
  begin();
  stage.host("setoption name G_GougiType value exchange");
  stage.host(kThreeToAdd);
  stage.host(kGoASecond);
  stage.now += base::Milliseconds(900);  // the machine stood still
  stage.pass(0);
  ASSERT_EQ(bundled().count("go "), 1);
  stage.child(0, "bestmove 7g7f");
  EXPECT_EQ(stage.children[0].count("go "), 1);
  EXPECT_EQ(stage.count("bestmove"), 0);
}

TEST_F(FreezeEmulation, NoFreezeIsAnAnswerToo) {
  bundled().on_go = {"bestmove 7g7f"};
  begin();
  stage.host(kThreeToAdd);
  stage.host(kGoASecond);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f ponder 3c3d");
}

TEST_F(FreezeEmulation, IsWaitedForOnlyASmallPartOfTheTime) {
  bundled().on_go = {};
  begin();
  stage.host("setoption name G_Explain value true");
  stage.host(kThreeToAdd);
  stage.host(kGoASecond);
  EXPECT_EQ(stage.count("bestmove"), 0);
  EXPECT_THAT(bundled().last("go"), HasSubstr(" byoyomi 2"));  // a quarter, less its delay
  stage.pass(250);
  EXPECT_EQ(bundled().count("stop"), 1);
  stage.pass(200);  // for a busy machine
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f ponder 3c3d");
  EXPECT_TRUE(stage.has("no freeze: no word from "));
}

TEST_F(FreezeEmulation, ItsLastLineIsItsWordWhereTheAnswerIsLate) {
  bundled().on_go = {"info depth 2 score cp 3 pv 7g7fzS 3c3d"};
  begin();
  stage.host(kThreeToAdd);
  stage.host(kGoASecond);
  stage.pass(450);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7fzS ponder 3c3d");
}

TEST_F(FreezeEmulation, AnAnswerToStopOfABusyMachineStillCounts) {
  bundled().on_go = {};
  begin();
  stage.host(kThreeToAdd);
  stage.host(kGoASecond);
  stage.pass(400);
  stage.child(2, "bestmove 7g7fzG ponder 3c3d");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7fzG ponder 3c3d");
}

TEST_F(FreezeEmulation, NeverOverrunsTheClock) {
  bundled().on_go = {};
  begin();
  for (const char* go : {"go btime 0 wtime 0 byoyomi 100", "go movetime 100",
                         "go btime 0 wtime 0 binc 100 winc 100", "go btime 0 wtime 0 byoyomi 20"}) {
    const int before = stage.count("bestmove");
    stage.host(kThreeToAdd);
    stage.host(go);
    stage.pass(std::string(go).ends_with(" 20") ? 19 : 99);
    EXPECT_EQ(stage.count("bestmove"), before + 1) << go;
    stage.pass(1000);
    stage.child(2, "bestmove 7g7f");  // of before
  }
}

TEST_F(FreezeEmulation, AMainTimeIsNotSpentOnIt) {
  bundled().on_go = {};
  begin();
  const base::TimePoint start = stage.now;
  stage.host(kThreeToAdd);
  stage.host("go btime 60000 wtime 60000 binc 0 winc 0");
  stage.pass(400);
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_LE(stage.now - start, Milliseconds(400));
}

TEST_F(FreezeEmulation, VotersHaveALittleLessThanTheWholeTime) {
  for (int i = 0; i < 2; ++i) {
    ModelChild& child = stage.children[static_cast<std::size_t>(i)];
    child.on_go = {"info depth 7 score cp 10 pv 7g7f 3c3d"};
    child.on_stop = {"bestmove 7g7f"};
  }
  begin();
  const base::TimePoint start = stage.now;
  stage.host(kThreeToAdd);
  stage.host(kGoASecond);
  stage.pass(999);
  EXPECT_THAT(stage.last("bestmove"), StartsWith("bestmove 7g7fzG"));
  EXPECT_LE(stage.now - start, Milliseconds(1000));
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST_F(FreezeEmulation, AfterStopItIsAskedForAMoment) {
  bundled().on_go = {};
  for (int i = 0; i < 2; ++i) {
    ModelChild& child = stage.children[static_cast<std::size_t>(i)];
    child.on_go = {"info depth 7 score cp 10 pv 7g7f 3c3d"};
    child.on_stop = {"bestmove 7g7f"};
  }
  begin();
  stage.host(kThreeToAdd);
  stage.host("go infinite");
  stage.pass(5000);
  stage.host("stop");
  stage.pass(60);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST_F(FreezeEmulation, StopEndsTheQuestionToo) {
  bundled().on_go = {};
  begin();
  stage.host(kThreeToAdd);
  stage.host("go btime 0 wtime 0 byoyomi 10000");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.host("stop");
  EXPECT_EQ(bundled().count("stop"), 1);
  stage.pass(50);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f ponder 3c3d");
}

TEST_F(FreezeEmulation, AnswersAtOnceWhereTheGuiHasMovedOn) {
  bundled().on_go = {"info depth 2 score cp 3 pv 7g7fzS 3c3d"};
  begin();
  stage.host(kThreeToAdd);
  stage.host(kGoASecond);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.host("isready");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7fzS ponder 3c3d");
  EXPECT_LT(stage.where("bestmove"), stage.where("readyok"));
}

TEST_F(FreezeEmulation, TheLastSearchsAnswerOnceMoreIsNoWord) {
  begin();
  stage.host(kThreeToAdd);
  stage.host(kGoASecond);
  for (int i = 0; i < 2; ++i) {
    stage.children[static_cast<std::size_t>(i)].on_go = {"bestmove 2g2f"};
  }
  bundled().on_go = {"bestmove 7g7fzG ponder 3c3d", "bestmove 2g2fzR"};
  stage.host("position startpos moves 7g7fzG 3c3d z3Z2");
  stage.host(kGoASecond);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2fzR");
}

TEST_F(FreezeEmulation, SuppliesTheMoveWhereAllVotesAreVoid) {
  for (int i = 0; i < 2; ++i) {
    stage.children[static_cast<std::size_t>(i)].on_go = {"info depth 7 score cp 1 pv 3c3d",
                                                         "bestmove 3c3d"};
  }
  bundled().on_go = {"info depth 5 score cp 3 pv 8b4b", "bestmove 8b4b"};
  begin();
  stage.host(kPawnsInIce);
  stage.host(kGoASecond);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 8b4b");
  EXPECT_EQ(bundled().last("position"), kPawnsInIce);
}

TEST_F(FreezeEmulation, AddsNothingWhereThereIsNothingToAdd) {
  begin();
  for (const char* position :
       {"position startpos", "position startpos z3Z0", "position startpos moves 7g7fzB z3Z2"}) {
    if (std::string(position).ends_with("Z2")) {
      stage.children[0].on_go = {"bestmove 3c3d"};
      stage.children[1].on_go = {"bestmove 3c3d"};
    }
    stage.host(position);
    stage.host(kGoASecond);
    EXPECT_EQ(stage.last("bestmove").find('z'), std::string::npos) << position;
  }
  EXPECT_EQ(stage.count("bestmove"), 3);
  EXPECT_EQ(bundled().count("go"), 0);
}

TEST_F(FreezeEmulation, WhoDeclaresFreezesIsNotCorrected) {
  announce(stage.children[0], "OK");
  announce(stage.children[1], "OK");
  begin();
  stage.host(kThreeToAdd);
  stage.host(kGoASecond);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f ponder 3c3d");
  EXPECT_EQ(bundled().count("go"), 0);
}

TEST_F(FreezeEmulation, WhatIsSaidOfAnotherFreezeIsNoWordOnThisOne) {
  bundled().on_go = {"bestmove 7g7fzGZS"};  // nothing is frozen
  begin();
  stage.host("setoption name G_Explain value true");
  stage.host(kThreeToAdd);
  stage.host(kGoASecond);
  EXPECT_EQ(stage.last("bestmove").substr(0, 13), "bestmove 7g7f");
  EXPECT_EQ(stage.last("bestmove").find('z'), std::string::npos);
  EXPECT_TRUE(stage.has("no freeze: no word from"));
}

constexpr const char* kMateByFreeze = "position sfen 8k/9/7G1/9/9/9/9/9/4K4 b P 1 z3Z3";

TEST_F(FreezeEmulation, AMateByAFreezeOfTheChosenMoveIsPlayedWithoutAsking) {
  for (int i = 0; i < 2; ++i) {
    stage.children[static_cast<std::size_t>(i)].on_go = {"info depth 7 score cp 10 pv P*1b 1a2a",
                                                         "bestmove P*1b ponder 1a2a"};
  }
  bundled().starts = false;  // nor does it need anybody
  begin();
  stage.host("setoption name G_Explain value true");
  stage.host(kMateByFreeze);
  stage.host("go btime 0 wtime 0 byoyomi 2000");
  EXPECT_EQ(stage.last("bestmove"), "bestmove P*1bzK");
  EXPECT_TRUE(stage.has("score mate 1 pv P*1bzK"));
  EXPECT_TRUE(stage.has("; freeze K is mate"));
  EXPECT_EQ(bundled().count("go"), 0);
  stage.host("setoption name G_Language value ja");
  stage.host(kMateByFreeze);
  stage.host("go btime 0 wtime 0 byoyomi 2000");
  EXPECT_TRUE(stage.has("、玉をフリーズ（詰み）")) << ::testing::PrintToString(stage.said);
}

constexpr const char* kMateUnseen = "position sfen 1+pskb4/1n3G3/9/9/9/9/9/6K2/9 b Psp 1 z1Z1";

TEST_F(FreezeEmulation, AMateByAFreezeIsPlayedWhereEnginesResignThatSeeNone) {
  for (int i = 0; i < 2; ++i) {
    stage.children[static_cast<std::size_t>(i)].on_go = {"bestmove resign"};
  }
  bundled().starts = false;  // it needs nobody
  begin();
  stage.host("setoption name G_Explain value true");
  stage.host(kMateUnseen);
  stage.host(kGoASecond);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 4b5azK");
  EXPECT_TRUE(stage.has("score mate 1 pv 4b5azK"));
  EXPECT_TRUE(stage.has("the engines that resign see no freezes: 4b5azK is mate"));
  stage.host("setoption name G_Language value ja");
  stage.host(kMateUnseen);
  stage.host(kGoASecond);
  EXPECT_TRUE(stage.has("投了したエンジンはフリーズを知らない。4b5azK で詰み"));
}

TEST_F(FreezeEmulation, WithoutSuchAMateAResignationStands) {
  for (int i = 0; i < 2; ++i) {
    stage.children[static_cast<std::size_t>(i)].on_go = {"bestmove resign"};
  }
  begin();
  stage.host(kThreeToAdd);
  stage.host(kGoASecond);
  EXPECT_EQ(stage.last("bestmove"), "bestmove resign");
  stage.host(std::string(kMateUnseen).substr(0, std::string(kMateUnseen).find(" z1")) + " z1Z0");
  stage.host(kGoASecond);
  EXPECT_EQ(stage.last("bestmove"), "bestmove resign");
}

TEST_F(FreezeEmulation, WhoSeesFreezesAndResignsResigns) {
  for (int i = 0; i < 2; ++i) {
    announce(stage.children[static_cast<std::size_t>(i)], "OK");
    stage.children[static_cast<std::size_t>(i)].on_go = {"bestmove resign"};
  }
  begin();
  stage.host(kMateUnseen);
  stage.host(kGoASecond);
  EXPECT_EQ(stage.last("bestmove"), "bestmove resign");
}

TEST_F(FreezeEmulation, AMateOnTheBoardNeedsNoFreeze) {
  for (int i = 0; i < 2; ++i) {
    stage.children[static_cast<std::size_t>(i)].on_go = {"bestmove G*5b"};
  }
  begin();
  stage.host("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1 z3Z3");
  stage.host(kGoASecond);
  EXPECT_EQ(stage.last("bestmove"), "bestmove G*5b");
  EXPECT_EQ(bundled().count("go"), 0);
}

TEST_F(FreezeEmulation, ReadyokWaitsForTheBundledEngine) {
  bundled().says_readyok = false;
  stage.begin();
  stage.host("usi");
  stage.host("isready");
  stage.pass(1000);
  EXPECT_EQ(stage.count("readyok"), 0);
  bundled().says_readyok = true;
  stage.child(2, "readyok");
  EXPECT_EQ(stage.count("readyok"), 1);
  EXPECT_FALSE(stage.has("no freezes are added"));
}

TEST_F(FreezeEmulation, ReadyokDoesNotWaitForItForEver) {
  bundled().says_readyok = false;
  stage.begin();
  stage.host("usi");
  stage.host("isready");
  stage.pass(4500);
  EXPECT_EQ(stage.count("readyok"), 1);
  EXPECT_EQ(
      stage.count("info string reserve (gougi-engine (reserve)) is not ready; until it is, no "
                  "freezes are added"),
      1);
  stage.host(kThreeToAdd);
  stage.host("setoption name G_Explain value true");
  for (int i = 0; i < 2; ++i) {
    stage.host(kGoASecond);
    EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f ponder 3c3d");
  }
  EXPECT_EQ(stage.count("info string gougi-engine (reserve) is not ready: moves are played"), 1);
  EXPECT_TRUE(stage.has("; no freeze: gougi-engine (reserve) is not ready"));
}

TEST(FreezeReserve, StartsWithTheFirstPositionOfAGameWithFreezes) {
  for (const std::string first : {"position startpos z3Z3", "FREEZENUM z3Z3"}) {
    Stage stage(1, 0);
    stage.children.back().starts = true;
    stage.begin_game();
    stage.host("position startpos");
    EXPECT_EQ(stage.children.back().starts_seen, 0);
    stage.host(first);
    EXPECT_EQ(stage.children.back().starts_seen, 1) << first;
    stage.host("position startpos moves 7g7fzP z3Z2");
    EXPECT_EQ(stage.children.back().starts_seen, 1);
  }
}

TEST(FreezeReserve, IsNotWaitedForWhereItAddsNothing) {
  Stage stage(1, 0);
  stage.children.back().starts = true;
  stage.children.back().says_readyok = false;
  stage.begin();
  stage.host("usi");
  stage.host("isready");
  EXPECT_EQ(stage.count("readyok"), 1);
  EXPECT_EQ(stage.children.back().starts_seen, 0);
}

TEST_F(FreezeEmulation, ABundledEngineThatEndedCostsTheFreezeNotTheMove) {
  begin();
  stage.children[2].starts = false;
  stage.end_child(2);
  stage.host(kThreeToAdd);
  stage.host(kGoASecond);
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_THAT(stage.last("bestmove"), StartsWith("bestmove 7g7f"));
}

}  // namespace
}  // namespace gougi::relay::testing
