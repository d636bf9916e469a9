// SPDX-License-Identifier: MIT
// The GUI's side: handshake, options, bursts; line by line of what real GUIs do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "relay/stage.hpp"

namespace gougi::relay::testing {
namespace {

using ::testing::HasSubstr;

TEST(SessionHost, UsiIsAnsweredWithOwnAndChildrensOptions) {
  Stage stage(2, 1);
  stage.children[0].option_lines = {"option name OwnBook type check default true",
                                    "option name Skill Level type spin default 20 min 0 max 20"};
  stage.children[2].option_lines = {"option name USI_Hash type spin default 16 min 1 max 1024"};
  stage.settings.engines[0].options = {{"OwnBook", "false"}};
  stage.begin();
  stage.host("usi");
  EXPECT_EQ(stage.said.front(), "id name stage");
  EXPECT_EQ(stage.said.back(), "usiok");
  EXPECT_TRUE(stage.has("option name E1_OwnBook type check default false"));
  EXPECT_TRUE(stage.has("option name E1_Skill_Level type spin default 20 min 0 max 20"));
  EXPECT_TRUE(stage.has("option name M1_USI_Hash type spin default 16 min 1 max 1024"));
  EXPECT_TRUE(stage.has("option name G_GougiType type combo default majority var majority"));
  EXPECT_TRUE(stage.has("option name USI_Hash type spin"));
  EXPECT_TRUE(stage.has("option name USI_Ponder type check"));
}

TEST(SessionHost, NoOptionNameOccursTwiceAndNoneHasABlank) {
  Stage stage(1, 0);
  stage.children[0].option_lines = {"option name Skill Level type spin default 1 min 0 max 20",
                                    "option name Skill_Level type spin default 1 min 0 max 20",
                                    "option name Broken type spinn default 1", "option type check",
                                    "option name"};
  stage.begin();
  stage.host("usi");
  std::vector<std::string> names;
  for (const auto& line : stage.said) {
    if (!line.starts_with("option name ")) continue;
    names.push_back(line.substr(12, line.find(" type ") - 12));
    EXPECT_EQ(names.back().find(' '), std::string::npos);
  }
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
  EXPECT_EQ(stage.said.back(), "usiok");
}

TEST(SessionHost, ASlowChildHoldsUsiBackForLessThanFourSeconds) {
  Stage stage(2, 0);
  stage.children[1].says_usiok = false;
  stage.begin();
  stage.host("usi");
  stage.pass(3400);
  EXPECT_EQ(stage.count("usiok"), 0);
  stage.pass(500);
  EXPECT_EQ(stage.count("usiok"), 1);
}

TEST(SessionHost, ASlowChildsOptionsComeFromItsLastStart) {
  Stage stage(1, 0);
  stage.children[0].says_usiok = false;
  Environment environment;
  environment.remembered_options = {{{"Style", usi::CheckOption{true}}}};
  stage.begin(environment);
  stage.host("usi");
  EXPECT_EQ(stage.said.back(), "usiok") << "at once";
  EXPECT_EQ(stage.count("info string"), 0);
  EXPECT_TRUE(stage.has("option name E1_Style type check default true"));
  stage.host("setoption name E1_Style value false");
  stage.child(0, "option name Style type check default true");
  stage.child(0, "usiok");
  EXPECT_EQ(stage.children[0].last("setoption name Style"), "setoption name Style value false");
  EXPECT_EQ(stage.count("info string"), 0) << "the options are those that were shown";
}

TEST(SessionHost, UsiWaitsOnlyForChildrenOfWhichNothingIsKnown) {
  Stage stage(2, 1);
  for (auto& child : stage.children) child.says_usiok = false;
  Environment environment;
  environment.remembered_options = {{{"Style", usi::CheckOption{true}}}, {}, {}};
  environment.without_options = {2};
  stage.begin(environment);
  stage.host("usi");
  EXPECT_EQ(stage.count("usiok"), 0);
  stage.child(1, "option name Skill type spin default 20 min 0 max 20");
  stage.child(1, "usiok");
  EXPECT_EQ(stage.said.back(), "usiok");
  EXPECT_TRUE(stage.has("option name E1_Style type check default true"));
  EXPECT_TRUE(stage.has("option name E2_Skill type spin default 20 min 0 max 20"));
}

TEST(SessionHost, AChildWithOtherOptionsThanShownIsToldOfOnce) {
  Stage stage(1, 0);
  stage.children[0].says_usiok = false;
  stage.settings.engines[0].options = {{"Kept", "7"}};
  Environment environment;
  environment.remembered_options = {{{"Style", usi::CheckOption{true}},
                                     {"Old", usi::ButtonOption{}},
                                     {"Level", usi::SpinOption{3, 1, 9}},
                                     {"Kept", usi::SpinOption{3, 1, 9}}}};
  stage.begin(environment);
  stage.host("usi");
  stage.said.clear();
  const auto declare = [&] {
    stage.child(0, "option name Style type check default true");
    stage.child(0, "option name Level type spin default 4 min 1 max 20");
    stage.child(0, "option name Kept type spin default 5 min 1 max 9");
    stage.child(0, "option name New One type button");
    stage.child(0, "usiok");
  };
  declare();
  EXPECT_EQ(stage.said,
            std::vector<std::string>{"info string E1 (E1) has other options than shown: new "
                                     "New_One; gone Old; changed Level default 3 -> 4, 1..9 -> "
                                     "1..20"});
  stage.said.clear();
  stage.end_child(0);
  declare();
  EXPECT_FALSE(stage.has("other options"));
  stage.host("usi");
  EXPECT_TRUE(stage.has("option name E1_New_One type button"));
  EXPECT_FALSE(stage.has("E1_Old"));
  EXPECT_TRUE(stage.has("option name E1_Kept type spin default 7 min 1 max 9"));
}

TEST(SessionHost, HundredsOfNewOptionsAreToldOfInOneShortLine) {
  Stage stage(1, 0);
  stage.children[0].says_usiok = false;
  Environment environment;
  environment.without_options = {0};
  stage.begin(environment);
  stage.host("usi");
  stage.said.clear();
  for (int i = 0; i < 300; ++i) {
    stage.child(0, "option name 日本" + std::string(1000, 'x') + std::to_string(i) +
                       " type string default " + std::string(1000, 'y'));
  }
  stage.child(0, "usiok");
  ASSERT_EQ(stage.said.size(), 1U);
  EXPECT_LT(stage.said[0].size(), 420U);
  EXPECT_TRUE(stage.has(" and 297 more")) << stage.said[0];
}

TEST(SessionHost, WhatIsSetBeforeAShownChildDeclaresReachesItAsItIsThen) {
  Stage stage(1, 0);
  stage.children[0].says_usiok = false;
  Environment environment;
  environment.remembered_options = {{{"Style", usi::CheckOption{true}},
                                     {"Old", usi::SpinOption{1, 1, 9}},
                                     {"Level", usi::SpinOption{3, 1, 9}},
                                     {"Hash", usi::SpinOption{16, 1, 64}},
                                     {"Clear", usi::ButtonOption{}}}};
  stage.begin(environment);
  stage.host("usi");
  stage.said.clear();
  stage.host("setoption name E1_Style value false");
  stage.host("setoption name E1_Old value 5");
  stage.host("setoption name E1_Level value 2");
  stage.host("setoption name E1_Level value 9");
  stage.host("setoption name USI_Hash value 32");
  stage.host("setoption name E1_Clear");
  stage.host("getoption E1_Style");
  EXPECT_EQ(stage.said.back(), "Options[E1_Style] == false");
  stage.host("isready");
  stage.said.clear();
  stage.child(0, "option name Style type check default true");
  stage.child(0, "option name Level type spin default 3 min 1 max 5");
  stage.child(0, "option name USI_Hash type spin default 16 min 1 max 64");
  stage.child(0, "option name Clear type button");
  stage.child(0, "usiok");
  EXPECT_EQ(stage.children[0].heard,
            (std::vector<std::string>{"usi", "setoption name USI_Hash value 32",
                                      "setoption name Style value false", "setoption name Clear",
                                      "isready"}));
  EXPECT_TRUE(stage.has("info string no such option: E1_Old"));
  EXPECT_TRUE(stage.has("info string E1_Level: option Level: \"9\" is not allowed"));
  EXPECT_EQ(stage.count("info string"), 3);
}

TEST(SessionHost, ASecondUsiWhileAChildRestartsWaitsForNothing) {
  Stage stage(1, 0);
  stage.children[0].option_lines = {"option name Style type check default true"};
  stage.begin();
  stage.host("usi");
  stage.children[0].says_usiok = false;
  stage.end_child(0);
  stage.said.clear();
  stage.host("usi");
  EXPECT_EQ(stage.said.back(), "usiok");
  EXPECT_TRUE(stage.has("option name E1_Style type check default true"));
}

TEST(SessionHost, NamesOfOptionsAreAsciiForTheGuiAndTheChildsOwnForTheChild) {
  Stage stage(1, 0);
  const std::string longest(300, 'x');
  stage.children[0].option_lines = {"option name 日本 type spin default 1 min 0 max 9",
                                    "option name 日木 type spin default 2 min 0 max 9",
                                    "option name " + longest + " type check default true"};
  stage.settings.engines[0].options = {{"日木", "4"}};
  stage.begin();
  stage.host("usi");
  std::vector<std::string> names;
  for (const std::string& line : stage.said) {
    if (!line.starts_with("option name E1_")) continue;
    EXPECT_TRUE(std::ranges::all_of(line, [](char c) { return c >= ' ' && c <= '~'; })) << line;
    names.push_back(line.substr(12, line.find(" type ") - 12));
    EXPECT_LE(names.back().size(), 200U);
  }
  ASSERT_EQ(names.size(), 4U);
  EXPECT_EQ(names.front(), "E1_Engine");
  names.erase(names.begin());
  stage.host("setoption name " + names[0] + " value 5");
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name 日本 value 5");
  stage.host("setoption name " + names[1] + " value 6");
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name 日木 value 6");
  stage.host("setoption name " + names[2] + " value false");
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name " + longest + " value false");
  stage.host("setoption name E1_日本 value 7");
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name 日本 value 7");
  stage.host("getoption " + names[0]);
  EXPECT_EQ(stage.said.back(), "Options[" + names[0] + "] == 7");
}

TEST(SessionHost, ARuleForMateEnginesWithoutAnyIsToldOfOnce) {
  Stage stage(2, 0);
  stage.begin();
  stage.host("usi");
  stage.said.clear();
  stage.host("setoption name G_GougiType value optimistic");
  EXPECT_TRUE(stage.said.empty());
  for (const char* rule : {"mate", "mate-sfen", "majority", "mate-pv", "mate"}) {
    stage.host(std::string("setoption name G_GougiType value ") + rule);
  }
  stage.host("setoption name G_ShowAll value true");
  ASSERT_EQ(stage.said.size(), 1U);
  EXPECT_TRUE(stage.has("info string there is no mate engine"));
  Stage with_one(2, 1);
  with_one.begin();
  with_one.host("usi");
  with_one.said.clear();
  with_one.host("setoption name G_GougiType value mate");
  EXPECT_TRUE(with_one.said.empty());
}

TEST(SessionHost, AMistypedOptionOrRuleIsAnsweredByTheOneThatWasMeant) {
  Stage stage(2, 1);
  for (auto& child : stage.children) {
    child.option_lines = {"option name Hash type spin default 16 min 1 max 1024"};
  }
  stage.begin();
  stage.host("usi");
  for (const auto& [line, meant] : std::vector<std::pair<std::string, std::string>>{
           {"setoption name G_GogiType value majority", "G_GougiType"},
           {"setoption name G_GougiType value majorty", "majority"},
           {"setoption name E1_Hsah value 3", "E1_Hash"},
           {"setoption name M1_Hahs value 3", "M1_Hash"},
           {"setoption name UIS_Hash value 3", "USI_Hash"},
           {"setoption name GougiType value majority", "G_GougiType"}}) {
    stage.said.clear();
    stage.host(line);
    ASSERT_EQ(stage.said.size(), 1U) << line;
    EXPECT_THAT(stage.said[0], HasSubstr("; did you mean " + meant + "?")) << line;
  }
}

TEST(SessionHost, SetoptionReachesTheChildInItsOwnSpelling) {
  Stage stage(2, 1);
  for (auto& child : stage.children) {
    child.option_lines = {"option name Skill Level type spin default 20 min 0 max 20",
                          "option name Clear Hash type button"};
  }
  stage.begin();
  stage.host("usi");
  stage.host("setoption name E2_Skill_Level value 7");
  EXPECT_EQ(stage.children[1].last("setoption"), "setoption name Skill Level value 7");
  EXPECT_EQ(stage.children[0].count("setoption"), 0);
  stage.host("setoption name E0_Skill_Level value 3");  // as older programs called M1_
  EXPECT_EQ(stage.children[2].last("setoption"), "setoption name Skill Level value 3");
  stage.host("setoption name E1_Clear_Hash");
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name Clear Hash");
}

TEST(SessionHost, AnUnknownNameIsWarnedOfOnce) {
  Stage stage(1, 0);
  stage.begin();
  stage.host("usi");
  stage.said.clear();
  stage.host("setoption name Nonsense value 1");
  stage.host("setoption name Nonsense value 1");
  EXPECT_EQ(stage.said.size(), 1U);
  EXPECT_TRUE(stage.said[0].starts_with("info string"));
}

TEST(SessionHost, AValueOutsideItsRangeIsRefusedWithTheRange) {
  Stage stage(1, 0);
  stage.children[0].option_lines = {"option name Skill type spin default 20 min 0 max 20"};
  stage.begin();
  stage.host("usi");
  stage.said.clear();
  stage.host("setoption name E1_Skill value 99");
  EXPECT_EQ(stage.children[0].count("setoption"), 0);
  EXPECT_TRUE(stage.has("E1_Skill"));
  EXPECT_TRUE(stage.has("20"));
}

TEST(SessionHost, ACommonOptionHasItsRangeToo) {
  Stage stage(1, 0);
  stage.children[0].option_lines = {"option name MultiPV type spin default 1 min 1 max 20"};
  stage.begin();
  stage.host("usi");
  stage.host("setoption name MultiPV value -3");
  EXPECT_TRUE(stage.said.back().starts_with("info string MultiPV: ")) << stage.said.back();
  stage.host("getoption MultiPV");
  EXPECT_EQ(stage.said.back(), "Options[MultiPV] == 1");
}

TEST(SessionHost, HashAndPonderGoToEveryChild) {
  Stage stage(2, 1);
  stage.children[0].option_lines = {"option name Hash type spin default 16 min 1 max 1024",
                                    "option name Ponder type check default false"};
  stage.settings.mate_engines[0].options = {{"USI_Hash", "32"}};  // its own share
  stage.begin();
  stage.host("usi");
  stage.host("setoption name USI_Hash value 512");
  stage.host("setoption name USI_Ponder value true");
  EXPECT_EQ(stage.children[0].last("setoption name Hash"), "setoption name Hash value 512");
  EXPECT_EQ(stage.children[0].last("setoption name Ponder"), "setoption name Ponder value true");
  EXPECT_EQ(stage.children[1].last("setoption name USI_Hash"), "setoption name USI_Hash value 512");
  EXPECT_EQ(stage.children[2].last("setoption name USI_Hash"), "setoption name USI_Hash value 32");
}

TEST(SessionHost, OptionsSetBeforeTheChildDeclaredItselfReachIt) {
  Stage stage(1, 0);
  stage.children[0].says_usiok = false;
  stage.begin();
  stage.host("usi");
  stage.host("setoption name E1_Skill value 4");
  stage.child(0, "option name Skill type spin default 20 min 0 max 20");
  stage.child(0, "usiok");
  EXPECT_EQ(stage.children[0].last("setoption name Skill"), "setoption name Skill value 4");
}

TEST(SessionHost, AllOptionsReachTheChildBeforeItsOnlyIsready) {
  Stage stage(1, 0);
  stage.children[0].says_usiok = false;
  stage.settings.engines[0].options = {{"A", "1"}, {"B", "2"}, {"C", "3"}};
  stage.begin();
  stage.host("usi");
  stage.host("isready");
  for (const char* name : {"A", "B", "C"}) {
    stage.child(0, std::string("option name ") + name + " type spin default 0 min 0 max 9");
  }
  stage.child(0, "usiok");
  EXPECT_EQ(stage.children[0].heard,
            (std::vector<std::string>{"usi", "setoption name A value 1", "setoption name B value 2",
                                      "setoption name C value 3", "isready"}));
}

TEST(SessionHost, TheGougiTypeChangesBetweenMovesByEitherName) {
  Stage stage(2, 0);
  stage.children[0].on_go = {"info depth 1 score cp 10 pv 7g7f", "bestmove 7g7f"};
  stage.children[1].on_go = {"info depth 1 score cp 20 pv 2g2f", "bestmove 2g2f"};
  stage.begin_game();
  const auto play = [&] {
    stage.said.clear();
    stage.host("position startpos");
    stage.host("go byoyomi 1000");
    return stage.last("bestmove");
  };
  EXPECT_EQ(play(), "bestmove 7g7f");
  stage.host("setoption name G_GougiType value optimistic");
  EXPECT_EQ(play(), "bestmove 2g2f");
  stage.host("setoption name G_GougiType value 悲観合議");
  EXPECT_EQ(play(), "bestmove 7g7f");
  stage.host("setoption name G_GougiType value whatever");
  EXPECT_TRUE(stage.has("majority"));
  EXPECT_EQ(play(), "bestmove 7g7f");
}

TEST(SessionHost, IsreadyWithoutUsiIsAnswered) {
  Stage stage(2, 1);
  stage.begin();
  stage.host("isready");
  EXPECT_EQ(stage.said, std::vector<std::string>{"readyok"});
  EXPECT_EQ(stage.children[2].count("isready"), 1);
}

TEST(SessionHost, ReadyokWaitsForTheChildrenButNotPastTheGuisPatience) {
  Stage stage(2, 0);
  stage.settings.ready = base::Milliseconds(4000);
  stage.children[1].says_readyok = false;
  stage.begin();
  stage.host("usi");
  stage.said.clear();
  stage.host("isready");
  stage.pass(3900);
  EXPECT_EQ(stage.count("readyok"), 0);
  stage.pass(200);  // the strictest GUI's 5 s leave room for a machine that is busy
  EXPECT_EQ(stage.count("readyok"), 1);
}

TEST(SessionHost, WithNoVoterReadyReadyokWaitsAndTheGuiIsKeptAwake) {
  Stage stage(1, 0);
  stage.children[0].says_readyok = false;
  stage.begin();
  stage.host("isready");
  stage.pass(21'000);
  EXPECT_EQ(stage.count("readyok"), 0);
  EXPECT_EQ(std::ranges::count(stage.said, std::string()), 4);
  stage.child(0, "readyok");
  EXPECT_EQ(stage.said.back(), "readyok");
}

TEST(SessionHost, AChildThatGetsReadyDuringARoundJoinsIt) {
  Stage stage(2, 0);
  stage.children[1].says_readyok = false;
  stage.children[0].on_go = {};
  stage.begin();
  stage.host("setoption name G_ReadyTimeout value 5000");
  stage.host("isready");
  stage.pass(5000);
  stage.host("position startpos");
  stage.host("go byoyomi 10000");
  EXPECT_EQ(stage.children[1].count("go"), 0);
  stage.pass(3000);
  stage.child(1, "readyok");
  const std::string go = stage.children[1].last("go");
  EXPECT_TRUE(go.starts_with("go btime 0 wtime 0 byoyomi 6449")) << go;
}

TEST(SessionHost, StopGameoverIsreadyInOneBurstGivesTheBestmoveBeforeReadyok) {
  Stage stage(2, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 60000 wtime 60000");
  stage.child(0, "info depth 3 score cp 4 pv 7g7f");
  stage.host("stop");
  stage.host("gameover lose");
  stage.host("isready");
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_EQ(stage.count("readyok"), 0);  // the children still owe their bestmoves
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 7g7f");
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_EQ(stage.count("readyok"), 1);
  EXPECT_LT(stage.where("bestmove"), stage.where("readyok"));
  EXPECT_EQ(stage.children[0].last("gameover"), "gameover lose");
}

TEST(SessionHost, GameoverDuringASearchStopsItAndAnswersAtOnce) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 60000");
  stage.child(0, "info depth 3 score cp 4 pv 7g7f");
  stage.host("gameover draw");
  EXPECT_EQ(stage.said.back(), "bestmove 7g7f");
}

TEST(SessionHost, ASecondGameUsesTheSameProcessesAndForgetsTheScores) {
  Stage stage(1, 0);
  stage.children[0].on_go = {"info depth 1 score cp 10 pv 7g7f", "bestmove 7g7f"};
  stage.begin_game();
  for (int game = 0; game < 3; ++game) {
    stage.said.clear();
    stage.host("isready");
    stage.host("usinewgame");
    stage.host("position startpos");
    stage.host("go byoyomi 100");
    EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
    EXPECT_FALSE(stage.has("before"));
    stage.host("gameover win");
  }
  EXPECT_EQ(stage.children[0].starts_seen, 1);
  EXPECT_EQ(stage.children[0].count("usinewgame"), 4);
  EXPECT_EQ(stage.children[0].count("gameover win"), 3);
}

TEST(SessionHost, SetoptionBetweenAnalysisSearchesNeedsNoIsready) {
  Stage stage(1, 0);
  stage.children[0].option_lines = {"option name MultiPV type spin default 1 min 1 max 10"};
  stage.children[0].on_stop = {"bestmove 7g7f"};
  stage.begin();
  stage.host("usi");
  EXPECT_TRUE(stage.has("option name MultiPV type spin"));
  stage.host("isready");
  stage.host("position startpos");
  stage.host("go infinite");
  stage.host("stop");
  stage.host("position startpos moves 7g7f");
  stage.host("setoption name MultiPV value 3");
  stage.host("go infinite");
  const auto& heard = stage.children[0].heard;
  ASSERT_GE(heard.size(), 3U);
  EXPECT_EQ(heard[heard.size() - 3], "setoption name MultiPV value 3");
  EXPECT_EQ(heard[heard.size() - 2], "position startpos moves 7g7f");
  EXPECT_EQ(heard[heard.size() - 1], "go infinite");
  EXPECT_EQ(stage.children[0].count("isready"), 1);
}

TEST(SessionHost, SetoptionDuringASearchWaitsForItsEnd) {
  Stage stage(1, 0);
  stage.children[0].option_lines = {"option name Skill type spin default 20 min 0 max 20"};
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.host("setoption name E1_Skill value 3");
  EXPECT_EQ(stage.children[0].count("setoption"), 0);
  stage.child(0, "bestmove 7g7f");
  EXPECT_EQ(stage.children[0].count("setoption"), 1);
}

TEST(SessionHost, OddPositionLinesAreUnderstood) {
  Stage stage(1, 0);
  stage.children[0].on_go = {"bestmove 2g2f"};
  stage.begin_game();
  for (const char* line :
       {"position startpos moves", "position sfen startpos", "  position   startpos  ",
        "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves"}) {
    stage.said.clear();
    stage.host(line);
    stage.host("go byoyomi 100");
    EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f") << line;
    EXPECT_EQ(stage.children[0].last("position"), "position startpos") << line;
  }
}

TEST(SessionHost, TakingMovesBackAndOtherGamesAreFollowed) {
  Stage stage(1, 0);
  stage.children[0].on_go = {"bestmove resign"};
  stage.begin_game();
  const auto told = [&](const std::string& line) {
    stage.host(line);
    stage.host("go byoyomi 100");
    return stage.children[0].last("position");
  };
  for (const char* line : {"position startpos moves 7g7f 3c3d 2g2f", "position startpos moves 7g7f",
                           "position startpos moves 2g2f 8c8d",
                           "position sfen 4k4/9/9/9/9/9/9/9/4K3R w 2P 5 moves 5a5b"}) {
    EXPECT_EQ(told(line), line);
  }
}

TEST(SessionHost, UnknownCommandsAreIgnoredInSilence) {
  Stage stage(1, 0);
  stage.begin_game();
  for (const char* line : {"", "   ", "xyzzy", "bestmove 7g7f", "readyok", "usiok"})
    stage.host(line);
  EXPECT_TRUE(stage.said.empty());
}

TEST(SessionHost, QuitAndEofTellTheChildrenAndEnd) {
  Stage stage(2, 1);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go infinite");
  stage.host("quit");
  stage.close_host();
  EXPECT_TRUE(stage.finished);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(stage.children[static_cast<std::size_t>(i)].count("quit"), 1);
}

TEST(SessionHost, GetoptionKnowsTheValuesInForce) {
  Stage stage(1, 0);
  stage.children[0].option_lines = {"option name Skill type spin default 20 min 0 max 20"};
  stage.begin();
  stage.host("usi");
  stage.host("setoption name E1_Skill value 3");
  stage.host("getoption E1_Skill");
  EXPECT_EQ(stage.said.back(), "Options[E1_Skill] == 3");
}

TEST(SessionHost, ASecondUsiShowsTheSameDefaults) {
  Stage stage(1, 0);
  stage.begin();
  stage.host("usi");
  const auto first = stage.said;
  stage.said.clear();
  stage.host("setoption name G_Explain value true");
  stage.host("usi");
  EXPECT_EQ(stage.said, first);
  stage.host("getoption G_Explain");
  EXPECT_EQ(stage.said.back(), "Options[G_Explain] == true");
}

TEST(SessionHost, AllWrittenAtOnceIsAnsweredInOrder) {
  Stage stage(2, 1);
  stage.children[0].says_usiok = false;
  stage.children[1].says_readyok = false;
  stage.begin();
  stage.host("usi");
  stage.host("setoption name G_ReadyTimeout value 4500");
  stage.host("isready");
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.pass(5500);
  std::vector<std::string> answers;
  for (const auto& line : stage.said) {
    const std::string word = line.substr(0, line.find(' '));
    if (word == "usiok" || word == "readyok" || word == "bestmove") answers.push_back(word);
  }
  EXPECT_EQ(answers, (std::vector<std::string>{"usiok", "readyok", "bestmove"}));
}

TEST(SessionHost, InAsciiNoJapaneseAppears) {
  Stage stage(1, 0);
  stage.settings.language = settings::Language::kJapanese;
  stage.settings.encoding = settings::TextEncoding::kAscii;
  stage.children[0].on_go = {"bestmove 7g7f"};
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 100");
  EXPECT_TRUE(stage.has("[P 7g7f]"));
}

TEST(SessionHost, InJapaneseALineThatMakesNoSenseIsSaidInJapaneseAlone) {
  Stage stage(1, 0);
  stage.settings.language = settings::Language::kJapanese;
  stage.begin_game();
  for (const auto& [line, said] :
       {std::pair{"position startpos moves 7g7e",
                  "局面が正しくありません: 1手目(7g7e)は合法手ではありません"},
        std::pair{"position startpos moves 7g7f foo",
                  "position: \"foo\" は指し手ではありません(2手目(30文字目))"},
        std::pair{"position startpos startpos",
                  "position: \"moves\" が必要です: \"startpos\"(19文字目)"},
        std::pair{"setoption name Xyzzy value 1", "そのようなオプションはありません: Xyzzy"}}) {
    stage.host(line);
    EXPECT_EQ(stage.last("info string"), std::string("info string ") + said);
  }
}

TEST(SessionHost, InJapaneseComplaintsOfOptionsAndOfGoAreJapanese) {
  Stage stage(1, 0);
  stage.settings.language = settings::Language::kJapanese;
  stage.settings.engines[0].options = {{"Level", "9"}, {"Nope", "1"}};
  stage.children[0].option_lines = {"option name Level type spin default 1 min 1 max 5"};
  stage.begin();
  stage.host("usi");
  EXPECT_TRUE(
      stage.has("E1_Level: オプション Level: \"9\" は使えません。使えるのは 1 から 5 です"));
  EXPECT_TRUE(stage.has("E1_Nope: エンジンにこのオプションはありません"));
  stage.host("isready");
  for (const auto& [line, said] :
       {std::pair{"setoption name E1_Level value 8",
                  "E1_Level: オプション Level: \"8\" は使えません。使えるのは 1 から 5 です"},
        std::pair{"setoption name G_Margin value abc",
                  "G_Margin: abc は auto でも 0〜60000 の整数でもありません"},
        std::pair{"setoption name G_Language value fr",
                  "G_Language: \"fr\" は使えません。使えるのは auto, ja, en です"},
        std::pair{"go byoyomi 1000 nonsense", "は不明な語です"}}) {
    stage.host(line);
    const bool is_told = stage.has(said);
    EXPECT_TRUE(is_told) << line << " -> " << stage.last("info string");
  }
  stage.host("setoption name G_GougiType value zzz");
  EXPECT_TRUE(stage.has("G_GougiType: zzz は使えません。使えるのは: majority"));
}

// --- failures
// -------------------------------------------------------------------------------------

TEST(SessionFailure, ACrashedChildVotesByItsLastLineAndIsRestarted) {
  Stage stage(2, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.child(1, "info depth 3 score cp 9 pv 2g2f");
  stage.end_child(1, "signal 11");
  stage.pass(0);
  EXPECT_EQ(stage.children[1].starts_seen, 2);
  EXPECT_EQ(stage.children[1].count("usinewgame"), 2);
  stage.child(0, "bestmove 7g7f");
  stage.pass(1000);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
  EXPECT_TRUE(stage.has("[X] bestmove 2g2f"));
}

TEST(SessionFailure, HowAChildEndedIsToldInTheLanguageThatIsSpoken) {
  for (const auto& [how, english, japanese] :
       {std::tuple{"killed by signal 11 (Segmentation fault)",
                   " ended: killed by signal 11 (Segmentation fault); it is restarted",
                   " が終了しました: シグナル 11(Segmentation fault) で終了。再起動します"},
        std::tuple{"exit code 0", " ended: exit code 0; it is restarted",
                   " が終了しました: 終了コード 0。再起動します"}}) {
    for (const bool in_japanese : {false, true}) {
      Stage stage(2, 0);
      if (in_japanese) stage.settings.language = settings::Language::kJapanese;
      stage.begin_game();
      stage.end_child(1, how);
      EXPECT_TRUE(stage.has(in_japanese ? japanese : english)) << stage.last("info string");
    }
  }
}

TEST(SessionFailure, ADeadChildThatCannotComeBackVotesByItsLastLine) {
  Stage stage(2, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.child(1, "info depth 3 score cp 9 pv 2g2f");
  stage.children[1].starts = false;
  stage.end_child(1);
  stage.pass(0);
  stage.child(0, "bestmove 7g7f");
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_TRUE(stage.has("[X] bestmove 2g2f"));
}

TEST(SessionFailure, AHungEngineAloneMakesTheReserveThink) {
  Stage stage(1, 0);
  stage.children[1].starts = true;
  stage.children[1].on_go = {"bestmove 2g2f"};
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.pass(1000);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
  EXPECT_TRUE(stage.has("(reserve)"));
}

// The last quarter of nothing is over when it begins.
TEST(SessionFailure, WhereThereIsNoTimeNobodyWaitsForWhoOnceAnsweredInSilence) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.child(0, "bestmove 7g7f");
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go byoyomi 2");
  stage.pass(0);
  EXPECT_GT(stage.session->deadline(), stage.now);
}

TEST(SessionFailure, TheReserveNeverOutvotesAnEngine) {
  Stage stage(1, 0, "optimistic");
  stage.children[1].starts = true;
  stage.children[1].on_go = {"info depth 9 score cp 900 pv 2g2f", "bestmove 2g2f"};
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.pass(700);
  EXPECT_EQ(stage.children[1].count("go"), 1);
  stage.child(0, "bestmove 7g7f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

TEST(SessionFailure, AnEngineThatEndsAtEveryStartHoldsNobodyBack) {
  Stage stage(1, 0);
  stage.children[0].says_usiok = false;
  stage.begin();
  stage.host("usi");
  stage.host("isready");
  stage.end_child(0);
  stage.pass(0);
  stage.end_child(0);
  EXPECT_EQ(stage.count("usiok"), 1);
  EXPECT_EQ(stage.count("readyok"), 1);
}

TEST(SessionFailure, AnAnswerAfterNinetyOfAHundredMillisecondsIsInTime) {
  Stage stage(3, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 100");
  stage.pass(92);
  for (int i = 0; i < 3; ++i) stage.child(i, "bestmove 2g2f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
  EXPECT_FALSE(stage.has("void"));
}

TEST(SessionHost, StopNearTheFlagDoesNotPushTheAnswerPastIt) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 500");
  stage.pass(440);
  stage.host("stop");
  stage.pass(59);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(SessionFailure, TheLastLineOfADeadEngineIsPlayedAtStop) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go infinite");
  stage.child(0, "info depth 20 score cp 30 pv 1g1f 3c3d");
  stage.children[0].says_readyok = false;
  stage.end_child(0);
  stage.host("stop");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 1g1f ponder 3c3d");
}

TEST(SessionFailure, AVoidBallotBesideAHungEngineMakesTheReserveThink) {
  Stage stage(2, 0);
  stage.children[0].on_go = {"bestmove 1a1b"};
  stage.children[2].starts = true;
  stage.children[2].on_go = {"bestmove 2g2f"};
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 600");
  stage.pass(600);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

TEST(SessionHost, NothingIsDueAfterTheEnd) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 100");
  stage.host("quit");
  EXPECT_FALSE(stage.session->deadline());
}

TEST(SessionFailure, ARestartedChildGetsItsOptionsBackAndJoinsTheRound) {
  Stage stage(1, 0);
  stage.children[0].option_lines = {"option name Skill type spin default 20 min 0 max 20"};
  stage.begin();
  stage.host("usi");
  stage.host("setoption name E1_Skill value 3");
  stage.host("isready");
  stage.host("position startpos");
  stage.host("go byoyomi 10000");
  stage.pass(2000);
  stage.end_child(0);
  stage.pass(0);
  const auto& heard = stage.children[0].heard;
  EXPECT_EQ(stage.children[0].count("setoption name Skill value 3"), 2);
  EXPECT_TRUE(heard.back().starts_with("go btime 0 wtime 0 byoyomi 7")) << heard.back();
  stage.child(0, "bestmove 2g2f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

TEST(SessionFailure, AChildThatDiesAgainAndAgainIsRestartedEverMoreSeldom) {
  Stage stage(2, 0);
  stage.begin_game();
  for (int i = 0; i < 200; ++i) {
    if (stage.children[1].alive) stage.end_child(1);
    stage.pass(500);
  }
  EXPECT_GE(stage.children[1].starts_seen, 6);
  EXPECT_LE(stage.children[1].starts_seen, 12);
}

TEST(SessionFailure, AHungChildIsKilledAndRestarted) {
  Stage stage(2, 0);
  stage.children[0].on_go = {"bestmove 7g7f"};
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.pass(5000);
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_EQ(stage.children[1].starts_seen, 2);
}

TEST(SessionFailure, WithoutAnyEngineTheReserveAnswers) {
  Stage stage(2, 0);
  stage.children[2].starts = true;
  stage.children[2].on_go = {"bestmove 2g2f"};
  stage.begin_game();
  stage.children[0].starts = stage.children[1].starts = false;
  stage.end_child(0);
  stage.end_child(1);
  stage.pass(60'000);
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

TEST(SessionFailure, WhatOnlyTheReserveWouldResignTheLineOfAnEngineThatIsLostPlaysOn) {
  Stage stage(2, 0);
  stage.children.back().starts = true;
  stage.children.back().on_go = {"bestmove resign"};
  stage.begin_game();
  stage.children[0].says_usiok = stage.children[1].says_usiok = false;
  stage.host("position startpos");
  stage.host(kGoASecond);
  stage.child(1, "bestmove 5e5e");
  stage.pass(700);
  ASSERT_EQ(stage.children.back().count("go "), 1);
  stage.child(0, "info depth 3 score cp -152 pv 5g5f");
  stage.end_child(0);
  EXPECT_EQ(stage.count("bestmove"), 0) << "it may come back";
  stage.pass(300);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 5g5f");
}

TEST(SessionFailure, EnginesThatStillLoadAreWaitedForBeforeTheReserveIsAsked) {
  Stage stage(1, 0);
  stage.children[0].says_readyok = false;
  stage.children[1].starts = true;
  stage.children[1].on_go = {"bestmove 2g2f"};
  stage.begin();
  stage.host("position startpos");
  stage.host("go byoyomi 10000");
  stage.pass(3000);
  EXPECT_EQ(stage.children[1].count("go"), 0);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(3000);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

TEST(SessionFailure, WhereNoVoteCountsALineOfSomebodysIsPlayedBeforeAnyLegalMove) {
  Stage stage(2, 0);
  stage.children.back().starts = true;
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  stage.child(0, "info depth 3 score cp 20 pv 2g2f 3c3d");
  stage.child(0, "bestmove foo");
  stage.pass(100);
  stage.child(1, "info depth 1 score cp 9 pv 9a9i");
  stage.child(1, "bestmove 9a9i");
  stage.child(2, "info depth 4 score cp 30 pv 7g7f 8c8d");
  stage.child(2, "bestmove");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f ponder 8c8d");
  EXPECT_TRUE(stage.has("7g7f 0/2: no vote counts, the newest line of")) << stage.last("info");
  EXPECT_TRUE(stage.has("score cp 30 pv 7g7f 8c8d"));
}

TEST(SessionFailure, ALineIsNotPlayedWhereAMateInOneIsOnTheBoard) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  stage.child(0, "info depth 1 score cp 9 pv 5i5h");
  stage.child(0, "bestmove foo");
  EXPECT_EQ(stage.last("bestmove"), "bestmove G*5b");
}

TEST(SessionFailure, AllVotesVoidAndTimeLeftMakesTheReserveThink) {
  Stage stage(1, 0);
  stage.children[0].on_go = {"bestmove 1a1b"};
  stage.children[1].starts = true;
  stage.children[1].on_go = {"bestmove 2g2f"};
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

TEST(SessionFailure, WithoutAnybodyAnyLegalMoveIsPlayed) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.children[0].starts = false;
  stage.end_child(0);
  stage.pass(60'000);
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.pass(1000);
  ASSERT_EQ(stage.count("bestmove"), 1);
  EXPECT_EQ(stage.last("bestmove").find("resign"), std::string::npos);
}

TEST(SessionFailure, GarbageHarmsNobody) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  for (const char* line :
       {"", "info", "info depth", "info score cp", "info pv 9z9z", "bestmove", "checkmate nomate",
        "readyok", "usiok", "Unknown command: go", "info depth 99999999999999999999 pv",
        "option name X type spin default 1 min 0 max 2", "\x1b[2J", "error"}) {
    stage.child(0, line);
  }
  EXPECT_EQ(stage.count("error"), 0);
  stage.pass(1000);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

// --- info lines
// -----------------------------------------------------------------------------------

TEST(SessionHost, ReadyokDoesNotWaitForASearchThatBeganAtOnce) {
  Stage stage(2, 1);
  stage.children[0].says_readyok = false;
  stage.begin();
  stage.host("usi");
  stage.host("isready");
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  EXPECT_EQ(stage.count("readyok"), 0);
  stage.child(0, "readyok");
  EXPECT_EQ(stage.count("readyok"), 1);
}

TEST(SessionInfo, EveryNewDepthPassesAndTheRestIsThrottled) {
  Stage stage(2, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 60000");
  for (int depth = 1; depth <= 10; ++depth) {
    for (int i = 0; i < 1000; ++i) {
      const std::string d = std::to_string(depth);
      stage.child(0, "info depth " + d + " score cp 1 nodes 5 pv 7g7f 3c3d");
      stage.child(1, "info depth " + d + " score cp 1 nodes 5 pv 2g2f");
    }
  }
  EXPECT_EQ(stage.count("info depth"), 10);
  EXPECT_FALSE(stage.has("2g2f"));
}

TEST(SessionInfo, OnlyWordsThatEveryGuiKnowsPassAndThePvIsLegal) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 60000");
  stage.pass(150);
  stage.child(0, "info depth 5 tbhits 0 score cp 31 upperbound nodes 7 foo bar pv 7g7f 7g7f 3c3d");
  EXPECT_EQ(stage.said.back(), "info depth 5 time 150 nodes 7 score cp 31 upperbound pv 7g7f");
}

TEST(SessionInfo, APvThatNeverEndsIsCut) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 60000");
  std::string pv;
  for (int i = 0; i < 10'000; ++i) pv += " 2h3h 8b7b 3h2h 7b8b";
  stage.child(0, "info depth 5 score cp 31 pv" + pv);
  stage.child(0, "bestmove 2h3h");
  const std::string shown = stage.last("info depth");
  EXPECT_TRUE(shown.ends_with(" 2h3h 8b7b 3h2h 7b8b 2h3h")) << shown;
  EXPECT_LT(shown.size(), 2200U);
}

TEST(SessionInfo, WithShowAllEveryVotersLineIsTaggedByMultipv) {
  Stage stage(2, 0);
  stage.settings.show_all = true;
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 10000");
  stage.child(0, "info depth 1 score cp 1 pv 7g7f");
  stage.child(1, "info depth 1 score cp 2 pv 2g2f");
  EXPECT_EQ(stage.said[0], "info depth 1 time 0 multipv 1 score cp 1 pv 7g7f");
  EXPECT_EQ(stage.said[1], "info depth 1 time 0 multipv 2 score cp 2 pv 2g2f");
}

}  // namespace
}  // namespace gougi::relay::testing
