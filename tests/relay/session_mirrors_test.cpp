// SPDX-License-Identifier: MIT
// Engines that have a mirror: who speaks when.
#include <gtest/gtest.h>

#include "relay/stage.hpp"

namespace gougi::relay::testing {
namespace {

constexpr const char* kOneSecond = "go btime 0 wtime 0 byoyomi 1000";

// One engine, child 0, with its mirror, child 1.
struct Pair : Stage {
  Pair() : Stage(1, 0) { mirror(0); }
  ModelChild& engine() { return children[0]; }
  ModelChild& twin() { return children[1]; }
  void go(const std::string& line = kOneSecond) {
    host("position startpos");
    host(line);
  }
};

TEST(SessionMirrors, TheMirrorIsToldWhatItsEngineIsTold) {
  Pair stage;
  stage.settings.engines[0].options = {{"Style", "attack"}};
  stage.engine().option_lines =
      stage.twin().option_lines = {"option name Style type string default balanced"};
  stage.begin_game();
  stage.host("setoption name E1_Style value defence");
  stage.go();
  EXPECT_EQ(stage.engine().heard, stage.twin().heard);
  EXPECT_EQ(stage.twin().count("go "), 1);
  EXPECT_EQ(stage.twin().last("setoption name Style"), "setoption name Style value defence");
}

TEST(SessionMirrors, WhereAllAgreeTheMirrorGoesOnAsItsEngineDoes) {
  Stage stage(2, 0, "veto");
  const int twin = stage.mirror(0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 3000");
  for (const int child : {0, 1, twin}) stage.child(child, "info depth 1 score cp 10 pv 7g7f");
  stage.pass(2'500);
  EXPECT_EQ(stage.children[0].count("stop"), 0);
  EXPECT_EQ(stage.children[static_cast<std::size_t>(twin)].count("stop"), 0);
}

TEST(SessionMirrors, TheGuiIsShownNoOptionsOfAMirror) {
  Pair stage;
  stage.engine().option_lines =
      stage.twin().option_lines = {"option name Style type string default balanced"};
  stage.begin();
  stage.host("usi");
  EXPECT_EQ(stage.count("option name E1_Style"), 1);
  EXPECT_FALSE(stage.has("E1m"));
}

TEST(SessionMirrors, WhileBothAreWellTheEngineSpeaks) {
  Pair stage;
  stage.begin_game();
  stage.go();
  stage.child(1, "info depth 9 score cp 900 pv 7g7f");
  stage.child(1, "bestmove 7g7f");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(0, "info depth 3 score cp 30 pv 2g2f");
  stage.child(0, "bestmove 2g2f");
  EXPECT_EQ(stage.said.back(), "bestmove 2g2f");
  EXPECT_TRUE(stage.has("[O] bestmove 2g2f [P 2g2f] [value 30] [E1]"));
  EXPECT_FALSE(stage.has("(mirror)"));
}

// What the engine had said is no vote any more, and there is nothing to ask about.
TEST(SessionMirrors, WhoHasSaidNothingIsWaitedForWhereAMirrorResignedWhenTheQuestionsAreDue) {
  Stage stage(2, 0, "exchange");
  const int twin = stage.mirror(0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host(kOneSecond);
  stage.child(0, "info depth 1 score cp 50 pv 7g7f");
  stage.child(twin, "info depth 1 score cp -50 pv 7g7f");
  stage.child(twin, "bestmove resign");
  stage.pass(700);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(1, "bestmove 2g2f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
  EXPECT_TRUE(stage.has("[O] bestmove 2g2f [P 2g2f] [value none] [E2]"));
}

TEST(SessionMirrors, AMirrorHasNoVoteOfItsOwn) {
  Stage stage(3, 0);
  const int first = stage.mirror(0);
  const int second = stage.mirror(1);
  stage.children[0].on_go = {"bestmove 7g7f"};
  stage.children[1].on_go = {"bestmove 2g2f"};
  stage.children[2].on_go = {"bestmove 2g2f"};
  for (const int child : {first, second}) {
    stage.children[static_cast<std::size_t>(child)].on_go = {"bestmove 7g7f"};
  }
  stage.begin_game();
  stage.host("position startpos");
  stage.host(kOneSecond);
  EXPECT_EQ(stage.said.back(), "bestmove 2g2f");
}

TEST(SessionMirrors, OfADeadEngineTheMirrorGoesOnInTheSameSearch) {
  Pair stage;
  stage.begin_game();
  stage.go();
  stage.end_child(0);
  EXPECT_EQ(stage.count("bestmove"), 0);
  EXPECT_EQ(stage.twin().count("go "), 1);
  stage.child(1, "info depth 4 score cp 11 pv 7g7f 3c3d");
  stage.child(1, "bestmove 7g7f");
  EXPECT_EQ(stage.said.back(), "bestmove 7g7f ponder 3c3d");
  EXPECT_TRUE(stage.has("[O] bestmove 7g7f [P 7g7f] [value 11] [E1 (mirror)]"));
}

TEST(SessionMirrors, WhatTheMirrorSaidBeforeItsEngineDiedIsTheVote) {
  Pair stage;
  stage.begin_game();
  stage.go();
  stage.child(1, "bestmove 7g7f");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.end_child(0);
  EXPECT_EQ(stage.said.back(), "bestmove 7g7f");
}

TEST(SessionMirrors, AnIllegalMoveIsReplacedInTheSameMove) {
  Pair stage;
  stage.begin_game();
  stage.go();
  stage.child(0, "bestmove 7g7e");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(1, "bestmove 7g7f");
  EXPECT_EQ(stage.said.back(), "bestmove 7g7f");
}

TEST(SessionMirrors, AMirrorThatComesBackLaterReplacesItToo) {
  Stage stage(2, 0);
  const int mirror = stage.mirror(0);
  auto& twin = stage.children[static_cast<std::size_t>(mirror)];
  stage.begin_game();
  twin.says_readyok = false;
  stage.end_child(mirror);
  stage.host("position startpos");
  stage.host(kOneSecond);
  stage.child(0, "bestmove 7g7e");
  twin.on_go = {"info depth 3 score cp 50 pv 7g7f", "bestmove 7g7f"};
  stage.child(mirror, "readyok");
  stage.child(1, "bestmove 2g2f");
  EXPECT_TRUE(stage.has("[O] bestmove 7g7f [P 7g7f] [value 50] [E1 (mirror)]"));
}

TEST(SessionMirrors, OfARuleThatChoosesWhoPlaysNoEngineHasTwoSeats) {
  Stage stage(2, 0, "rotate-plies");
  const int mirror = stage.mirror(0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host(kOneSecond);
  stage.child(0, "bestmove 7g7e");
  stage.child(mirror, "bestmove 7g7e");
  EXPECT_EQ(stage.children[1].count("go "), 1);
  stage.child(1, "bestmove 2g2f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

TEST(SessionMirrors, WhereBothFailInOneMoveTheNewestLineOfEitherIsPlayed) {
  Pair stage;
  stage.begin_game();
  stage.engine().says_usiok = stage.twin().says_usiok = false;
  stage.go();
  stage.child(0, "info depth 7 score cp 30 pv 2g2f");
  stage.child(0, "bestmove 5e5e");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.end_child(1);
  stage.pass(1000);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
  EXPECT_TRUE(stage.has("the newest line of E1"));
}

TEST(SessionMirrors, WhereNoVoteCountsTheMoveOfAnEngineThatLostItsSeatIsPlayed) {
  Stage stage(2, 0);
  const int twin = stage.mirror(0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go infinite");
  stage.end_child(0);
  stage.pass(5000);
  ASSERT_GE(stage.children[0].count("go "), 2) << "it is back";
  stage.host("stop");
  stage.child(twin, "bestmove resign");
  stage.child(0, "bestmove 2g2f");
  stage.pass(5000);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
  EXPECT_TRUE(stage.has("no vote counts, the move of E1"));
}

// The move is of a process of the user's engine, and nothing takes a resignation back.
TEST(SessionMirrors, WhereOnlyTheReserveWouldResignTheMoveOfWhoStandsByIsPlayed) {
  Stage stage(2, 0);
  const int twin = stage.mirror(0);
  stage.children.back().starts = true;
  stage.children.back().on_go = {"bestmove resign"};
  stage.begin_game();
  stage.host("position startpos");
  stage.host(kOneSecond);
  stage.end_child(0);
  ASSERT_EQ(stage.children[0].count("go "), 2) << "it is back";
  stage.child(twin, "bestmove resign");
  stage.child(0, "bestmove 2g2f");
  stage.child(1, "bestmove 7g7e");
  stage.pass(1000);
  ASSERT_EQ(stage.children.back().count("go "), 1);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
  EXPECT_TRUE(stage.has("no vote counts, the move of E1"));
}

TEST(SessionMirrors, SoIsAnAnswerThatNobodyCanRead) {
  for (const int first : {0, 1}) {
    Stage stage(2, 0);
    const int twin = stage.mirror(0);
    stage.begin_game();
    stage.host("position startpos");
    stage.host(kOneSecond);
    stage.child(1, "bestmove 2g2f");
    if (first == 1) stage.child(twin, "bestmove 7g7f");
    stage.child(0, "bestmove banana");
    EXPECT_EQ(stage.count("bestmove"), first);
    if (first == 0) stage.child(twin, "bestmove 7g7f");
    EXPECT_EQ(stage.said.back(), "bestmove 7g7f");
  }
}

TEST(SessionMirrors, SoIsTheWordThatThereIsNoMoveWhereThereAreSome) {
  for (const char* const word : {"none", "(none)", "0000", "null"}) {
    Pair stage;
    stage.begin_game();
    stage.go();
    stage.child(0, "info depth 1 score cp 5 pv 7g7f");
    stage.child(0, std::string("bestmove ") + word);
    EXPECT_EQ(stage.count("bestmove"), 0) << word;
    stage.child(1, "info depth 1 score cp 5 pv 2g2f");
    stage.child(1, "bestmove 2g2f");
    EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f") << word;
  }
}

TEST(SessionMirrors, OfAnEngineThatSaysNothingTheMirrorsMoveIsPlayedInTime) {
  Pair stage;
  stage.begin_game();
  stage.go();
  stage.child(1, "bestmove 7g7f");
  stage.pass(999);
  EXPECT_EQ(stage.said.back(), "bestmove 7g7f");
}

// As of an engine without a mirror: better than nothing, though it may be of an older search.
TEST(SessionMirrors, OfTheMirrorADoubtfulAnswerIsPlayedToo) {
  Pair stage;
  stage.engine().on_go = stage.twin().on_go = {"info depth 3 score cp 50 pv 2g2f", "bestmove 2g2f"};
  stage.begin_game();
  for (int i = 0; i < 4; ++i) stage.go("go btime 0 wtime 0 byoyomi 3000");
  stage.engine().on_go.clear();
  stage.twin().on_go.clear();
  stage.twin().says_readyok = false;
  stage.go("go btime 0 wtime 0 byoyomi 3000");
  stage.child(1, "bestmove 7g7f");  // without a line before it
  stage.pass(600);
  stage.child(1, "info depth 1 multipv 2 pv 4i4h");
  ASSERT_TRUE(stage.has("back in step; dropped: bestmove 7g7f"));
  stage.pass(2399);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

// What it gave is of no use, and may be of an older search.
TEST(SessionMirrors, WhoseDoubtfulAnswerIsNoVoteWasNotWaitedForWhereTheOthersDecide) {
  Stage stage(3, 0);
  const int twin = stage.mirror(2);
  stage.children[2].on_go = {"info depth 3 score cp 50 pv 2g2f", "bestmove 2g2f"};
  stage.children[0].on_go = stage.children[1].on_go = {"bestmove 7g7f"};
  stage.begin_game();
  for (int i = 0; i < 4; ++i) {
    stage.host("position startpos");
    stage.host("go btime 0 wtime 0 byoyomi 3000");
    stage.child(2, "bestmove 2g2f");
  }
  for (int child = 0; child < 3; ++child)
    stage.children[static_cast<std::size_t>(child)].on_go.clear();
  stage.children[2].says_readyok = false;
  stage.host("position startpos moves 2g2f 8c8d");
  stage.host("go btime 0 wtime 0 byoyomi 3000 searchmoves 7g7f 6i7h");
  stage.child(2, "bestmove 5g5f");
  stage.child(twin, "info depth 3 score cp 40 pv 7g7f");
  stage.child(twin, "bestmove 7g7f");
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 7g7f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
  EXPECT_FALSE(stage.has("void"));
}

// It is held when time is up, for it may be an older search's; who stands by has a line of this
// one.
TEST(SessionMirrors, ForAHeldAnswerThatIsNoVoteGoesTheLineOfWhoStandsBy) {
  Stage stage(2, 0);
  const int twin = stage.mirror(0);
  stage.begin_game();
  stage.children[0].says_readyok = false;
  stage.children[0].on_stop = {"bestmove 5e5e"};
  stage.host("position startpos");
  stage.host(kOneSecond);
  stage.child(twin, "info depth 4 score cp 11 pv 7g7f 3c3d");
  stage.child(1, "bestmove 2g2f");
  stage.pass(999);
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_TRUE(
      stage.has("[O] bestmove 7g7f [P 7g7f] [value 11] [from its last line] [E1 (mirror)]"));
}

// Its search waits behind an older one until it is too late for it; then it is free after all.
TEST(SessionMirrors, WhoeverOfThemIsFreeAtLastVotesInWhatIsLeft) {
  for (const int free : {0, 1}) {
    Pair stage;
    stage.begin_game();
    stage.go("go infinite");
    stage.host("stop");
    stage.pass(1'500);
    ASSERT_EQ(stage.count("bestmove"), 1);
    stage.host("position startpos moves 7g7f 3c3d");
    stage.host("go btime 0 wtime 0 byoyomi 400");
    stage.pass(340);
    ASSERT_EQ(stage.count("bestmove"), 1);
    stage.child(free, "bestmove 2g2f");
    EXPECT_EQ(stage.children[static_cast<std::size_t>(free)].count("go "), 2);
    stage.child(free, "bestmove 6g6f");
    stage.pass(59);
    EXPECT_EQ(stage.last("bestmove"), "bestmove 6g6f");
  }
}

TEST(SessionMirrors, AMainTimeIsNotSpentOnAnEngineThatHangs) {
  Pair stage;
  stage.begin_game();
  stage.go("go btime 600000 wtime 600000");
  stage.pass(1000);
  stage.child(1, "info depth 4 score cp 11 pv 7g7f");
  stage.child(1, "bestmove 7g7f");
  stage.pass(5000);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

TEST(SessionMirrors, WhoWasLateButAnswersStopIsNotReplaced) {
  Pair stage;
  stage.engine().on_stop = {"bestmove 2g2f"};
  stage.twin().on_stop = {"bestmove 7g7f"};
  stage.begin_game();
  stage.go();
  stage.pass(999);
  EXPECT_EQ(stage.said.back(), "bestmove 2g2f");
}

TEST(SessionMirrors, WithNeitherAnsweringTheLineOfTheOneThatHasOneIsPlayed) {
  Pair stage;
  stage.begin_game();
  stage.go();
  stage.child(1, "info depth 4 score cp 11 pv 7g7f 3c3d");
  stage.pass(999);
  EXPECT_TRUE(stage.said.back().starts_with("bestmove 7g7f"));
}

TEST(SessionMirrors, WhereBothAreLostTheLineOfTheOneThatHasOneIsItsVote) {
  for (const std::string others : {"", "info depth 3 score cp 9 pv 2g2e"}) {  // one is no line
    Pair stage;
    stage.begin_game();
    stage.go();
    stage.child(1, "info depth 4 score cp 11 pv 7g7f 3c3d");
    if (!others.empty()) stage.child(0, others);
    stage.end_child(1);  // each starts again at once, and is asked again
    stage.end_child(0);
    stage.twin().says_usiok = stage.engine().says_usiok = false;
    stage.end_child(1);
    stage.end_child(0);
    stage.pass(999);
    EXPECT_TRUE(stage.said.back().starts_with("bestmove 7g7f"));
    EXPECT_TRUE(
        stage.has("[O] bestmove 7g7f [P 7g7f] [value 11] [from its last line] [E1 (mirror)]"));
  }
}

TEST(SessionMirrors, ForAVoteThatIsVoidGoesTheLineOfAMirrorThatWasLost) {
  for (const std::string answer : {"bestmove 2g2e", "bestmove banana"}) {
    Stage stage(2, 0);
    const int mirror = stage.mirror(0);
    stage.begin_game();
    stage.host("position startpos");
    stage.host(kOneSecond);
    stage.child(mirror, "info depth 4 score cp 11 pv 7g7f 3c3d");
    stage.children[static_cast<std::size_t>(mirror)].says_usiok = false;
    stage.end_child(mirror);
    stage.child(0, answer);
    stage.child(1, "bestmove 7g7f");
    EXPECT_EQ(stage.count("bestmove"), 1) << answer;
    EXPECT_TRUE(
        stage.has("[O] bestmove 7g7f [P 7g7f] [value 11] [from its last line] [E1 (mirror)]"));
  }
}

// Its last line was taken for its vote when it was lost, and nobody stood by.
TEST(SessionMirrors, AMirrorThatComesBackAndAnswersGoesBeforeTheLineOfALostEngine) {
  Stage stage(3, 0);
  const int mirror = stage.mirror(0);
  ModelChild& twin = stage.children[static_cast<std::size_t>(mirror)];
  stage.begin_game();
  twin.says_readyok = false;
  stage.end_child(mirror);
  stage.host("position startpos");
  stage.host(kOneSecond);
  stage.end_child(0);  // it starts again at once, and is asked again
  stage.child(0, "info depth 4 score cp 11 pv 7g7f 3c3d");
  stage.end_child(0);
  stage.child(mirror, "readyok");
  stage.child(mirror, "info depth 3 score cp 12 pv 2g2f");
  stage.child(mirror, "bestmove 2g2f");
  stage.child(1, "bestmove 2g2f");
  stage.child(2, "bestmove 7g7f");
  EXPECT_EQ(stage.said.back(), "bestmove 2g2f");
  EXPECT_TRUE(stage.has("[O] bestmove 2g2f [P 2g2f] [value 12] [E1 (mirror)]"));
}

TEST(SessionMirrors, AnEngineThatIsBeingRestartedIsReplacedFromTheStart) {
  Pair stage;
  stage.begin_game();
  stage.engine().says_readyok = false;
  stage.end_child(0);
  stage.twin().on_go = {"bestmove 7g7f"};
  stage.go();
  EXPECT_EQ(stage.said.back(), "bestmove 7g7f");
  EXPECT_TRUE(stage.has("[E1 (mirror)]"));
}

TEST(SessionMirrors, AnEngineThatCameBackStandsByForItsMirror) {
  Pair stage;
  stage.begin_game();
  stage.go();
  stage.end_child(0);  // and it starts again at once
  EXPECT_EQ(stage.engine().starts_seen, 2);
  EXPECT_EQ(stage.engine().count("go "), 2);
  stage.child(0, "bestmove 2g2f");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.end_child(1);
  EXPECT_EQ(stage.said.back(), "bestmove 2g2f");
}

// Its engine is lost and may not come back: who has come back is waited for.
TEST(SessionMirrors, AMirrorThatIsReadyAgainIsWaitedForInTheSeatOfALostEngine) {
  Stage stage(3, 0);
  const int mirror = stage.mirror(0);
  ModelChild& twin = stage.children[static_cast<std::size_t>(mirror)];
  stage.begin_game();
  twin.says_readyok = stage.children[0].says_usiok = false;
  stage.end_child(mirror);
  stage.host("position startpos");
  stage.host(kOneSecond);
  stage.end_child(0);
  stage.child(mirror, "readyok");
  stage.child(1, "bestmove 7g7f");
  stage.child(2, "bestmove 2g2f");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.child(mirror, "info depth 3 score cp 12 pv 2g2f");
  stage.child(mirror, "bestmove 2g2f");
  EXPECT_EQ(stage.said.back(), "bestmove 2g2f");
}

TEST(SessionMirrors, WhoStandsByIsStoppedWhereTheQuestionsBegin) {
  Stage stage(2, 0, "exchange");
  const int twin = stage.mirror(0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host(kOneSecond);
  for (const int child : {0, 1}) {
    const std::string move = child == 0 ? "7g7f" : "2g2f";
    stage.child(child, "info depth 1 score cp 50 pv " + move);
    stage.child(child, "bestmove " + move);
  }
  ASSERT_EQ(stage.children[0].count("go "), 2);
  EXPECT_EQ(stage.children[static_cast<std::size_t>(twin)].count("stop"), 1);
}

// Where there is no clock that could end its wait.
TEST(SessionMirrors, AnEngineThatIsSilentIsStoppedSoonerWhereItsMirrorHasVoted) {
  for (const bool voted : {true, false}) {
    Pair stage;
    stage.begin_game();
    stage.go("go nodes 1000000");
    if (voted) stage.child(1, "bestmove 7g7f");
    stage.pass(20'100);
    EXPECT_EQ(stage.engine().count("stop"), voted ? 1 : 0);
  }
}

TEST(SessionMirrors, OfAnEngineThatIsKilledTheMirrorSpeaksBeforeItIsDead) {
  Pair stage;
  stage.begin_game();
  stage.deaths_are_slow = true;
  stage.go("go nodes 1000");
  stage.child(1, "bestmove 7g7f");
  stage.pass(120'000);  // silent, told to stop, and killed
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

TEST(SessionMirrors, InTheNextMoveTheEngineHasItsSeatAgain) {
  Pair stage;
  stage.begin_game();
  stage.go();
  stage.end_child(0);
  stage.child(1, "bestmove 7g7f");
  stage.child(0, "bestmove 7g7f");  // it was told to stop
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host(kOneSecond);
  stage.child(1, "bestmove 2g2f");
  EXPECT_EQ(stage.count("bestmove"), 1);
  stage.child(0, "bestmove 6g6f");
  EXPECT_EQ(stage.said.back(), "bestmove 6g6f");
}

TEST(SessionMirrors, AfterPonderhitTheMirrorSpeaksForAnEngineThatDiedWhilePondering) {
  Pair stage;
  stage.begin_game();
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go ponder btime 0 wtime 0 byoyomi 1000");
  stage.engine().says_usiok = false;
  stage.end_child(0);
  stage.host("ponderhit");
  EXPECT_EQ(stage.twin().count("ponderhit"), 1);
  stage.child(1, "info depth 4 score cp 11 pv 2g2f");
  stage.child(1, "bestmove 2g2f");
  EXPECT_EQ(stage.said.back(), "bestmove 2g2f");
}

// E1 expects 3c3d, the GUI ponders on 8c8d.
TEST(SessionMirrors, OfAnEngineThatDiedPonderingElsewhereTheMirrorIsWaitedFor) {
  Stage stage(2, 0, "optimistic");
  const int twin = stage.mirror(0);
  stage.settings.ponder = settings::PonderMode::kMulti;
  stage.begin_game();
  stage.host("position startpos");
  stage.host(kOneSecond);
  stage.child(0, "info depth 5 score cp 10 pv 7g7f 3c3d");
  stage.child(1, "info depth 5 score cp 20 pv 7g7f 8c8d");
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 7g7f");
  stage.child(twin, "bestmove 7g7f");
  ASSERT_EQ(stage.last("bestmove"), "bestmove 7g7f ponder 8c8d");
  stage.host("position startpos moves 7g7f 8c8d");
  stage.host("go ponder btime 0 wtime 0 byoyomi 1000");
  ASSERT_EQ(stage.children[0].last("position"), "position startpos moves 7g7f 3c3d");
  stage.children[0].says_usiok = false;
  stage.end_child(0);
  stage.host("ponderhit");
  stage.child(1, "info depth 5 score cp 20 pv 2g2f");
  stage.child(1, "bestmove 2g2f");
  EXPECT_EQ(stage.count("bestmove"), 1);
  stage.child(twin, "info depth 5 score cp 90 pv 6g6f");
  stage.child(twin, "bestmove 6g6f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 6g6f");
}

TEST(SessionMirrors, TheBudgetIsNotSpentTwice) {
  Stage stage(2, 0);
  stage.mirror(0);
  stage.settings.budget.nodes = 1000;
  stage.begin_game();
  stage.host("position startpos");
  stage.host(kOneSecond);
  EXPECT_NE(stage.children[0].last("go").find("nodes 500"), std::string::npos);
  EXPECT_NE(stage.children[1].last("go").find("nodes 500"), std::string::npos);
  EXPECT_EQ(stage.children[2].last("go"), stage.children[0].last("go"));
}

TEST(SessionMirrors, AnEngineThatCannotBeStartedLeavesItsSeatAndItsShareToItsMirror) {
  Stage stage(2, 0, "exchange");
  const int mirror = stage.mirror(0);
  stage.settings.budget.nodes = 10'000;
  stage.children[0].starts = false;
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go nodes 10000");
  // As with the engine there: the rest is for the questions.
  EXPECT_EQ(stage.children[1].last("go"), "go nodes 2250");
  EXPECT_EQ(stage.children[static_cast<std::size_t>(mirror)].last("go"), "go nodes 2250");
}

TEST(SessionMirrors, TheTurnOfAnEngineThatCannotBeStartedIsItsMirrors) {
  Stage stage(2, 0, "rotate-plies");
  const auto mirror = static_cast<std::size_t>(stage.mirror(0));
  stage.children[0].starts = false;
  stage.begin_game();
  stage.host("position startpos");
  stage.host(kOneSecond);
  EXPECT_EQ(stage.children[mirror].count("go "), 1);
  EXPECT_EQ(stage.children[1].count("go "), 0);
}

TEST(SessionMirrors, WhereTheMirrorCannotBeStartedEitherTheTurnIsAnothers) {
  Stage stage(2, 0, "rotate-plies");
  const auto mirror = static_cast<std::size_t>(stage.mirror(0));
  stage.children[0].starts = stage.children[mirror].starts = false;
  stage.begin_game();
  stage.host("position startpos");
  stage.host(kOneSecond);
  EXPECT_EQ(stage.children[1].count("go "), 1);
}

TEST(SessionMirrors, AQuestionOfTheStrategyGoesToWhoeverIsThere) {
  Stage stage(2, 0, "exchange");
  stage.mirror(0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 3000");
  stage.child(0, "info depth 3 score cp 30 pv 7g7f");
  stage.child(1, "info depth 3 score cp 40 pv 2g2f");
  stage.child(0, "bestmove 7g7f");
  stage.child(2, "bestmove 7g7f");
  stage.child(1, "bestmove 2g2f");
  ASSERT_EQ(stage.children[0].last("position"), "position startpos moves 2g2f");
  stage.children[0].says_usiok = false;
  stage.end_child(0);
  EXPECT_EQ(stage.children[2].last("position"), "position startpos moves 2g2f");
}

TEST(SessionMirrors, WhoIsAskedForALostMirrorHasTheUsersMultiPvAgain) {
  Stage stage(2, 0, "average");
  const int mirror = stage.mirror(0);
  stage.children[0].option_lines = {"option name MultiPV type spin default 1 min 1 max 9"};
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go depth 8");
  for (const int child : {0, 1, mirror}) stage.child(child, "bestmove 7g7f");
  ASSERT_EQ(stage.children[0].last("setoption"), "setoption name MultiPV value 4");
  stage.host("setoption name G_GougiType value exchange");
  stage.children[0].says_usiok = false;
  stage.end_child(0);
  stage.host("position startpos");
  stage.host("go depth 8");
  stage.child(mirror, "bestmove 7g7f");
  stage.child(1, "bestmove 2g2f");
  stage.child(0, "option name MultiPV type spin default 1 min 1 max 9");
  stage.child(0, "usiok");
  stage.child(0, "readyok");
  stage.end_child(mirror);
  ASSERT_EQ(stage.children[0].last("position"), "position startpos moves 2g2f");
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name MultiPV value 1");
}

TEST(SessionMirrors, AQuestionThatBothWereLostOverIsNotAskedAThirdTime) {
  Stage stage(2, 0, "exchange");
  const int mirror = stage.mirror(0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 3000");
  stage.child(0, "bestmove 7g7f");
  stage.child(mirror, "bestmove 7g7f");
  stage.child(1, "bestmove 2g2f");
  stage.child(1, "bestmove 3c3d");  // the reply
  stage.end_child(0);               // and it is there again
  ASSERT_EQ(stage.children[static_cast<std::size_t>(mirror)].last("position"),
            "position startpos moves 2g2f");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.end_child(mirror);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(SessionMirrors, AQuestionThatWasHandedOnIsNotWaitedForForEver) {
  Stage stage(2, 0, "exchange");
  const int mirror = stage.mirror(0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go nodes 1000");
  stage.child(0, "bestmove 7g7f");
  stage.child(mirror, "bestmove 7g7f");
  stage.child(1, "bestmove 2g2f");
  stage.child(1, "bestmove 2g2f");  // the reply
  stage.children[0].says_usiok = false;
  stage.pass(62'000);  // E1 says nothing, is told to stop, and given up
  stage.end_child(0);
  ASSERT_EQ(stage.children[static_cast<std::size_t>(mirror)].last("position"),
            "position startpos moves 2g2f");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(700'000);
  stage.end_child(mirror);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(SessionMirrors, WhoIsAtItsVoteIsNotAskedWhatItsLostMirrorWasAsked) {
  Stage stage(3, 0, "verify");
  const auto mirror = static_cast<std::size_t>(stage.mirror(0));
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go depth 8");
  stage.child(3, "bestmove 1a1b");  // it is started anew, and has no vote
  stage.children[0].says_usiok = false;
  stage.end_child(0);
  stage.child(1, "info depth 5 score cp 30 multipv 1 pv 7g7f");
  stage.child(1, "info depth 5 score cp 20 multipv 2 pv 2g2f");
  stage.child(1, "bestmove 7g7f");  // it plays instead, and the others look at its move
  ASSERT_EQ(stage.children[mirror].last("position"), "position startpos moves 7g7f");
  stage.child(2, "bestmove 3c3d");
  stage.child(0, "usiok");
  stage.child(0, "readyok");
  ASSERT_EQ(stage.children[0].last("position"), "position startpos");
  stage.children[mirror].says_usiok = false;
  stage.end_child(3);
  EXPECT_EQ(stage.children[0].count("stop"), 0);
  stage.child(0, "bestmove 7g7f");
  EXPECT_EQ(stage.count("bestmove"), 1);
}

// E1 came back while its mirror, child 3, is asked about 2g2f for it, and is asked about 5g5f
// itself.
struct BothAsked : Stage {
  BothAsked() : Stage(3, 0, "exchange") {
    mirror(0);
    begin_game();
    host("position startpos");
    host("go depth 8");
    for (const int lost : {0, 2}) {
      children[static_cast<std::size_t>(lost)].says_usiok = false;
      end_child(lost);
    }
    child(3, "bestmove 7g7f");
    child(1, "bestmove 2g2f");
    child(1, "bestmove 3c3d");
    for (const int back : {0, 2}) {
      child(back, "usiok");
      child(back, "readyok");
    }
    child(2, "bestmove 5g5f");
  }
};

TEST(SessionMirrors, WhatIsHandedOnWaitsForTheQuestionThatItsEngineIsAt) {
  BothAsked stage;
  ASSERT_EQ(stage.children[3].last("position"), "position startpos moves 2g2f");
  ASSERT_EQ(stage.children[0].last("position"), "position startpos moves 5g5f");
  stage.children[3].says_usiok = false;
  stage.end_child(3);
  EXPECT_EQ(stage.children[0].count("stop"), 0);
  stage.child(0, "bestmove 3c3d");
  EXPECT_EQ(stage.children[0].last("position"), "position startpos moves 2g2f");
}

TEST(SessionMirrors, WhatWasHandedOnIsNotHandedBack) {
  BothAsked stage;
  stage.end_child(3);
  stage.children[0].says_usiok = false;
  stage.end_child(0);
  EXPECT_EQ(stage.children[3].last("position"), "position startpos moves 5g5f");
  stage.child(3, "bestmove 3c3d");
  EXPECT_EQ(stage.children[3].count("position startpos moves 2g2f"), 1);
}

TEST(SessionMirrors, TheGuiWaitsForTheMirrorOnlyWhileItMayStillCome) {
  Pair stage;
  stage.twin().says_readyok = false;
  stage.begin();
  stage.host("usi");
  stage.host("isready");
  EXPECT_EQ(stage.count("readyok"), 0);
  stage.pass(4000);
  EXPECT_EQ(stage.count("readyok"), 1);
}

TEST(SessionMirrors, AnEngineThatNeverLoadsDoesNotHoldTheGuiBackWhereItsMirrorIsReady) {
  Pair stage;
  stage.engine().says_readyok = false;
  stage.begin();
  stage.host("usi");
  stage.host("isready");
  stage.pass(4000);
  EXPECT_EQ(stage.count("readyok"), 1);
  stage.twin().on_go = {"bestmove 7g7f"};
  stage.go();
  EXPECT_EQ(stage.said.back(), "bestmove 7g7f");
}

}  // namespace
}  // namespace gougi::relay::testing
