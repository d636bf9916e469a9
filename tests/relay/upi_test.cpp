// SPDX-License-Identifier: MIT
// The session as a UPI engine over UPI engines. The children are tests/relay/stage.hpp's, who
// understand `upi` here.
#include <gmock/gmock.h>

#include "relay/logged_session.hpp"
#include "relay/stage.hpp"
#include "study/log_replay.hpp"

namespace gougi::relay::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// Three voters that have said upiok and readyok.
class UpiStage : public Stage {
 public:
  explicit UpiStage(const std::string& consensus = "majority") : Stage(3, 0, consensus) {
    settings.protocol = settings::GameProtocol::kUpi;
    rules = &game::pyonpyon_rules();
    settings.ponder = settings::PonderMode::kOff;
    begin();
    for (int child : {0, 1, 2}) {
      Stage::child(child, "id name Model");
      Stage::child(child, "upiok");
    }
    host("upi");
    host("isready");
    said_before = said;
    said.clear();
  }
  void answer(int child, const std::string& move, const std::string& info = "") {
    if (!info.empty()) Stage::child(child, "info " + info);
    Stage::child(child, "bestmove " + move);
  }
  /// Of all children, in their order.
  void answers(const std::vector<std::string>& moves) {
    for (std::size_t i = 0; i < moves.size(); ++i) answer(static_cast<int>(i), moves[i]);
  }
  std::vector<std::string> said_before;
};

TEST(SessionUpi, ShakesHandsInItsProtocol) {
  UpiStage stage;
  EXPECT_EQ(stage.children[0].heard.front(), "upi");
  EXPECT_EQ(stage.children[0].count("usi"), 0);
  EXPECT_THAT(stage.said_before, Contains("upiok"));
  EXPECT_THAT(stage.said_before, Contains("readyok"));
}

TEST(SessionUpi, PositionsAndMovesTravelAsTheyAre) {
  UpiStage stage;
  stage.host("position startpos moves d5c5 b1d3");
  stage.host("go movetime 1000");
  EXPECT_EQ(stage.children[1].last("position"), "position startpos moves d5c5 b1d3");
  EXPECT_THAT(stage.children[1].last("go"), StartsWith("go movetime "));
  stage.answer(0, "c5c1", "depth 3 score cp 20 nodes 10 time 1 pv c5c1 a2a3");
  EXPECT_THAT(stage.last("info depth 3"), HasSubstr(" pv c5c1 a2a3"));
  stage.answer(2, "a4a3");
  stage.answer(1, "c5c1");
  EXPECT_EQ(stage.last("bestmove"), "bestmove c5c1");
  EXPECT_TRUE(stage.has("[O] bestmove c5c1 [x c5c1] [value 20] [E1]"));
  EXPECT_TRUE(stage.has("[X] bestmove a4a3 [x a4a3] [value none] [E3]"));
}

TEST(SessionUpi, APfenIsHandedOn) {
  UpiStage stage;
  stage.host("position pfen xxxx1/4x/5/5/ooooo x");
  stage.host("go");
  EXPECT_EQ(stage.children[0].last("position"), "position pfen xxxx1/4x/5/5/ooooo x");
  EXPECT_THAT(stage.children[0].last("go"), StartsWith("go movetime "));  // a second's part
  for (int child : {0, 1, 2}) stage.answer(child, "e2e1");
  EXPECT_EQ(stage.last("bestmove"), "bestmove e2e1");
}

TEST(SessionUpi, WhatTheRulesForbidIsVoid) {
  UpiStage stage;
  stage.host("position startpos");
  stage.host("go movetime 1000");
  stage.answer(0, "7g7f");  // of another game: no answer at all
  stage.answer(1, "a1a2");  // the opponent's
  stage.answer(2, "a4a3");
  stage.pass(2000);
  EXPECT_EQ(stage.last("bestmove"), "bestmove a4a3");
  EXPECT_TRUE(stage.has("[X] bestmove a1a2 [void: illegal move] [E2]"));
}

TEST(SessionUpi, AClockBecomesTheTimeOfAMove) {
  UpiStage stage;
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  EXPECT_THAT(stage.children[0].last("go"), StartsWith("go movetime "));
  EXPECT_EQ(stage.children[0].last("go").find("byoyomi"), std::string::npos);
}

// The same engines' draw: a claim competes with moves, and only where it is allowed.
TEST(SessionUpi, ADrawIsVotedFor) {
  const std::string round = " a4a3 b1a1 a3a4 a1b1";
  UpiStage stage;
  stage.host("position startpos moves" + round + round);
  stage.host("go movetime 1000");
  stage.answers({"draw", "a4a3", "draw"});
  EXPECT_EQ(stage.last("bestmove"), "bestmove draw");
  EXPECT_TRUE(stage.has("[O] bestmove draw [claims a draw]"));
  UpiStage early;
  early.host("position startpos moves" + round);
  early.host("go movetime 1000");
  early.answers({"draw", "a4a3", "draw"});
  EXPECT_EQ(early.last("bestmove"), "bestmove a4a3");
}

TEST(SessionUpi, TheWayHomeGoesBeforeTheMajority) {
  UpiStage stage;
  stage.host("position pfen xxxx1/4x/5/5/ooooo x");
  stage.host("go movetime 1000");
  stage.answer(0, "e2d2");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.answer(1, "e2e1");
  EXPECT_EQ(stage.last("bestmove"), "bestmove e2e1");
}

