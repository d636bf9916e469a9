// SPDX-License-Identifier: MIT
// `isready` while engines load: who is waited for, how long, what the GUI hears of it, and what the
// votes say of those who are not there.
#include <algorithm>

#include "relay/stage.hpp"

namespace gougi::relay {
namespace {

using testing::Stage;

// Two voters called Fairy and GPSShogi, the second of which does not get ready by itself.
Stage slow_second() {
  Stage stage(2, 0);
  stage.settings.engines[0].name = "Fairy";
  stage.settings.engines[1].name = "GPSShogi";
  stage.children[1].says_readyok = false;
  return stage;
}

TEST(SessionReady, ReadyokWaitsForEveryVoterAndSaysWhoStillLoads) {
  Stage stage = slow_second();
  stage.begin();
  stage.host("isready");
  stage.pass(61'000);
  EXPECT_EQ(stage.count("readyok"), 0);
  EXPECT_EQ(stage.count("info string waiting"), 12);
  EXPECT_EQ(std::ranges::count(stage.said, std::string()), 12);
  EXPECT_EQ(stage.last("info string"), "info string waiting (60 s) for E2 (GPSShogi): loading");
  stage.child(1, "readyok");
  EXPECT_EQ(stage.said.back(), "readyok");
  stage.said.clear();
  stage.pass(60'000);
  EXPECT_TRUE(stage.said.empty());
}

TEST(SessionReady, AnEngineMayLoadForNearlyTenMinutes) {
  Stage stage = slow_second();
  stage.begin();
  stage.host("isready");
  stage.pass(599'000);
  EXPECT_EQ(stage.count("readyok"), 0);
  EXPECT_EQ(stage.children[1].starts_seen, 1);
  stage.child(1, "readyok");
  EXPECT_EQ(stage.count("readyok"), 1);
}

TEST(SessionReady, AfterTenMinutesReadyokComesWhoeverIsMissing) {
  Stage stage(1, 0);
  stage.children[0].says_readyok = false;
  stage.begin();
  stage.host("isready");
  stage.pass(599'000);
  EXPECT_EQ(stage.count("readyok"), 0);
  stage.pass(2'000);
  EXPECT_EQ(stage.count("readyok"), 1);
}

TEST(SessionReady, TheOptionBoundsTheWaitEvenIfNobodyIsReady) {
  Stage stage(1, 0);
  stage.children[0].says_readyok = false;
  stage.begin();
  stage.host("setoption name G_ReadyTimeout value 4500");
  stage.host("isready");
  stage.pass(4'400);
  EXPECT_EQ(stage.count("readyok"), 0);
  stage.pass(200);
  EXPECT_EQ(stage.count("readyok"), 1);
  stage.host("setoption name G_ReadyTimeout value 600000");
  stage.said.clear();
  stage.host("isready");
  stage.pass(10'000);
  EXPECT_EQ(stage.count("readyok"), 0);
}

TEST(SessionReady, AMateSolverIsWaitedForFourSecondsOnly) {
  Stage stage(1, 1);
  stage.children[1].says_readyok = false;
  stage.begin();
  stage.host("isready");
  stage.pass(3'900);
  EXPECT_EQ(stage.count("readyok"), 0);
  stage.pass(200);
  EXPECT_EQ(stage.count("readyok"), 1);
}

TEST(SessionReady, WhoIsGivenUpIsNotWaitedFor) {
  Stage stage = slow_second();
  stage.begin();
  stage.host("isready");
  stage.end_child(1);
  stage.pass(0);
  EXPECT_EQ(stage.count("readyok"), 0) << "it may have been an accident";
  stage.pass(5'000);
  EXPECT_EQ(stage.last("info string waiting"),
            "info string waiting (5 s) for E2 (GPSShogi): restarting");
  stage.end_child(1);
  EXPECT_EQ(stage.count("readyok"), 1);
}

TEST(SessionReady, InJapaneseItIsSaidInJapanese) {
  Stage stage = slow_second();
  stage.settings.language = settings::Language::kJapanese;
  stage.begin();
  stage.host("isready");
  stage.pass(5'000);
  EXPECT_EQ(stage.last("info string"), "info string 待機中 (5 秒): E2 (GPSShogi): 読み込み中");
}

TEST(SessionReady, AStopOrQuitDoesNotWaitForReadyok) {
  Stage stage = slow_second();
  stage.children[0].on_go = {"info depth 1 pv 7g7f"};
  stage.begin();
  stage.host("isready");
  stage.host("stop");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.host("stop");
  stage.pass(500);
  EXPECT_EQ(stage.count("readyok"), 1);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
  stage.host("isready");
  stage.host("go byoyomi 1000");
  stage.host("quit");
  EXPECT_TRUE(stage.finished);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

// ---- what comes behind isready in one burst ---------------------------------------------------

TEST(SessionReady, AGoBehindIsreadyWaitsForReadyokAndHasAllOfItsTimeThen) {
  Stage stage = slow_second();
  stage.begin();
  stage.host("isready");
  stage.host("usinewgame");
  stage.host("position startpos");
  stage.host("go byoyomi 500");
  stage.pass(3'000);
  EXPECT_EQ(stage.count("bestmove"), 0);
  EXPECT_EQ(stage.children[0].count("go"), 0);
  stage.child(1, "readyok");
  EXPECT_EQ(stage.count("readyok"), 1);
  EXPECT_EQ(stage.children[0].last("go"), stage.children[1].last("go"));
  stage.pass(300);
  EXPECT_EQ(stage.count("bestmove"), 0);
  for (int i = 0; i < 2; ++i) stage.child(i, "bestmove 2g2f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
  EXPECT_LT(stage.where("readyok"), stage.where("bestmove"));
}

TEST(SessionReady, AGoBehindIsreadyWaitsNoLongerThanReadyok) {
  Stage stage(1, 0);
  stage.children[0].says_readyok = false;
  stage.begin();
  stage.host("setoption name G_ReadyTimeout value 4500");
  stage.host("isready");
  stage.host("position startpos");
  stage.host("go byoyomi 500");
  stage.pass(4'499);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(501);
  EXPECT_EQ(stage.count("readyok"), 1);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(SessionReady, AGoMateBehindIsreadyWaitsForReadyok) {
  Stage stage = slow_second();
  stage.begin();
  stage.host("isready");
  stage.host("position startpos");
  stage.host("go mate 100");
  stage.pass(3'000);
  EXPECT_EQ(stage.count("checkmate"), 0);
  stage.child(1, "readyok");
  stage.pass(100);
  EXPECT_EQ(stage.count("checkmate"), 1);
}

TEST(SessionReady, TheLastOfSeveralGosBehindIsreadyIsAnswered) {
  Stage stage = slow_second();
  stage.children[0].on_stop = {"bestmove 2g2f"};
  stage.begin();
  stage.host("isready");
  for (const char* position : {"position startpos", "position startpos moves 7g7f"}) {
    stage.host(position);
    stage.host("go byoyomi 500");
    stage.host("go byoyomi 600");
  }
  stage.child(1, "readyok");
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(stage.children[static_cast<std::size_t>(i)].last("position"),
              "position startpos moves 7g7f");
    stage.child(i, "bestmove 3c3d");
  }
  stage.pass(2'000);
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 3c3d");
}

// Each of these ends a search, or owes its answer at once.
TEST(SessionReady, WhatEndsASearchDoesNotWaitBehindAGoThatDoes) {
  for (const char* line : {"stop", "gameover win", "gameover nobody", "usinewgame", "isready"}) {
    Stage stage = slow_second();
    stage.begin();
    stage.host("isready");
    stage.host("position startpos");
    stage.host("go byoyomi 500");
    stage.host(line);
    stage.pass(500);
    EXPECT_EQ(stage.count("bestmove"), 1) << line;
    stage.child(1, "readyok");
    stage.pass(1'000);
    EXPECT_EQ(stage.count("bestmove"), 1) << line;
  }
}

TEST(SessionReady, APonderhitBehindAGoPonderThatWaitsStartsItsClock) {
  Stage stage = slow_second();
  stage.begin();
  stage.host("isready");
  stage.host("position startpos");
  stage.host("go ponder byoyomi 500");
  stage.pass(10'000);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.host("ponderhit");
  stage.pass(500);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(SessionReady, APonderhitOutOfPlaceDoesNotBeginAGoThatWaits) {
  Stage stage = slow_second();
  stage.begin();
  stage.host("isready");
  stage.host("position startpos");
  stage.host("go byoyomi 500");
  stage.host("ponderhit");
  EXPECT_EQ(stage.children[0].count("go "), 0);
  stage.child(1, "readyok");
  EXPECT_EQ(stage.children[0].count("go "), 1);
}

TEST(SessionReady, OfAGoThatWaitedNothingIsLeftInTheNextGame) {
  Stage stage = slow_second();
  stage.begin();
  stage.host("isready");
  stage.host("position startpos");
  stage.host("go ponder byoyomi 500");
  stage.host("usinewgame");
  stage.child(1, "readyok");
  stage.pass(2'000);
  EXPECT_EQ(stage.count("bestmove"), 0);
  EXPECT_EQ(stage.children[1].count("go"), 0);
}

TEST(SessionReady, AnOptionOrAQueryBehindAGoThatWaitsIsTakenAtOnce) {
  Stage stage = slow_second();
  stage.begin();
  stage.host("isready");
  stage.host("position startpos");
  stage.host("go byoyomi 500");
  stage.host("setoption name G_ShowAll value true");
  stage.host("getoption G_ShowAll");
  EXPECT_EQ(stage.last("Options"), "Options[G_ShowAll] == true");
  EXPECT_EQ(stage.count("bestmove"), 0);
  EXPECT_EQ(stage.count("readyok"), 0);
}

// Somebody types, or a program never learned to wait: an analysis may last for hours.
TEST(SessionReady, AnEngineThatIsLateJoinsTheSearchOfAGuiThatSaysNoIsready) {
  Stage stage(2, 0);
  stage.children[1].says_usiok = false;
  stage.begin();
  stage.host("usi");
  stage.pass(4000);
  stage.host("position startpos");
  stage.host("go infinite");
  EXPECT_EQ(stage.children[0].last("go"), "go infinite");
  stage.child(1, "usiok");
  EXPECT_EQ(stage.children[1].count("isready"), 1);
  EXPECT_EQ(stage.children[1].last("go"), "go infinite");
}

TEST(SessionReady, AnEngineThatIsAbsentFromTheVoteHasItsRow) {
  Stage stage(4, 0);
  const std::vector<std::string> names{"Fairy", "GPSShogi", "Gikou", "Apery"};
  for (std::size_t i = 0; i < 4; ++i) stage.settings.engines[i].name = names[i];
  stage.children[0].on_go = {"bestmove 7g7f"};
  stage.children[1].says_readyok = false;
  stage.children[3].starts = false;
  stage.begin();
  stage.host("setoption name G_ReadyTimeout value 100");
  stage.host("isready");
  stage.pass(200);
  stage.host("usinewgame");
  stage.children[2].says_usiok = false;
  stage.end_child(2);
  stage.pass(0);
  stage.host("position startpos");
  stage.said.clear();
  stage.host("go byoyomi 1000");
  stage.pass(1'000);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
  EXPECT_EQ(stage.count("info string [-]"), 3);
  EXPECT_TRUE(stage.has("info string [-] GPSShogi: loading"));
  EXPECT_TRUE(stage.has("info string [-] Gikou: restarting"));
  EXPECT_TRUE(stage.has("info string [-] Apery: not running"));
}

TEST(SessionReady, TheRowOfWhoIsAbsentIsInTheOrderOfTheEngines) {
  Stage stage(2, 0);
  stage.settings.language = settings::Language::kJapanese;
  stage.settings.engines[0].name = "GPSShogi";
  stage.children[0].says_readyok = false;
  stage.children[1].on_go = {"bestmove 7g7f"};
  stage.begin();
  stage.host("setoption name G_ReadyTimeout value 100");
  stage.host("isready");
  stage.pass(200);
  stage.host("position startpos");
  stage.said.clear();
  stage.host("go byoyomi 1000");
  stage.pass(1'000);
  EXPECT_EQ(stage.where("info string [-] GPSShogi: 読み込み中") + 1,
            stage.where("info string [O] bestmove 7g7f"));
}

TEST(SessionReady, WhoIsNotToPlayByTheRuleHasNoRow) {
  Stage stage(2, 0, "rotate-plies");
  stage.children[0].on_go = {"bestmove 7g7f"};
  stage.children[1].says_readyok = false;
  stage.begin();
  stage.host("setoption name G_ReadyTimeout value 100");
  stage.host("isready");
  stage.pass(200);
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.pass(1'000);
  EXPECT_EQ(stage.count("info string [-]"), 0);
}

}  // namespace
}  // namespace gougi::relay
