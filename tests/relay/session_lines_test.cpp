// SPDX-License-Identifier: MIT
// What engines are told and give beyond one move: MultiPV for strategies that compare lines,
// weights by phase, an engine's own margin, and chances that a seed repeats.
#include <gtest/gtest.h>

#include "relay/logged_session.hpp"
#include "relay/stage.hpp"
#include "study/log_replay.hpp"

namespace gougi::relay::testing {
namespace {

constexpr const char* kMultiPv = "option name MultiPV type spin default 1 min 1 max 500";

void play_on(Stage& stage) {
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.child(0, "bestmove 7g7f");
}

std::string lines_of(const Stage& stage, std::size_t child = 0) {
  return stage.children[child].last("setoption name MultiPV");
}

TEST(SessionLines, AStrategyThatComparesLinesRaisesMultiPvBeforeGo) {
  Stage stage(2, 0, "average");
  stage.children[0].option_lines = {kMultiPv};
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  const auto& heard = stage.children[0].heard;
  ASSERT_GE(heard.size(), 3U);
  EXPECT_EQ(heard[heard.size() - 3], "setoption name MultiPV value 4");
  EXPECT_EQ(stage.children[1].count("setoption"), 0);  // it has none
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 7g7f");
  play_on(stage);
  EXPECT_EQ(stage.children[0].count("setoption"), 1);  // once is enough
}

TEST(SessionLines, WhoOnlyVerifiesHasTheUsersMultiPv) {
  Stage stage(2, 0, "average");
  for (int i = 0; i < 2; ++i) stage.children[i].option_lines = {kMultiPv};
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  for (int i = 0; i < 2; ++i) stage.child(i, "bestmove 7g7f");
  ASSERT_EQ(lines_of(stage, 1), "setoption name MultiPV value 4");
  stage.host("setoption name G_GougiType value verify");
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go byoyomi 1000");
  stage.child(0, "info depth 5 multipv 1 score cp 10 pv 2g2f");
  stage.child(0, "info depth 5 multipv 2 score cp 5 pv 6g6f");
  stage.child(0, "bestmove 2g2f");
  ASSERT_EQ(stage.children[1].count("go "), 2);
  EXPECT_EQ(lines_of(stage, 1), "setoption name MultiPV value 1");
  EXPECT_EQ(lines_of(stage, 0), "setoption name MultiPV value 2");
}

TEST(SessionLines, MultiPvIsTakenBackToWhatTheUserSetWithAnotherStrategy) {
  Stage stage(1, 0, "average");
  stage.children[0].option_lines = {kMultiPv};
  stage.begin_game();
  play_on(stage);
  stage.host("setoption name G_GougiType value majority");
  play_on(stage);
  EXPECT_EQ(lines_of(stage), "setoption name MultiPV value 1");
  stage.host("setoption name MultiPV value 2");
  play_on(stage);
  stage.host("setoption name G_GougiType value average");
  play_on(stage);
  EXPECT_EQ(lines_of(stage), "setoption name MultiPV value 4");
  stage.host("setoption name G_GougiType value majority");
  play_on(stage);
  EXPECT_EQ(lines_of(stage), "setoption name MultiPV value 2");
  stage.host("setoption name E1_MultiPV value 7");
  stage.host("setoption name G_GougiType value average");
  play_on(stage);
  EXPECT_EQ(lines_of(stage), "setoption name MultiPV value 7");
}

TEST(SessionLines, AnotherOptionInBetweenKeepsItFromNothing) {
  Stage stage(1, 0, "average");
  stage.children[0].option_lines = {kMultiPv, "option name Depth type spin default 5 min 1 max 99"};
  stage.begin_game();
  play_on(stage);
  stage.host("setoption name G_GougiType value majority");
  stage.host("setoption name E1_MultiPV value 1");
  stage.host("setoption name E1_Depth value 9");
  play_on(stage);
  EXPECT_EQ(lines_of(stage), "setoption name MultiPV value 1");
}

TEST(SessionLines, ARestartInBetweenKeepsItFromNothing) {
  Stage stage(1, 0, "average");
  stage.children[0].option_lines = {kMultiPv};
  stage.begin_game();
  play_on(stage);
  stage.end_child(0);
  stage.pass(5000);
  play_on(stage);
  EXPECT_EQ(lines_of(stage), "setoption name MultiPV value 4");
  stage.host("setoption name G_GougiType value majority");
  stage.end_child(0);
  stage.pass(5000);
  play_on(stage);
  EXPECT_EQ(lines_of(stage), "setoption name MultiPV value 1");
}

TEST(SessionLines, WhoNeverNeededLinesIsNeverTold) {
  Stage stage(1, 0, "majority");
  stage.children[0].option_lines = {kMultiPv};
  stage.begin_game();
  play_on(stage);
  EXPECT_EQ(stage.children[0].count("setoption"), 0);
}

TEST(SessionLines, AverageDecidesByTheLinesOfAll) {
  Stage stage(2, 0, "average");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.child(0, "info depth 9 multipv 1 score cp 100 pv 7g7f 3c3d");
  stage.child(0, "info depth 9 multipv 2 score cp 90 pv 2g2f 8c8d");
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "info depth 9 multipv 1 score cp 100 pv 5g5f 3c3d");
  stage.child(1, "info depth 9 multipv 2 score cp 80 pv 2g2f 8c8d");
  stage.child(1, "bestmove 5g5f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f ponder 8c8d");
  EXPECT_EQ(stage.last("info depth"), "info depth 9 time 0 multipv 1 score cp 90 pv 2g2f 8c8d");
}

TEST(SessionLines, IllegalAndForbiddenMovesAreNoLinesAndABoundReplacesNoExactScore) {
  Stage stage(2, 0, "average");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000 searchmoves 7g7f 5g5f 9g9f");
  for (const int voter : {0, 1}) {
    stage.child(voter, "info depth 9 multipv 1 score cp 100 pv 7g7f");
    stage.child(voter, "info depth 9 multipv 2 score cp 3000 pv 2g2f");  // not asked for
    stage.child(voter, "info depth 9 multipv 3 score cp 4000 pv 7g7e");
    stage.child(voter, "info depth 9 multipv 4 score cp 50 pv 9g9f");
    stage.child(voter, "info depth 10 multipv 4 score cp 5000 lowerbound pv 9g9f");
    stage.child(voter, "bestmove 7g7f");
  }
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

TEST(SessionLines, OfTwoLinesWithOneMoveTheDeeperCounts) {
  Stage stage(1, 0, "average");
  Environment environment;
  environment.record_since = WallTime(Milliseconds(0));
  stage.begin(environment);
  stage.host("usi");
  stage.host("isready");
  stage.host("usinewgame");
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.child(0, "info depth 8 multipv 1 score cp 100 pv 2g2f");
  stage.child(0, "info depth 8 multipv 2 score cp 90 pv 7g7f");
  // The next iteration has come to the first rank only.
  stage.child(0, "info depth 9 multipv 1 score cp 80 pv 7g7f");
  stage.child(0, "bestmove 7g7f");
  ASSERT_EQ(stage.recorded.size(), 1U);
  EXPECT_NE(stage.recorded[0].find(R"("lines":[{"move":"7g7f","score":{"cp":80)"),
            std::string::npos)
      << stage.recorded[0];
}

// --- weights by phase, margins
// --------------------------------------------------------------------

TEST(SessionWeights, AVoteCountsByThePhaseOfTheMove) {
  Stage stage(3, 0);
  stage.settings.engines[2].phase_weights = settings::PhaseWeights{1.0, 3.0, 1.0};
  stage.settings.rules.chuuban_start_plies = 3;
  stage.settings.rules.shuuban_start_plies = 5;
  stage.begin_game();
  const auto played = [&](const std::string& moves) {
    stage.host("position startpos" + moves);
    stage.host("go byoyomi 1000");
    for (const int voter : {0, 1}) stage.child(voter, "bestmove 9g9f");
    stage.child(2, "bestmove 1g1f");
    return stage.last("bestmove");
  };
  EXPECT_EQ(played(""), "bestmove 9g9f");
  EXPECT_EQ(played(" moves 7g7f 3c3d"), "bestmove 1g1f");
  EXPECT_EQ(played(" moves 7g7f 3c3d 2g2f 8c8d"), "bestmove 9g9f");
  // The GUI moves the phases.
  stage.host("setoption name G_ChuubanStartPlys value 1");
  EXPECT_EQ(played(""), "bestmove 1g1f");
}

TEST(SessionClock, AnEnginesOwnMarginIsKeptBackForItAlone) {
  Stage stage(2, 0);
  stage.settings.engines[1].margin = Milliseconds(300);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 2000");
  EXPECT_EQ(stage.children[0].last("go"), "go btime 0 wtime 0 byoyomi 1849");
  EXPECT_EQ(stage.children[1].last("go"), "go btime 0 wtime 0 byoyomi 1599");
  stage.pass(1598);
  EXPECT_EQ(stage.children[1].count("stop"), 0);
  stage.pass(1);
  EXPECT_EQ(stage.children[1].count("stop"), 1);
  EXPECT_EQ(stage.children[0].count("stop"), 0);
}

TEST(SessionClock, OurOwnLatenessInALongMoveIsKeptBackInTheNext) {
  Stage stage(1, 0);
  stage.begin_game();
  const auto told_after = [&](const std::string& position) {
    stage.host("position startpos" + position);
    stage.host("go btime 0 wtime 0 byoyomi 2000");
    return stage.children[0].last("go");
  };
  EXPECT_EQ(told_after(""), "go btime 0 wtime 0 byoyomi 1849");
  stage.pass(500);
  stage.now += Milliseconds(240);  // the machine stands still
  stage.pass(0);
  stage.child(0, "bestmove 7g7f");
  const std::string after = told_after(" moves 7g7f 3c3d");
  const int kept = 2000 - std::stoi(after.substr(after.rfind(' ')));
  EXPECT_GE(kept, 240) << after;
  EXPECT_LE(kept, 350) << after;
}

TEST(SessionClock, TheMarginMayBeSetInTheGui) {
  const auto told_with = [](const std::string& value) {
    Stage stage(1, 0);
    stage.settings.margin = Milliseconds(300);
    stage.begin_game();
    stage.host("setoption name G_Margin value " + value);
    stage.host("position startpos");
    stage.host("go btime 0 wtime 0 byoyomi 2000");
    return stage.children[0].last("go") + "\n" + stage.last("info string");
  };
  EXPECT_EQ(told_with("500"), "go btime 0 wtime 0 byoyomi 1449\n");
  EXPECT_EQ(told_with("0"), "go btime 0 wtime 0 byoyomi 1949\n");
  // The word, or an emptied field.
  for (const char* by_itself : {"auto", "", "<empty>"}) {
    EXPECT_EQ(told_with(by_itself), "go btime 0 wtime 0 byoyomi 1849\n") << by_itself;
  }
  for (const char* wrong : {"soon", "-1", "60001", "1.5", "300 ms"}) {
    EXPECT_EQ(told_with(wrong),
              "go btime 0 wtime 0 byoyomi 1649\ninfo string G_Margin: " + std::string(wrong) +
                  " is neither auto nor a whole number, 0 to 60000");
  }
}

TEST(SessionClock, TheConfiguredMarginIsTheGuisDefault) {
  Stage stage(1, 0);
  stage.begin();
  stage.host("usi");
  EXPECT_EQ(stage.last("option name G_Margin"), "option name G_Margin type string default auto");
  Stage told(1, 0);
  told.settings.margin = Milliseconds(300);
  told.begin();
  told.host("usi");
  EXPECT_EQ(told.last("option name G_Margin"), "option name G_Margin type string default 300");
}

// --- chances
// --------------------------------------------------------------------------------------

std::unique_ptr<Stage> with_seed(std::uint64_t seed, const std::string& option = "") {
  auto stage = std::make_unique<Stage>(3, 0, "softmax");
  Environment environment;
  environment.seed = seed;
  stage->begin(environment);
  stage->host("usi");
  stage->host("isready");
  stage->host("usinewgame");
  if (!option.empty()) stage->host("setoption name G_Seed value " + option);
  return stage;
}

std::string moves_of_a_game(Stage& stage) {
  std::string moves;
  for (const char* position : {"", " moves 1g1f 1c1d", " moves 9g9f 9c9d", " moves 5g5f 5c5d",
                               " moves 4g4f 4c4d", " moves 3g3f 3c3d"}) {
    stage.host("position startpos" + std::string(position));
    stage.host("go byoyomi 1000");
    stage.child(0, "info depth 5 score cp 50 pv 7g7f");
    stage.child(0, "bestmove 7g7f");
    stage.child(1, "info depth 5 score cp 45 pv 2g2f");
    stage.child(1, "bestmove 2g2f");
    stage.child(2, "info depth 5 score cp 40 pv 6g6f");
    stage.child(2, "bestmove 6g6f");
    moves += stage.last("bestmove") + "\n";
  }
  return moves;
}

std::string chosen_by(std::uint64_t seed, const std::string& option = "") {
  return moves_of_a_game(*with_seed(seed, option));
}

TEST(SessionSeed, WithoutOneEveryGameHasItsOwnChances) {
  const auto next_is_the_same = [](Stage& stage) {
    const std::string moves = moves_of_a_game(stage);
    stage.host("gameover draw");
    stage.host("usinewgame");
    return moves_of_a_game(stage) == moves;
  };
  EXPECT_FALSE(next_is_the_same(*with_seed(5)));
  EXPECT_TRUE(next_is_the_same(*with_seed(5, "7")));
}

TEST(SessionSeed, TheSeedOfTheSurroundingsDrawsUnlessGSeedIsSet) {
  EXPECT_EQ(chosen_by(1), chosen_by(1));
  EXPECT_NE(chosen_by(1), chosen_by(2));
  EXPECT_EQ(chosen_by(1, "7"), chosen_by(2, "7"));
  EXPECT_NE(chosen_by(1, "7"), chosen_by(1, "8"));
  EXPECT_EQ(chosen_by(5, "0"), chosen_by(5));
}

TEST(LogReplay, WhatSoftmaxDrewIsDrawnAgain) {
  const std::string yaml =
      "consensus: softmax\nengines:\n  - command: a\n  - command: b\n  - command: c\nmate: off\n";
  for (const std::uint64_t seed : {1ULL, 2ULL, 3ULL, 4ULL, 4294967295ULL}) {
    LoggedSession session(yaml, seed);
    session.begin();
    session.begin_game();
    for (const char* position : {"", " moves 1g1f 1c1d", " moves 9g9f 9c9d"}) {
      session.host("position startpos" + std::string(position));
      session.host("go byoyomi 1000");
      session.child(0, "info depth 5 score cp 50 pv 7g7f");
      session.child(0, "bestmove 7g7f");
      session.child(1, "info depth 5 score cp 45 pv 2g2f");
      session.child(1, "bestmove 2g2f");
      session.child(2, "info depth 5 score cp 40 pv 6g6f");
      session.child(2, "bestmove 6g6f");
    }
    study::LogReplay replay;
    for (const std::string& line : session.lines) ASSERT_TRUE(replay.take(line)) << line;
    EXPECT_EQ(replay.first_difference(), std::nullopt) << seed;
    EXPECT_EQ(replay.answers().size(), 3U);
  }
}

TEST(LogReplay, AMembersLogIsPlayedAgainFromItsPartOfTheFile) {
  const std::string yaml =
      "consensus: majority\nengines:\n  - command: a\n  - consensus: pessimistic\n"
      "    engines:\n      - command: b\n      - command: c\n      - command: d\nmate: off\n";
  LoggedSession session(yaml, 1, {2});
  session.begin();
  session.begin_game();
  session.host("position startpos");
  session.host("go byoyomi 1000");
  for (const int voter : {0, 1, 2}) {
    session.child(voter, "info depth 5 score cp " + std::to_string(50 - voter) + " pv 7g7f");
    session.child(voter, voter == 2 ? "bestmove 2g2f" : "bestmove 7g7f");
  }
  study::LogReplay replay;
  for (const std::string& line : session.lines) ASSERT_TRUE(replay.take(line)) << line;
  EXPECT_EQ(replay.first_difference(), std::nullopt);
  ASSERT_EQ(replay.answers().size(), 1U);
  EXPECT_EQ(replay.answers()[0].replayed, "bestmove 2g2f");
}

}  // namespace
}  // namespace gougi::relay::testing