TEST(SessionUpi, WhereTheGameIsOverItResigns) {
  UpiStage stage;
  stage.host("position pfen xxxx1/4x/5/5/ooooo x moves e2e1");
  stage.host("go movetime 1000");
  stage.pass(2000);
  EXPECT_EQ(stage.last("bestmove"), "bestmove resign");
}

TEST(SessionUpi, SomebodyWhoTypesIsAnswered) {
  UpiStage stage;
  stage.host("do d5c5");
  stage.host("do b1d3");
  EXPECT_TRUE(stage.said.empty());
  stage.host("xfen");
  EXPECT_EQ(stage.said.back(), "position startpos moves d5c5 b1d3");
  stage.host("pos");
  EXPECT_THAT(stage.said, Contains("[2 move(s) | Go! x | 0 repeat(s)]"));
  stage.host("undo");
  stage.host("xfen");
  EXPECT_EQ(stage.said.back(), "position startpos moves d5c5");
}

TEST(SessionUpi, SomebodyWhoTypesIsToldTheEnd) {
  UpiStage stage;
  stage.host("position pfen xxxx1/4x/5/5/ooooo x");
  stage.host("do e2e1");
  EXPECT_EQ(stage.said.back(), "info string x is home and wins");
}

TEST(SessionUpi, WhatIsWrongChangesNothing) {
  UpiStage stage;
  stage.host("position startpos moves d5c5");
  for (const char* line :
       {"do a1a9", "do a4a3", "do b1a1 a4a3", "undo 2", "so what", "position startpos moves a1a2",
        "position startpos moves 7g7f", "position startpos moves draw", "position pfen 5 x",
        "position", "go depth 0", "go nodes 0", "go depth -1", "go depth x", "go foo 3",
        "go movetime 0"}) {
    stage.said.clear();
    stage.host(line);
    ASSERT_FALSE(stage.said.empty()) << line;
    EXPECT_THAT(stage.said.back(), StartsWith("info string error: ")) << line;
    stage.host("xfen");
    EXPECT_EQ(stage.said.back(), "position startpos moves d5c5") << line;
  }
  stage.host("go movetime 1000");
  EXPECT_EQ(stage.children[0].last("position"), "position startpos moves d5c5");
}

TEST(SessionUpi, OnlyTheOptionsThatTheGameHasAreShownAndTaken) {
  UpiStage stage;
  for (const char* const of_shogi :
       {"USI_Ponder", "G_MateTimeout", "G_MateTimeoutReply", "G_PvMateTimeout",
        "G_MateInfoInterval", "G_MateInfoCount", "G_EnteringKingRule"}) {
    EXPECT_THAT(stage.said_before,
                Not(Contains(StartsWith("option name " + std::string(of_shogi) + " "))));
    stage.host("setoption name " + std::string(of_shogi) + " value 1");
    EXPECT_EQ(stage.said.back(), "info string no such option: " + std::string(of_shogi));
  }
  EXPECT_THAT(stage.said_before,
              Contains(AllOf(StartsWith("option name G_GougiType "), HasSubstr(" var majority"),
                             Not(HasSubstr(" var mate")))));
  stage.host("setoption name G_GougiType value mate");
  EXPECT_THAT(stage.said.back(), AllOf(HasSubstr("unknown mate"), Not(HasSubstr(" mate-"))));
}

TEST(SessionUpi, NoMoveIsMadeWhileItThinks) {
  UpiStage stage;
  stage.host("position startpos");
  stage.host("go movetime 1000");
  for (const char* line : {"do d5c5", "undo"}) {
    stage.host(line);
    EXPECT_THAT(stage.said.back(), StartsWith("info string error: ")) << line;
  }
  for (int child : {0, 1, 2}) stage.answer(child, "a4a3");
  EXPECT_EQ(stage.last("bestmove"), "bestmove a4a3");
  stage.host("do d5c5");
  stage.host("xfen");
  EXPECT_EQ(stage.said.back(), "position startpos moves d5c5");
}

TEST(SessionUpi, ChildrenHearNothingThatTheirProtocolLacks) {
  UpiStage stage;
  stage.host("position startpos");
  stage.host("go movetime 1000");
  for (int child : {0, 1, 2}) stage.answer(child, "a4a3");
  stage.host("isready");
  for (const std::string& line : stage.children[0].heard) {
    EXPECT_FALSE(line.starts_with("usi") || line.starts_with("gameover")) << line;
  }
}

// The log has the lines of the wire; its configuration says which rules read them.
TEST(SessionUpi, ItsLogIsPlayedAgain) {
  LoggedSession session("protocol: upi\nlanguage: en\nengines:\n  - command: a\n  - command: b\n",
                        1, {}, game::pyonpyon_rules());
  session.begin();
  session.begin_game("upi");
  session.host("do d5c5");
  session.host("do b1d3");
  session.host("go movetime 1000");
  session.child(0, "info depth 3 score cp 20 nodes 10 time 1 pv c5c1 a2a3");
  session.child(0, "bestmove c5c1");
  session.child(1, "bestmove c5c1");
  session.host("pos");
  session.on(HostClosed{});
  study::LogReplay replay;
  for (const std::string& line : session.lines) ASSERT_TRUE(replay.take(line)) << line;
  ASSERT_TRUE(replay.finish());
  ASSERT_EQ(replay.answers().size(), 1U);
  EXPECT_EQ(replay.answers()[0].logged, "bestmove c5c1");
  EXPECT_TRUE(replay.answers()[0].same());
  EXPECT_EQ(replay.first_difference(), std::nullopt);
}

}  // namespace
}  // namespace gougi::relay::testing
