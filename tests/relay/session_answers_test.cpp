// SPDX-License-Identifier: MIT
// A `go` is always answered, by votes that belong to it: engines that repeat themselves, say what
// nobody can read, or say nothing at all.
#include <gtest/gtest.h>

#include "relay/freeze_stage.hpp"
#include "relay/stage.hpp"

namespace gougi::relay::testing {
namespace {

constexpr const char* kLater = "position startpos moves 7g7f 3c3d";
// Longer than any engine is waited for that says nothing, and its restart and second chance.
constexpr int kHour = 3'600'000;

void always(ModelChild& child, const std::string& move, bool talks = true) {
  child.on_go.clear();
  if (talks) child.on_go.push_back("info depth 1 score cp 0 pv " + move);
  child.on_go.push_back("bestmove " + move);
}

TEST(SessionAnswers, WhoAlwaysSaysTheSameIsVoidAtOnceWhereItIsImpossible) {
  for (const char* go :
       {"go nodes 1000", "go depth 5", "go btime 60000 wtime 60000 byoyomi 10000"}) {
    Stage stage(1, 0);
    always(stage.children[0], "7g7f");
    stage.begin_game();
    stage.host("position startpos");
    stage.host(go);
    EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f") << go;
    stage.said.clear();
    stage.host(kLater);
    stage.host(go);
    EXPECT_EQ(stage.count("bestmove"), 1) << go;
    EXPECT_TRUE(stage.has("[X] bestmove 7g7f [void: illegal move] [E1]")) << go;
  }
}

TEST(SessionAnswers, WhoSaysTheSameWithoutALineOfThoughtIsWaitedForAMomentOnly) {
  for (const char* go :
       {"go nodes 1000", "go depth 5", "go btime 60000 wtime 60000 byoyomi 10000"}) {
    Stage stage(1, 0);
    always(stage.children[0], "7g7f", false);
    stage.begin_game();
    stage.host("position startpos");
    stage.host(go);
    EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f") << go;
    stage.said.clear();
    stage.host(kLater);
    stage.host(go);
    stage.pass(500);
    EXPECT_EQ(stage.count("bestmove"), 1) << go;
    EXPECT_TRUE(stage.has("[X] bestmove 7g7f [void: illegal move] [E1]")) << go;
  }
}

TEST(SessionAnswers, WhoIsBeingEndedHasNoVoteAndIsNotWaitedFor) {
  Stage stage(2, 0);
  stage.deaths_are_slow = true;
  stage.children[0].on_go = {"info depth 1 score cp 0 pv 5e5d", "bestmove 5e5d"};
  stage.children[1].on_go = {"info depth 1 score cp 0 pv 6g6f", "bestmove 6g6f"};
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go nodes 1000");
  ASSERT_EQ(stage.last("bestmove"), "bestmove 6g6f");
  stage.said.clear();
  stage.children[0].heard.clear();
  stage.children[0].on_go = {"info depth 1 score cp 0 pv 7g7f", "bestmove 7g7f"};
  stage.host("position startpos");
  stage.host("go nodes 1000");
  stage.child(0, "bestmove 7g7f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 6g6f");
  EXPECT_TRUE(stage.children[0].heard.empty());
  EXPECT_FALSE(stage.has("7g7f"));
  stage.end_child(0, "killed");
  stage.pass(1000);
  EXPECT_EQ(stage.children[0].last("isready"), "isready");
  stage.host("position startpos");
  stage.host("go nodes 1000");
  EXPECT_TRUE(stage.has("[O] bestmove 7g7f [P 7g7f] [value 0] [E1]"));
}

TEST(SessionAnswers, OfThreeThatAreSplitTheStuckOneIsNoReasonToWait) {
  Stage stage(3, 0);
  for (int i = 0; i < 3; ++i) always(stage.children[static_cast<std::size_t>(i)], "7g7f");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go nodes 1000");
  always(stage.children[1], "2g2f");
  always(stage.children[2], "6g6f");
  stage.host(kLater);
  stage.host("go nodes 1000");
  EXPECT_EQ(stage.count("bestmove"), 2);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

// Three searches with lines of thought: that is its habit.
void talk_a_while(Stage& stage) {
  for (const char* move : {"7g7f", "2g2f", "6g6f"}) {
    stage.host("position startpos");
    stage.host("go nodes 1000");
    stage.pass(100);
    stage.child(0, std::string("info depth 1 score cp 5 pv ") + move);
    stage.child(0, std::string("bestmove ") + move);
  }
  stage.said.clear();
}

TEST(SessionAnswers, AnAnswerOfADoubtfulSearchIsDroppedWhenTheEngineThinksOn) {
  Stage stage(1, 0);
  stage.begin_game();
  talk_a_while(stage);
  stage.host(kLater);
  stage.host("go nodes 1000");
  stage.child(0, "bestmove 9g9f");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(50);
  for (int depth = 1; depth <= 3; ++depth) stage.child(0, "info depth 1 score cp 5 pv 5g5f");
  EXPECT_TRUE(
      stage.has("E1 (E1) was behind by a search and is back in step; dropped: bestmove 9g9f"));
  stage.pass(1000);
  stage.child(0, "bestmove 5g5f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 5g5f");
}

TEST(SessionAnswers, WhoIsBehindInEveryMoveIsToldOfInTheFirstOfThem) {
  Stage stage(1, 0);
  stage.begin_game();
  talk_a_while(stage);
  for (int i = 0; i < 30; ++i) {
    stage.host(kLater);
    stage.host("go nodes 1000");
    stage.child(0, "bestmove 9g9f");
    for (int depth = 1; depth <= 3; ++depth) stage.child(0, "info depth 1 score cp 5 pv 5g5f");
    stage.pass(1000);
    stage.child(0, "bestmove 5g5f");
  }
  EXPECT_EQ(stage.count("bestmove"), 30);
  EXPECT_EQ(stage.count("info string E1 (E1) was behind by a search"), 20);
}

TEST(SessionAnswers, OfAFloodOfNonsenseTheFirstLinesAreLogged) {
  Stage stage(1, 0);
  Environment environment;
  environment.notes_from = base::log::Level::kWarning;
  stage.begin(environment);
  for (const char* line : {"usi", "isready", "usinewgame"}) stage.host(line);
  for (int i = 0; i < 1000; ++i) stage.child(0, "bestmove 7g7f");  // nobody has asked
  EXPECT_EQ(stage.noted.size(), 20U);
}

// That it thinks on was only a guess: its main time is not spent on it.
TEST(SessionAnswers, WhoseAnswerWasDroppedIsNotWaitedForInSilenceForLong) {
  Stage stage(1, 0);
  stage.begin_game();
  talk_a_while(stage);
  stage.children[0].says_readyok = false;
  stage.host(kLater);
  stage.host("go btime 7200000 wtime 7200000");
  stage.child(0, "bestmove 9g9f");
  stage.pass(3000);
  stage.child(0, "info depth 1 score cp 5 pv 5g5f");
  ASSERT_TRUE(stage.has("back in step; dropped: bestmove 9g9f"));
  stage.children[0].on_stop = {"bestmove 5g5f"};
  stage.pass(59'000);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(1'000);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 5g5f");
}

TEST(SessionAnswers, AnAnswerThatWasDroppedIsPlayedWhereTheLastLineCannotBe) {
  Stage stage(1, 0);
  stage.begin_game();
  talk_a_while(stage);
  stage.children[0].says_readyok = false;
  stage.host(kLater);
  stage.host("go btime 0 wtime 0 byoyomi 10000");
  stage.child(0, "bestmove 9g9f");
  stage.pass(3000);
  stage.child(0, "info depth 1 score cp 5 pv 5g5f");
  ASSERT_TRUE(stage.has("back in step; dropped: bestmove 9g9f"));
  stage.child(0, "info depth 2 score cp 5 pv 7g7e");
  stage.pass(7000);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 9g9f");
}

// It ends each search before it reads on, and says once, at the second `go`, a line too many.
TEST(SessionAnswers, ALineTooManyInTheSecondSearchOfAllShiftsNothing) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go nodes 1000");
  stage.pass(100);
  stage.child(0, "info depth 1 score cp 5 pv 7g7f");
  stage.child(0, "bestmove 7g7f");
  stage.host(kLater);
  stage.host("go nodes 1000");
  stage.pass(1);
  stage.child(0, "bestmove 9g9f");
  for (int depth = 1; depth <= 3; ++depth) stage.child(0, "info depth 1 score cp 5 pv 5g5f");
  stage.child(0, "bestmove 5g5f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 5g5f");
}

// It thought on, and came to nothing that could be played instead.
TEST(SessionAnswers, ADroppedAnswerIsBetterThanNone) {
  Stage stage(1, 0);
  stage.children[1].starts = false;  // no reserve
  stage.begin_game();
  stage.host("position startpos");
  stage.host(kGoASecond);
  stage.pass(100);
  stage.child(0, "info depth 1 score cp 5 pv 7g7f");
  stage.child(0, "bestmove 7g7f");
  stage.host(kLater);
  stage.host(kGoASecond);
  stage.pass(1);
  stage.child(0, "bestmove 9g9f");
  for (int depth = 1; depth <= 3; ++depth) {
    stage.child(0, "info depth 1 multipv 2 score cp 5 pv 5g5f");
  }
  EXPECT_TRUE(stage.has("dropped: bestmove 9g9f"));
  stage.pass(1000);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 9g9f");
}

TEST(SessionAnswers, AnAnswerInDoubtIsAVoteWhenAnAnswerIsDueAtOnce) {
  for (const char* end : {"gameover win", "stop", "usinewgame"}) {
    Stage stage(1, 0);
    stage.begin_game();
    talk_a_while(stage);
    stage.host(kLater);
    stage.host("go nodes 1000");
    stage.child(0, "bestmove 9g9f");
    EXPECT_EQ(stage.count("bestmove"), 0);
    stage.host(end);
    EXPECT_EQ(stage.last("bestmove"), "bestmove 9g9f") << end;
  }
}

TEST(SessionAnswers, AnAnswerInDoubtCostsNoMoveItsClock) {
  Stage stage(1, 0);
  stage.children[0].says_readyok = true;
  stage.begin_game();
  talk_a_while(stage);
  stage.children[0].says_readyok = false;  // it never passes the fence
  stage.host(kLater);
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  stage.child(0, "bestmove 9g9f");
  stage.pass(1000);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 9g9f");
  stage.host("position startpos moves 7g7f 3c3d 9g9f 9c9d");
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  stage.pass(1000);
  EXPECT_EQ(stage.count("bestmove"), 2);
  stage.pass(20'000);
  EXPECT_EQ(stage.children[0].starts_seen, 2);
}

TEST(SessionAnswers, EverySearchOfAMuteEngineEnds) {
  for (const char* go : {"go nodes 1000", "go depth 30", "go btime 36000000 wtime 36000000",
                         "go movetime 86400000"}) {
    Stage stage(1, 0);
    stage.begin_game();
    stage.host(kLater);
    stage.host(go);
    stage.pass(kHour);
    EXPECT_EQ(stage.count("bestmove"), 1) << go;
    EXPECT_GE(stage.children[0].count("stop"), 1) << go;
    EXPECT_GE(stage.children[0].starts_seen, 2) << go;
  }
}

TEST(SessionAnswers, WhoThinksInSilenceForMinutesIsOnlyAskedForItsMove) {
  Stage stage(1, 0);
  stage.children[0].on_stop = {"bestmove 2g2f"};
  stage.begin_game();
  stage.host(kLater);
  stage.host("go depth 30");
  stage.pass(30'000);
  EXPECT_EQ(stage.children[0].count("stop"), 0);
  stage.pass(kHour);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
  EXPECT_EQ(stage.children[0].starts_seen, 1);
  // It is known now that it prints nothing: it has longer.
  stage.host("go depth 30");
  stage.pass(5 * 60'000);
  EXPECT_EQ(stage.children[0].count("stop"), 1);
  stage.pass(kHour);
  EXPECT_EQ(stage.count("bestmove"), 2);
}

TEST(SessionAnswers, WhoIsKnownToThinkInSilenceHasNoLongerThanOthersOnceItTalks) {
  Stage stage(1, 0);
  stage.children[0].on_stop = {"bestmove 2g2f"};
  stage.begin_game();
  stage.host(kLater);
  stage.host("go depth 30");
  stage.child(0, "bestmove 5g5f");
  stage.host("go depth 30");
  stage.pass(6'000);
  stage.child(0, "info depth 1 score cp 5 pv 2g2f");
  stage.pass(59'000);
  EXPECT_EQ(stage.children[0].count("stop"), 0);
  stage.pass(1'000);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

TEST(SessionAnswers, WhoTalksOnIsNotStopped) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host(kLater);
  stage.host("go depth 50");
  for (int depth = 1; depth < 20; ++depth) {
    stage.child(0, "info depth " + std::to_string(depth) + " score cp 5 pv 2g2f");
    stage.pass(50'000);
  }
  EXPECT_EQ(stage.children[0].count("stop"), 0);
  stage.child(0, "bestmove 2g2f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

TEST(SessionAnswers, WhoFallsSilentInMidSearchIsAskedToo) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host(kLater);
  stage.host("go depth 50");
  stage.pass(1000);
  stage.child(0, "info depth 1 score cp 5 pv 2g2f");
  stage.pass(kHour);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

TEST(SessionAnswers, WhatWasSaidBeforePonderhitIsNoSignOfLifeBehindIt) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host(kLater);
  stage.host("go ponder movetime 3600000");
  stage.pass(1000);
  stage.child(0, "info depth 1 score cp 5 pv 2g2f");
  stage.host("ponderhit");  // at the same moment, as where the machine stood still
  stage.pass(61'000);
  EXPECT_EQ(stage.children[0].count("stop"), 1);
}

TEST(SessionAnswers, TheOthersVotesDecideWithoutTheMuteOne) {
  for (const char* go : {"go nodes 1000", "go btime 36000000 wtime 36000000"}) {
    Stage stage(2, 0);
    always(stage.children[1], "2g2f");
    stage.begin_game();
    stage.host(kLater);
    stage.host(go);
    stage.pass(25'000);
    EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f") << go;
  }
}

TEST(SessionAnswers, AMuteEngineEndsNoRoundOfQuestions) {
  Stage stage(2, 0, "exchange");
  stage.begin_game();
  stage.host(kLater);
  stage.host("go nodes 1000");
  stage.child(0, "info depth 1 score cp 5 pv 2g2f");
  stage.child(0, "bestmove 2g2f");
  stage.child(1, "info depth 1 score cp 7 pv 6g6f");
  stage.child(1, "bestmove 6g6f");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(kHour);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(SessionAnswers, AnAnalysisIsSilentAsLongAsItLikes) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("go infinite");
  stage.pass(10 * kHour);
  EXPECT_EQ(stage.children[0].count("stop"), 0);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.host("stop");
  stage.pass(5000);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(SessionAnswers, ASolverHasAllTheTimeItWasGiven) {
  Stage stage(1, 1);
  stage.begin_game();
  stage.host("go mate infinite");
  for (int i = 0; i < 100; ++i) {
    stage.pass(500'000);
    stage.child(1, "info nodes 1000");
  }
  EXPECT_EQ(stage.count("checkmate"), 0);
  stage.child(1, "checkmate nomate");
  EXPECT_EQ(stage.last("checkmate"), "checkmate nomate");
}

TEST(SessionAnswers, ASolverThatEndsWheneverItIsStartedIsNotWaitedForWithoutEnd) {
  Stage stage(1, 2);
  stage.begin_game();
  stage.host("go mate infinite");
  stage.child(1, "checkmate nomate");
  const auto ends_again_and_again = [&](int solver) {
    stage.children[static_cast<std::size_t>(solver)].says_usiok = false;
    for (int i = 0; i < 3; ++i) {
      stage.end_child(solver);
      stage.pass(2'000);
    }
  };
  ends_again_and_again(2);
  EXPECT_EQ(stage.last("checkmate"), "checkmate nomate");
  stage.said.clear();
  ends_again_and_again(1);
  stage.host("go mate infinite");
  EXPECT_EQ(stage.last("checkmate"), "checkmate notimplemented");
}

TEST(SessionAnswers, ASolverWhoseMateCannotBeReadHasAnswered) {
  Stage stage(1, 2);
  stage.begin_game();
  stage.host("go mate infinite");
  stage.child(1, "checkmate nomate");
  EXPECT_EQ(stage.count("checkmate"), 0);
  stage.child(2, "checkmate 7g7x");
  EXPECT_EQ(stage.last("checkmate"), "checkmate nomate");
}

TEST(SessionAnswers, ASolverThatSaysNothingAtAllIsNotWaitedForWithoutEnd) {
  Stage stage(1, 1);
  stage.begin_game();
  stage.host("go mate infinite");
  stage.pass(590'000);
  EXPECT_EQ(stage.children[1].count("stop"), 0);
  stage.pass(20'000);
  EXPECT_EQ(stage.children[1].count("stop"), 1);
  EXPECT_EQ(stage.count("checkmate"), 1);
}

TEST(SessionAnswers, WhoCouldNotBeAskedHasARowThatSaysSo) {
  Stage stage(2, 0);
  stage.children[0].on_go.clear();  // deaf, too
  stage.children[1].on_go = {"info depth 1 score cp 1 pv 2g2f", "bestmove 2g2f"};
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.pass(1'000);
  ASSERT_EQ(stage.count("bestmove"), 1);
  stage.said.clear();
  stage.host(kLater);
  stage.host("go byoyomi 1000");
  stage.pass(1'000);
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_EQ(stage.count("info string [-] E1: not back from its last search yet"), 1);
}

TEST(SessionAnswers, AWordThatNobodyCanReadIsAVoidVoteAtOnce) {
  struct Case {
    const char* said;
    const char* english;
    const char* japanese;
  };
  for (const auto& [said, english, japanese] :
       {Case{"bestmove 7g7fzX", "[X] [void: bestmove 7g7fzX is no move] [E1]",
             "[X] [無効：bestmove 7g7fzX は指し手ではない] [E1]"},
        Case{"bestmove foo ponder 3c3d", "[X] [void: bestmove foo is no move] [E1]",
             "[X] [無効：bestmove foo は指し手ではない] [E1]"},
        Case{"bestmove 7g7f+x", "[X] [void: bestmove 7g7f+x is no move] [E1]",
             "[X] [無効：bestmove 7g7f+x は指し手ではない] [E1]"},
        Case{"bestmove", "[X] [void: bestmove without a move] [E1]",
             "[X] [無効：bestmove に指し手がない] [E1]"}}) {
    for (const bool in_japanese : {false, true}) {
      Stage stage(2, 0);
      if (in_japanese) stage.settings.language = settings::Language::kJapanese;
      stage.children[0].on_go = {"info depth 3 score cp 9 pv 6g6f", said};
      stage.begin_game();
      stage.host("position startpos");
      stage.host("go nodes 1000");
      stage.child(1, "bestmove 2g2f");
      EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f") << said;
      EXPECT_TRUE(stage.has(in_japanese ? japanese : english)) << said;
      EXPECT_EQ(stage.children[0].starts_seen, 1) << said;
      EXPECT_EQ(stage.children[0].count("stop"), 0) << said;
    }
  }
}

TEST(SessionAnswers, WhoseWordsCannotBeReadAgainAndAgainIsRestarted) {
  Stage stage(2, 0);
  always(stage.children[0], "foo");
  always(stage.children[1], "2g2f");
  stage.begin_game();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(stage.children[0].starts_seen, 1);
    stage.host("position startpos");
    stage.host("go nodes 1000");
  }
  EXPECT_EQ(stage.children[0].starts_seen, 2);
  EXPECT_EQ(stage.count("bestmove 2g2f"), 3);
}

TEST(SessionAnswers, AWordThatCannotBeReadOfAnAbandonedSearchEndsThatSearch) {
  Stage stage(1, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go infinite");
  stage.host("position startpos moves 7g7f");
  stage.host("go nodes 1000");
  stage.child(0, "bestmove foo");
  EXPECT_EQ(stage.children[0].last("go"), "go nodes 1000");
  stage.child(0, "bestmove 3c3d");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 3c3d");
}

TEST(SessionAnswers, AVoteThatSaysWronglyWhatIsFrozenIsVoid) {
  for (const char* vote : {"7g7fZG", "7g7fzGZP"}) {
    Stage stage(2, 0);
    for (auto& child : stage.children) announce(child, "OK");
    stage.children[0].on_go = {std::string("bestmove ") + vote};
    stage.children[1].on_go = {"bestmove 2g2f"};
    stage.begin_game();
    stage.host("position startpos z3Z3");
    stage.host(kGoASecond);
    EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f") << vote;
    const std::string kind(1, std::string(vote).back());
    EXPECT_TRUE(stage.has("[void: says that " + kind + " is frozen, which it is not] [E1]"))
        << vote;
    EXPECT_EQ(stage.children[0].starts_seen, 1);  // it is in the right position
  }
}

TEST(SessionAnswers, AVoteThatSaysRightlyWhatIsFrozenCounts) {
  Stage stage(1, 0);
  announce(stage.children[0], "OK");
  stage.children[0].on_go = {"bestmove 3c3dZG"};
  stage.begin_game();
  stage.host("position startpos z3Z3 moves 7g7fzG");
  stage.host(kGoASecond);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 3c3d");
}

// Its search waits behind an older one until it is too late for it; then it is free after all.
TEST(SessionAnswers, WhoIsFreeAtLastVotesInWhatIsLeft) {
  Stage stage(1, 0);
  stage.children[1].starts = false;  // no reserve
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go infinite");
  stage.host("stop");
  stage.pass(1'500);
  EXPECT_EQ(stage.count("bestmove"), 1);
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go btime 0 wtime 0 byoyomi 400");
  stage.pass(340);
  EXPECT_EQ(stage.count("bestmove"), 1);
  stage.child(0, "bestmove 2g2f");
  EXPECT_EQ(stage.children[0].count("go"), 2);
  stage.child(0, "bestmove 6g6f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 6g6f");
}

void learn_that_the_first_is_quick(Stage& stage) {
  always(stage.children[0], "7g7f");
  stage.begin_game();
  for (int i = 0; i < 4; ++i) {
    stage.host("position startpos");
    stage.host("go nodes 1000");
    stage.child(1, "bestmove 2g2f");
  }
}

TEST(SessionAnswers, AMateOfAnAnswerThatIsHeldIsInSight) {
  Stage stage(2, 0, "optimistic");
  learn_that_the_first_is_quick(stage);
  stage.children[0].on_go = {"bestmove 4c5b"};  // without a line of thought: is it an older one?
  stage.host("position sfen 4k4/9/4PG3/9/9/9/9/9/9 b 2r2b3g4s4n4l17p 1");
  stage.host("go nodes 1000");
  stage.child(1, "info depth 1 score mate 1 pv 5c5b+");
  stage.child(1, "bestmove 5c5b+");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 4c5b");  // of two mates the first engine's
}

TEST(SessionAnswers, ADeclarationThatIsHeldIsAWinInSight) {
  Stage stage(2, 0, "optimistic");
  learn_that_the_first_is_quick(stage);
  stage.children[0].on_go = {"bestmove win"};  // without a line of thought: is it an older one?
  stage.host("position sfen K8/+P+P+P+P+P+P3/+P+P+P+P5/9/9/9/9/4R4/8k b R2B2G6P 1");
  stage.host("go nodes 1000");
  stage.child(1, "info depth 1 score mate 1 pv R*5i");
  stage.child(1, "bestmove R*5i");
  EXPECT_EQ(stage.last("bestmove"), "bestmove win");
}

// A held answer that cannot be played is an older search's: the line behind it is of this one.
TEST(SessionAnswers, AMateOfALineBehindAHeldAnswerThatIsNoVoteIsInSight) {
  Stage stage(2, 0);
  for (auto& child : stage.children) child.on_go = {"info depth 1 pv 2g2f", "bestmove 2g2f"};
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go nodes 1000");
  stage.children[0].on_go = {};
  stage.children[1].on_go = {"bestmove 2g2f"};
  stage.host("position sfen 4k4/9/4PG3/9/9/9/9/9/9 b 2r2b3g4s4n4l17p 1");
  stage.host("go nodes 1000");
  stage.child(1, "info depth 1 score mate 1 pv 4c5b");
  stage.child(0, "bestmove 4c4d");  // of two votes the first engine's, whatever the other says
  EXPECT_EQ(stage.last("bestmove"), "bestmove 4c5b");
}

}  // namespace
}  // namespace gougi::relay::testing
