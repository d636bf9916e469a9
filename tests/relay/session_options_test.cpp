// SPDX-License-Identifier: MIT
// What the GUI sees of the engines' options: whose they are, which are shown, and what the threads
// of all of them together mean.
#include <algorithm>

#include "base/text.hpp"
#include "io/code_page.hpp"
#include "relay/stage.hpp"

namespace gougi::relay {
namespace {

using testing::Stage;

const std::string kThreads = "option name Threads type spin default 1 min 1 max 64";

TEST(SessionOptions, EachEnginesNameStandsWhereItsOptionsBegin) {
  Stage stage(2, 1);
  stage.settings.engines[0].name = "Suisho 5　改";
  stage.settings.engines[1].name = "";
  stage.children[0].option_lines = {"option name Style type check default true"};
  stage.children[1].name = "Fairy-Stockfish 11.1 LB 64";
  stage.begin();
  stage.host("usi");
  const auto first = stage.where("option name E1_");
  ASSERT_LT(first + 4, stage.said.size());
  EXPECT_EQ(stage.said[first],
            "option name E1_Engine type combo default Suisho_5_改 var Suisho_5_改");
  EXPECT_EQ(stage.said[first + 1], "option name E1_Style type check default true");
  EXPECT_EQ(stage.said[first + 2],
            "option name E2_Engine type combo default Fairy-Stockfish_11.1_LB_64 var "
            "Fairy-Stockfish_11.1_LB_64");
  EXPECT_EQ(stage.said[first + 3], "option name M1_Engine type combo default M1 var M1");
}

TEST(SessionOptions, TheNameSentBackIsTakenInSilence) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("setoption name E1_Engine value E1");
  stage.host("setoption name E1_Engine value what it was called before");
  EXPECT_TRUE(stage.said.empty());
  EXPECT_EQ(stage.children[0].count("setoption"), 0);
}

TEST(SessionOptions, AnEngineWithAnOptionOfThatNameKeepsItAndIsNamedOtherwise) {
  Stage stage(1, 0);
  stage.children[0].option_lines = {"option name Engine type combo default full var full var weak"};
  stage.begin_game();
  stage.host("usi");
  EXPECT_TRUE(stage.has("option name E1_Name type combo default E1 var E1"));
  EXPECT_TRUE(stage.has("option name E1_Engine type combo default full var full var weak"));
  stage.host("setoption name E1_Engine value weak");
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name Engine value weak");
}

// A declaration by another rule than ours is void.
TEST(SessionOptions, WhoseRuleForDeclaringNobodyHasSetGoesByOurs) {
  Stage stage(3, 0);
  for (auto& child : stage.children) {
    child.option_lines = {
        "option name EnteringKingRule type combo default CSARule27 var NoEnteringKing var "
        "CSARule27 var TryRule"};
  }
  stage.children.back().starts = true;
  stage.settings.engines[1].options = {{"EnteringKingRule", "TryRule"}};
  stage.begin_game();
  EXPECT_EQ(stage.children[0].count("setoption"), 0);
  EXPECT_EQ(stage.children[1].count("setoption name EnteringKingRule"), 1);
  stage.host("setoption name E1_EnteringKingRule value CSARule27");  // as GUIs say all defaults
  stage.host("setoption name E3_EnteringKingRule value TryRule");
  stage.host("setoption name G_EnteringKingRule value NoEnteringKing");
  const auto rule_of = [&](std::size_t child) {
    return stage.children[child].last("setoption name EnteringKingRule value ");
  };
  EXPECT_THAT(rule_of(0), ::testing::EndsWith(" NoEnteringKing"));
  EXPECT_THAT(rule_of(1), ::testing::EndsWith(" TryRule")) << "as the configuration says";
  EXPECT_THAT(rule_of(2), ::testing::EndsWith(" TryRule"));
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  for (const int child : {0, 1, 2}) stage.child(child, "bestmove win");
  EXPECT_THAT(rule_of(3), ::testing::EndsWith(" NoEnteringKing")) << "the reserve";
  stage.host("setoption name G_EnteringKingRule value CSARule27");
  EXPECT_THAT(rule_of(0), ::testing::EndsWith(" CSARule27"));
}

TEST(SessionOptions, AnEngineThatHasNotAnsweredIsNamedAllTheSame) {
  Stage stage(1, 0);
  stage.settings.engines[0].name = "";
  stage.settings.engines[0].command = {"/opt/engines/Suisho5-YaneuraOu.exe", "--x"};
  stage.children[0].says_usiok = false;
  stage.begin();
  stage.host("usi");
  stage.pass(4'000);
  EXPECT_TRUE(stage.has("option name E1_Engine type combo default Suisho5-YaneuraOu var "))
      << stage.last("option name E1_");
}

TEST(SessionOptions, ANameThatWouldBeAWordOfTheOptionLineIsMadeAnother) {
  Stage stage(1, 0);
  stage.settings.engines[0].name = "var";
  stage.begin();
  stage.host("usi");
  EXPECT_TRUE(stage.has("option name E1_Engine type combo default var_ var var_"));
}

TEST(SessionOptions, ACommonValueBeyondAnEnginesRangeIsTheNearestThatItTakes) {
  Stage stage(2, 0);
  stage.children[0].option_lines = {"option name USI_Hash type spin default 16 min 1 max 1024"};
  stage.children[1].option_lines = {"option name USI_Hash type spin default 16 min 1 max 33554432"};
  stage.begin_game();
  stage.host("setoption name USI_Hash value 4096");
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name USI_Hash value 1024");
  EXPECT_EQ(stage.children[1].last("setoption"), "setoption name USI_Hash value 4096");
  EXPECT_TRUE(stage.has("info string E1_USI_Hash: 4096 is beyond its range; 1024 is what it gets"));
  EXPECT_EQ(stage.count("info string"), 1);
}

TEST(SessionOptions, ACommonValueBelowAnEnginesRangeIsToldAsWellAndOnceWithItsMirror) {
  Stage stage(1, 0);
  const int mirror = stage.mirror(0);
  for (const int child : {0, mirror}) {
    stage.children[static_cast<std::size_t>(child)].option_lines = {
        "option name USI_Hash type spin default 64 min 32 max 1024"};
  }
  stage.begin_game();
  stage.host("setoption name USI_Hash value 8");
  for (const int child : {0, mirror}) {
    EXPECT_EQ(stage.children[static_cast<std::size_t>(child)].last("setoption"),
              "setoption name USI_Hash value 32");
  }
  EXPECT_EQ(stage.count("info string E1_USI_Hash: 8 is beyond its range; 32 is what it gets"), 1);
}

TEST(SessionOptions, ThreadsOfAllStandAtTheTopIfAnyEngineHasThem) {
  Stage stage(2, 0);
  stage.begin();
  stage.host("usi");
  EXPECT_EQ(stage.count("option name Threads"), 0);
  stage.children[1].option_lines = {kThreads};
  stage.end_child(1);
  stage.pass(2'000);
  stage.said.clear();
  stage.host("usi");
  EXPECT_EQ(stage.last("option name Threads"),
            "option name Threads type spin default 0 min 0 max 4096");
  EXPECT_LT(stage.where("option name Threads"), stage.where("option name G_"));
}

// E1 has a share of 2, E2 says its threads itself, E3 is on another machine, M1 has a share of 1.
Stage four_with_threads() {
  Stage stage(3, 1);
  for (auto& child : stage.children) child.option_lines = {kThreads};
  stage.settings.engines[0].share = 2;
  stage.settings.engines[1].options = {{"Threads", "4"}};
  stage.settings.engines[2].share = 0;
  return stage;
}

TEST(SessionOptions, ThreadsAreSharedOutAndWhatTheConfigurationFixesComesFirst) {
  Stage stage = four_with_threads();
  stage.begin();
  stage.host("usi");
  stage.host("setoption name Threads value 13");
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name Threads value 6");
  EXPECT_EQ(stage.children[1].last("setoption"), "setoption name Threads value 4");
  EXPECT_EQ(stage.children[2].last("setoption"), "");
  EXPECT_EQ(stage.children[3].last("setoption"), "setoption name Threads value 3");
  EXPECT_EQ(stage.count("info string"), 0);
  stage.host("setoption name Threads value 0");  // each as it is by itself
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name Threads value 1");
  EXPECT_EQ(stage.children[1].last("setoption"), "setoption name Threads value 4");
  EXPECT_EQ(stage.children[3].last("setoption"), "setoption name Threads value 1");
}

// Of 6 threads, as the configuration shares them out.
Stage three_that_share_threads(const std::string& rule) {
  Stage stage(3, 0, rule);
  for (auto& child : stage.children) child.option_lines = {kThreads};
  stage.settings.resources.threads = 6;
  for (auto& engine : stage.settings.engines) {
    engine.options = {{"Threads", "2"}};
    engine.threads_are_a_share = true;
  }
  return stage;
}

TEST(SessionOptions, EnginesThatThinkAtDifferentTimesHaveAllThreadsInTheirs) {
  Stage stage = three_that_share_threads("relay-by-progress");
  stage.begin_game();
  const auto told = [&stage] {
    std::vector<std::string> threads;
    for (std::size_t i = 0; i < stage.settings.engines.size(); ++i) {
      threads.push_back(stage.children[i].last("setoption name Threads value ").substr(29));
    }
    return threads;
  };
  using Told = std::vector<std::string>;
  EXPECT_EQ(told(), (Told{"6", "6", "6"}));
  stage.host("setoption name G_GougiType value majority");
  EXPECT_EQ(told(), (Told{"2", "2", "2"}));
  stage.host("setoption name G_GougiType value verify");
  EXPECT_EQ(told(), (Told{"6", "3", "3"}));
  stage.host("setoption name Threads value 12");
  EXPECT_EQ(told(), (Told{"12", "6", "6"}));
  stage.host("setoption name G_GougiType value rotate-plies");
  EXPECT_EQ(told(), (Told{"12", "12", "12"}));
  stage.host("setoption name G_GougiType value optimistic");
  EXPECT_EQ(told(), (Told{"4", "4", "4"}));
  stage.host("setoption name Threads value 6");
  EXPECT_EQ(told(), (Told{"2", "2", "2"}));
}

TEST(SessionOptions, SharedThreadsReachEnginesThatStartLaterToo) {
  Stage stage = four_with_threads();
  stage.begin();
  stage.host("setoption name Threads value 13");
  stage.host("usi");
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name Threads value 6");
  stage.end_child(0);
  stage.pass(2'000);
  EXPECT_EQ(stage.children[0].count("setoption name Threads value 6"), 2);
}

TEST(SessionOptions, AnEnginesOwnThreadsInTheGuiComeBeforeItsPart) {
  Stage stage(2, 0);
  for (auto& child : stage.children) child.option_lines = {kThreads};
  stage.begin();
  stage.host("usi");
  stage.host("setoption name E1_Threads value 5");
  stage.host("setoption name Threads value 8");
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name Threads value 5");
  EXPECT_EQ(stage.children[1].last("setoption"), "setoption name Threads value 4");
  stage.host("setoption name E1_Threads value 1");  // its default: the part that is shared out
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name Threads value 4");
}

TEST(SessionOptions, TooFewThreadsAreOneForEachAndToldOf) {
  Stage stage(3, 0);
  for (auto& child : stage.children) {
    child.option_lines = {"option name Threads type spin default 2 min 1 max 64"};
  }
  stage.begin();
  stage.host("usi");
  stage.host("setoption name Threads value 2");
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(stage.children[i].last("setoption"), "setoption name Threads value 1");
  }
  EXPECT_EQ(stage.count("info string Threads: "), 1) << stage.last("info string");
}

TEST(SessionOptions, WhatMakesNoSenseThroughTheRelayIsNotShownButTaken) {
  Stage stage(1, 0);
  stage.children[0].option_lines = {
      "option name Protocol type combo default usi var uci var usi",
      "option name Debug Log File type string default ",
      "option name UCI_Variant type combo default shogi var chess var shogi",
      "option name VariantPath type string default <empty>",
      "option name UCI_Chess960 type check default false",
      "option name SyzygyPath type string default <empty>",
      "option name InputLogFile type string default <empty>",
      "option name WriteDebugLog type filename default <empty>",
      "option name Skill Level type spin default 20 min -20 max 20"};
  stage.begin();
  stage.host("usi");
  EXPECT_EQ(stage.count("option name E1_"), 2);
  EXPECT_TRUE(stage.has("option name E1_Skill_Level "));
  stage.host("setoption name E1_Debug_Log_File value a.log");
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name Debug Log File value a.log");
  stage.host("getoption E1_Debug_Log_File");
  EXPECT_EQ(stage.last("Options"), "Options[E1_Debug_Log_File] == a.log");
  EXPECT_EQ(stage.count("info string"), 0);
}

TEST(SessionOptions, WhatIsHiddenAndChangesFromStartToStartIsNoNews) {
  Stage stage(1, 0);
  stage.children[0].option_lines = {"option name Debug Log File type string default a.log"};
  stage.begin_game();
  stage.host("usi");
  stage.children[0].option_lines = {"option name Debug Log File type string default b.log"};
  stage.said.clear();
  stage.end_child(0);
  stage.pass(2'000);
  EXPECT_FALSE(stage.has("other options"));
}

std::vector<std::string> shown_with(settings::Exposure expose) {
  Stage stage(1, 0);
  stage.settings.engines[0].expose = std::move(expose);
  stage.children[0].option_lines = {"option name Debug Log File type string default ",
                                    "option name Threads type spin default 1 min 1 max 512",
                                    "option name Hash type spin default 16 min 1 max 1024",
                                    "option name Skill Level type spin default 20 min -20 max 20",
                                    "option name Slow Mover type spin default 84 min 10 max 1000"};
  stage.begin();
  stage.host("usi");
  std::vector<std::string> names;
  for (const std::string& line : stage.said) {
    if (line.starts_with("option name E1_"))
      names.push_back(line.substr(15, line.find(' ', 15) - 15));
  }
  EXPECT_EQ(stage.said.back(), "usiok");
  return names;
}

TEST(SessionOptions, TheConfigurationSaysWhichAreShown) {
  using Kind = settings::Exposure::Kind;
  using Names = std::vector<std::string>;
  EXPECT_EQ(shown_with({}), (Names{"Engine", "Threads", "Hash", "Skill_Level", "Slow_Mover"}));
  EXPECT_EQ(shown_with({Kind::kAll, {}}),
            (Names{"Engine", "Debug_Log_File", "Threads", "Hash", "Skill_Level", "Slow_Mover"}));
  EXPECT_EQ(shown_with({Kind::kFew, {}}), (Names{"Engine", "Threads", "Hash", "Skill_Level"}));
  EXPECT_EQ(shown_with({Kind::kNamed, {"slow mover", "Debug_Log_File"}}),
            (Names{"Engine", "Debug_Log_File", "Slow_Mover"}));
  EXPECT_EQ(shown_with({Kind::kNamed, {}}), Names{"Engine"});
}

TEST(SessionOptions, ANameToShowThatTheEngineDoesNotHaveIsToldOf) {
  Stage stage(1, 0);
  stage.settings.engines[0].expose = {settings::Exposure::Kind::kNamed, {"Sytle"}};
  stage.children[0].option_lines = {"option name Style type check default true"};
  stage.begin();
  EXPECT_EQ(stage.said, std::vector<std::string>{"info string stage.yaml: E1_Sytle: the engine has "
                                                 "no such option (expose); did you mean Style?"});
}

TEST(SessionOptions, ThreadsOfTheConfigurationAreTheDefaultAndSharedOutAnew) {
  Stage stage(2, 0);
  for (auto& child : stage.children) child.option_lines = {kThreads};
  stage.settings.resources.threads = 6;  // as reading the configuration shares them out
  for (auto& engine : stage.settings.engines) {
    engine.options = {{"Threads", "3"}};
    engine.threads_are_a_share = true;
  }
  stage.begin();
  stage.host("usi");
  EXPECT_TRUE(stage.has("option name Threads type spin default 6 min 0 max 4096"));
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name Threads value 3");
  stage.host("setoption name Threads value 6");
  stage.host("setoption name E1_Threads value 3");
  EXPECT_EQ(stage.children[0].count("setoption"), 1);
  stage.host("setoption name Threads value 10");
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name Threads value 5");
  stage.host("setoption name Threads value 6");
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name Threads value 3");
}

TEST(SessionOptions, TheNameIsKnownFromTheLastStart) {
  Stage stage(1, 0);
  stage.settings.engines[0].name = "";
  stage.children[0].says_usiok = false;
  Environment environment;
  environment.without_options = {0};
  environment.remembered_names = {"Gikou 20160606"};
  stage.begin(environment);
  stage.host("usi");
  EXPECT_TRUE(stage.has("option name E1_Engine type combo default Gikou_20160606 var "));
}

// GUIs send back every value that they were shown, at every start.
TEST(SessionOptions, AShownDefaultSentBackIsTheDefaultHoweverItWasShown) {
  for (const std::string encoding : {"utf-8", "ascii", "cp932"}) {
    Stage stage(1, 0);
    stage.settings.engines[0].options = {{"EvalDir", "C:/Program Files/評価/eval"}};
    stage.children[0].option_lines = {"option name Book type filename default my book.db",
                                      "option name EvalDir type string default eval",
                                      "option name Sign type string default \u2265 é",
                                      "option name Style type combo default 居飛車 var 居飛車"};
    stage.begin_game();
    stage.host("setoption name G_Encoding value " + encoding);
    stage.children[0].heard.clear();
    const auto as_shown = [&](const std::string& text) {
      if (encoding == "ascii") return base::to_ascii(text);
      return encoding == "cp932" ? io::cp932_to_utf8(io::utf8_to_cp932(text)) : text;
    };
    for (const char* text :
         {"E1_Book value my_book.db", "E1_EvalDir value C:/Program_Files/評価/eval",
          "E1_Sign value \u2265_é", "E1_Style value 居飛車"}) {
      stage.host("setoption name " + as_shown(text));
    }
    EXPECT_EQ(stage.children[0].count("setoption"), 0)
        << encoding << ": " << stage.children[0].last("setoption");
    EXPECT_EQ(stage.count("info string"), 0) << stage.last("info string");
    stage.host("setoption name E1_Book value other_book.db");
    EXPECT_EQ(stage.children[0].last("setoption"), "setoption name Book value other_book.db");
    stage.host("setoption name E1_Book value my_book.db");
    EXPECT_EQ(stage.children[0].last("setoption"), "setoption name Book value my book.db");
    stage.host("setoption name E1_EvalDir value eval");
    EXPECT_EQ(stage.children[0].last("setoption"), "setoption name EvalDir value eval");
  }
}

// The configuration was shown nothing.
TEST(SessionOptions, AValueOfTheConfigurationThatLooksLikeAShownDefaultIsMeant) {
  Stage stage(1, 0);
  stage.settings.engines[0].options = {{"Book", "my_book.db"}};
  stage.children[0].option_lines = {"option name Book type filename default my book.db"};
  stage.begin_game();
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name Book value my_book.db");
}

TEST(SessionOptions, ACommonOptionOfTheConfigurationStaysHoweverItsNameIsWritten) {
  Stage stage(1, 0);
  stage.settings.engines[0].options = {{"usi_hash", "1024"}};
  stage.children[0].option_lines = {"option name USI_Hash type spin default 16 min 1 max 65536"};
  stage.begin();
  stage.host("usi");
  stage.host("setoption name USI_Hash value 256");
  EXPECT_EQ(stage.children[0].count("setoption"), 1);
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name USI_Hash value 1024");
}

TEST(SessionOptions, OfTwoThatDifferInCaseTheOneIsSetThatIsNamed) {
  Stage stage(1, 0);
  stage.children[0].option_lines = {"option name Foo type spin default 1 min 0 max 9",
                                    "option name foo type spin default 2 min 0 max 9"};
  stage.settings.engines[0].options = {{"foo", "4"}};
  stage.begin_game();
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name foo value 4");
  EXPECT_EQ(stage.children[0].count("setoption"), 1);
  stage.host("setoption name E1_foo value 1");
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name foo value 1");
  stage.host("getoption E1_foo");
  EXPECT_TRUE(stage.has("Options[E1_foo] == 1"));
  stage.host("setoption name E1_Foo value 2");
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name Foo value 2");
  stage.host("setoption name E1_FOO value 3");
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name Foo value 3");
}

}  // namespace
}  // namespace gougi::relay
