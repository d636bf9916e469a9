// SPDX-License-Identifier: MIT
// The keeper in virtual time: a GUI, and relays that die.
#include "relay/keeper.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "base/language.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class KeeperTest : public ::testing::Test {
 protected:
  void SetUp() override {
    keeper_ = std::make_unique<Keeper>();
    starts_ = kills_ = 0;
    forget();
    carry_out(keeper_->begin(now_));
    event(ChildStarted{0});
  }
  void gui(const std::string& line) { event(HostLine{line}); }
  void relay(const std::string& line) { event(ChildLine{0, line}); }
  void relay_dies() { event(ChildExited{0, "killed by signal 9"}); }
  /// Another one runs.
  void comes_back() { event(ChildStarted{0}); }
  /// … and is ready; what was heard before is forgotten.
  void another_takes_over() {
    relay_dies();
    forget();
    comes_back();
    relay("usiok");
    relay("readyok");
  }
  template <class What>
  void event(What what) {
    carry_out(keeper_->on({now_, what}));
  }
  void pass(int ms) {
    const base::TimePoint end = now_ + Milliseconds(ms);
    while (const auto due = keeper_->deadline()) {
      if (*due > end) break;
      now_ = std::max(now_, *due);
      event(TimePassed{});
    }
    now_ = end;
  }
  void carry_out(const std::vector<Effect>& effects) {
    for (const Effect& effect : effects) {
      if (const auto* said = std::get_if<ToHost>(&effect)) {
        gui_hears_.push_back(said->line);
        if (said->may_be_lost) may_be_lost_.push_back(said->line);
      }
      if (const auto* told = std::get_if<ToChild>(&effect)) relay_hears_.push_back(told->line);
      if (std::holds_alternative<StartChild>(effect)) ++starts_;
      if (std::holds_alternative<KillChild>(effect)) ++kills_;
      if (std::holds_alternative<Finish>(effect)) finished_ = true;
    }
  }
  /// In a game at the start, with an option set.
  void begin_game() {
    gui("usi");
    relay("option name G_Explain type check default false");
    relay("usiok");
    gui("setoption name G_Explain value true");
    gui("isready");
    relay("readyok");
    gui("usinewgame");
    gui("position startpos");
    forget();
  }
  void forget() {
    gui_hears_.clear();
    relay_hears_.clear();
  }
  std::string last_heard() const { return gui_hears_.empty() ? "" : gui_hears_.back(); }
  std::vector<std::string> all_answers() const {
    std::vector<std::string> all = gui_hears_;
    std::erase_if(all, [](const std::string& line) { return !line.starts_with("bestmove"); });
    return all;
  }
  int answers() const { return static_cast<int>(all_answers().size()); }

  base::TimePoint now_{std::chrono::hours(1)};
  std::unique_ptr<Keeper> keeper_;
  std::vector<std::string> gui_hears_;
  std::vector<std::string> may_be_lost_;
  std::vector<std::string> relay_hears_;
  int starts_ = 0;
  int kills_ = 0;
  bool finished_ = false;
};

TEST_F(KeeperTest, WhileTheRelayLivesEveryLinePasses) {
  begin_game();
  gui("go btime 0 wtime 0 byoyomi 1000");
  relay("info depth 1 pv 7g7f");
  relay("bestmove 7g7f");
  gui("what is this");
  EXPECT_THAT(relay_hears_, ElementsAre("go btime 0 wtime 0 byoyomi 1000", "what is this"));
  EXPECT_THAT(gui_hears_, ElementsAre("info depth 1 pv 7g7f", "bestmove 7g7f"));
  EXPECT_EQ(starts_, 1);
}

TEST_F(KeeperTest, TheNextRelayIsToldTheGameAndWhatIsLeftOfTheTime) {
  begin_game();
  gui("go btime 0 wtime 0 byoyomi 10000");
  pass(3000);
  relay_dies();
  EXPECT_EQ(starts_, 2);
  forget();
  comes_back();
  relay("id name gougi");
  relay("usiok");
  pass(100);
  relay("readyok");
  EXPECT_THAT(relay_hears_,
              ElementsAre("usi", "setoption name G_Explain value true", "isready", "usinewgame",
                          "position startpos", "go btime 0 wtime 0 byoyomi 6900"));
  EXPECT_THAT(gui_hears_, IsEmpty());
  relay("bestmove 2g2f");
  EXPECT_EQ(last_heard(), "bestmove 2g2f");
}

TEST_F(KeeperTest, WithoutAnotherRelayTheNewestLineIsPlayedInTime) {
  begin_game();
  gui("go btime 0 wtime 0 byoyomi 1000");
  relay("info depth 1 score cp 3 multipv 1 pv 7g7f");
  relay("info depth 1 score cp 1 multipv 2 pv 2g2f");
  relay("info depth 2 score cp 4 pv 6g6f 3c3d");
  relay_dies();
  pass(999);
  EXPECT_EQ(answers(), 1);
  EXPECT_EQ(last_heard(), "bestmove 6g6f");
}

TEST_F(KeeperTest, SaysWhatItDoesInTheLanguageThatIsSpoken) {
  begin_game();
  gui("go btime 0 wtime 0 byoyomi 1000");
  const base::SpokenHere japanese(base::Language::kJapanese);
  relay_dies();
  EXPECT_THAT(gui_hears_,
              ElementsAre("info string gougi が終了しました: シグナル 9 で終了。起動し直します"));
  forget();
  pass(999);
  ASSERT_EQ(gui_hears_.size(), 2U);
  EXPECT_EQ(gui_hears_[0], "info string gougi の応答がないため、合法手のどれかを指します");
}

TEST_F(KeeperTest, WithoutALineAnyLegalMoveIs) {
  begin_game();
  gui("go btime 0 wtime 0 byoyomi 1000");
  relay_dies();
  pass(999);
  EXPECT_THAT(last_heard(), StartsWith("bestmove "));
  EXPECT_NE(last_heard(), "bestmove resign");
}

TEST_F(KeeperTest, ALineThatIsNotLegalIsNotPlayed) {
  begin_game();
  gui("go btime 0 wtime 0 byoyomi 1000");
  relay("info depth 2 score cp 4 pv 5e5d");
  relay_dies();
  pass(999);
  EXPECT_EQ(answers(), 1);
  EXPECT_NE(last_heard(), "bestmove 5e5d");
}

TEST_F(KeeperTest, ARelayThatHangsIsAnsweredForInTimeAndReplaced) {
  begin_game();
  gui("go btime 0 wtime 0 byoyomi 1000");
  relay("info depth 2 score cp 4 pv 6g6f 3c3d");
  pass(999);
  EXPECT_EQ(last_heard(), "bestmove 6g6f");
  EXPECT_EQ(relay_hears_.back(), "stop");
  EXPECT_EQ(kills_, 0);
  pass(3000);
  EXPECT_EQ(kills_, 1);
  relay_dies();
  EXPECT_EQ(starts_, 2);
}

// Of a main time the relay itself uses half at the most.
TEST_F(KeeperTest, OfAMainTimeAMoveMayTakeNoMoreThanTheRelayMeansToUse) {
  for (const std::string go :
       {"go btime 30000 wtime 30000 byoyomi 0", "go btime 28000 wtime 0 binc 1000 winc 1000",
        "go btime 20000 wtime 9 byoyomi 5000"}) {
    SetUp();
    begin_game();
    gui(go);
    pass(14'600);
    EXPECT_EQ(answers(), 0) << go;
    pass(399);
    EXPECT_EQ(answers(), 1) << go;
  }
}

TEST_F(KeeperTest, WhatTheRelayKeepsBackOfAMoveIsKnownByItsOptions) {
  const auto answers_between = [&](int early, int late) {
    gui("go btime 0 wtime 0 byoyomi 3000");
    pass(early);
    EXPECT_EQ(answers(), 0);
    pass(late - early);
    EXPECT_EQ(answers(), 1);
    relay("bestmove 7g7f");
    forget();
  };
  gui("usi");
  relay("option name G_Margin type string default 600");
  relay("usiok");
  gui("isready");
  relay("readyok");
  forget();
  answers_between(2'690, 2'710);
  gui("setoption name G_Margin value 1000");
  answers_between(2'490, 2'510);
  another_takes_over();
  relay("option name G_Margin type string default 600");
  forget();
  answers_between(2'490, 2'510);
  gui("setoption name G_Margin value auto");
  answers_between(2'910, 2'930);
}

// An opponent who answers at once.
TEST_F(KeeperTest, ARelayThatOwesTheMoveBeforeIsReplacedWhileTheNextIsWaitedFor) {
  begin_game();
  gui("go btime 0 wtime 0 byoyomi 1000");
  pass(990);
  ASSERT_EQ(answers(), 1);
  gui("position startpos moves 7g7f 3c3d");
  gui("go btime 0 wtime 0 byoyomi 1000");
  pass(200);
  EXPECT_EQ(kills_, 0);
  pass(150);
  EXPECT_EQ(kills_, 1);
  // One that has thought about its move for longer has had its time.
  SetUp();
  begin_game();
  gui("go btime 0 wtime 0 byoyomi 1000");
  pass(1900);
  ASSERT_EQ(answers(), 1);
  EXPECT_EQ(kills_, 0);
  gui("position startpos moves 7g7f 3c3d");
  gui("go btime 0 wtime 0 byoyomi 1000");
  EXPECT_EQ(kills_, 1);
}

TEST_F(KeeperTest, WithoutALineTheOneOfTheMoveBeforeGoesOn) {
  begin_game();
  gui("go btime 0 wtime 0 byoyomi 1000");
  relay("info depth 9 score cp 4 pv 7g7f 3c3d 6g6f 8c8d");
  relay("bestmove 7g7f");
  gui("position startpos moves 7g7f 3c3d");
  gui("go btime 0 wtime 0 byoyomi 1000");
  relay_dies();
  pass(999);
  EXPECT_EQ(last_heard(), "bestmove 6g6f");
  gui("position startpos moves 7g7f 8c8d");
  gui("go btime 0 wtime 0 byoyomi 1000 searchmoves 9g9f");
  pass(999);
  EXPECT_EQ(last_heard(), "bestmove 9g9f");
}

TEST_F(KeeperTest, WhatALateRelayAnswersAfterwardsIsNotPassed) {
  begin_game();
  gui("go btime 0 wtime 0 byoyomi 1000");
  pass(999);
  ASSERT_EQ(answers(), 1);
  relay("bestmove 2g2f");
  EXPECT_EQ(answers(), 1);
  gui("position startpos moves 7g7f 3c3d");
  gui("go btime 0 wtime 0 byoyomi 1000");
  relay("bestmove 6g6f");
  EXPECT_EQ(last_heard(), "bestmove 6g6f");
  pass(5000);
  EXPECT_EQ(kills_, 0);
}

// It is killed, and the pipe still holds what it said before.
TEST_F(KeeperTest, WhatAKilledRelayHasLeftInThePipeIsNoAnswerToTheNextSearch) {
  begin_game();
  gui("go btime 0 wtime 0 byoyomi 1000");
  pass(999);
  ASSERT_EQ(answers(), 1);
  gui("position startpos moves 7g7f 3c3d");
  gui("go btime 0 wtime 0 byoyomi 10000");
  pass(3000);
  ASSERT_EQ(kills_, 1);
  relay("info depth 9 score cp 1 pv 8h2b+");
  relay("bestmove 7g7f");
  EXPECT_EQ(answers(), 1);
  relay_dies();
  comes_back();
  relay("usiok");
  relay("readyok");
  EXPECT_THAT(relay_hears_.back(), StartsWith("go btime 0 wtime 0 byoyomi 7"));
  relay("bestmove 2g2f");
  EXPECT_EQ(last_heard(), "bestmove 2g2f");
}

TEST_F(KeeperTest, AGoThatDoesNotWaitForTheAnswerToStopIsAnsweredToo) {
  begin_game();
  gui("go ponder btime 0 wtime 0 byoyomi 1000");
  gui("stop");
  gui("position startpos moves 7g7f 3c3d");
  gui("go btime 0 wtime 0 byoyomi 1000");
  relay("bestmove 7g7f");  // owed to the stop
  relay("info depth 2 score cp 4 pv 6g6f 3c3d");
  relay("bestmove 2g2f");
  EXPECT_THAT(gui_hears_, ElementsAre("bestmove 7g7f", "info depth 2 score cp 4 pv 6g6f 3c3d",
                                      "bestmove 2g2f"));
  gui("go ponder btime 0 wtime 0 byoyomi 1000");
  gui("stop");
  gui("go btime 0 wtime 0 byoyomi 1000");
  relay("bestmove 7g7f");
  relay_dies();
  pass(999);
  EXPECT_EQ(answers(), 4) << "the search that runs is known";
}

TEST_F(KeeperTest, StopIsAnsweredAtOnceWhileThereIsNoRelay) {
  begin_game();
  gui("go infinite");
  relay("info depth 2 score cp 4 pv 6g6f 3c3d");
  relay_dies();
  EXPECT_EQ(answers(), 0);
  gui("stop");
  EXPECT_EQ(last_heard(), "bestmove 6g6f");
}

TEST_F(KeeperTest, ARelayThatDiesAfterStopIsAnsweredForAtOnce) {
  begin_game();
  gui("go infinite");
  relay("info depth 2 score cp 4 pv 6g6f 3c3d");
  gui("stop");
  relay_dies();
  EXPECT_EQ(last_heard(), "bestmove 6g6f");
}

TEST_F(KeeperTest, ARelayThatHangsAfterStopIsAnsweredForBeforeTheGuiLosesPatience) {
  begin_game();
  gui("go infinite");
  relay("info depth 2 score cp 4 pv 6g6f 3c3d");
  pass(60'000);
  gui("stop");
  pass(800);
  EXPECT_EQ(answers(), 0) << "it has its time for that";
  pass(199);
  EXPECT_EQ(last_heard(), "bestmove 6g6f");
  pass(2'000);
  EXPECT_EQ(kills_, 1);
}

TEST_F(KeeperTest, PonderingGoesOnAndPonderhitIsKnown) {
  begin_game();
  gui("go ponder btime 0 wtime 0 byoyomi 1000");
  relay_dies();
  comes_back();
  relay("usiok");
  gui("ponderhit");
  pass(100);
  relay("readyok");
  EXPECT_EQ(relay_hears_.back(), "go btime 0 wtime 0 byoyomi 900");
  EXPECT_EQ(answers(), 0);
}

TEST_F(KeeperTest, OfARandomTimeANewRelayIsToldWhatIsLeft) {
  begin_game();
  gui("go rtime 1000");
  pass(100);
  another_takes_over();
  EXPECT_EQ(relay_hears_.back(), "go rtime 900");
}

// Its first relay has died while it loaded, and the next one hangs.
TEST_F(KeeperTest, TheTimeOfASearchThatWaitsForReadyokBeginsWithThatOfTheNextRelay) {
  gui("usi");
  relay("usiok");
  gui("isready");
  gui("position startpos");
  gui("go btime 0 wtime 0 byoyomi 1000");
  relay_dies();
  pass(5000);
  comes_back();
  relay("usiok");
  relay("readyok");
  EXPECT_EQ(answers(), 0);
  pass(1000);
  EXPECT_EQ(answers(), 1);
}

TEST_F(KeeperTest, AnOptionOfALoadingRelayThatDiesIsToldToTheNextOnce) {
  begin_game();
  relay_dies();
  comes_back();
  relay("usiok");
  gui("setoption name G_Lines value 3");
  another_takes_over();
  EXPECT_EQ(std::ranges::count(relay_hears_, "setoption name G_Lines value 3"), 1);
}

TEST_F(KeeperTest, BetweenGamesTheNextRelayIsToldOfNone) {
  begin_game();
  gui("gameover win");
  another_takes_over();
  EXPECT_THAT(relay_hears_, Not(Contains("usinewgame")));
}

TEST_F(KeeperTest, AskedAgainWhoItIsARelayHasItsTimeAgain) {
  begin_game();
  pass(60'000);
  gui("usi");
  pass(29'999);
  EXPECT_EQ(kills_, 0);
  pass(1);
  EXPECT_EQ(kills_, 1);
}

TEST_F(KeeperTest, PonderhitAfterStopMeansNothing) {
  begin_game();
  gui("go ponder btime 0 wtime 0 byoyomi 100");
  gui("stop");
  gui("ponderhit");
  pass(800);
  EXPECT_EQ(answers(), 0);
  pass(100);
  EXPECT_EQ(answers(), 1);
}

TEST_F(KeeperTest, WhatTheGuiSaysMeanwhileIsToldToTheNextRelay) {
  begin_game();
  relay_dies();
  forget();
  comes_back();
  gui("setoption name G_Explain value false");
  relay("usiok");
  gui("setoption name USI_Hash value 64");
  gui("position startpos moves 7g7f");
  gui("go btime 0 wtime 0 byoyomi 1000");
  relay("readyok");
  EXPECT_THAT(relay_hears_,
              ElementsAre("usi", "setoption name G_Explain value false", "isready",
                          "setoption name USI_Hash value 64", "usinewgame",
                          "position startpos moves 7g7f", "go btime 0 wtime 0 byoyomi 1000"));
}

// As GUIs do that show the position to come while the engine thinks.
TEST_F(KeeperTest, ASearchThatRunsIsToldWithItsOwnPositionAndBehindItTheNewestOne) {
  begin_game();
  gui("position startpos moves 7g7f");
  gui("go btime 0 wtime 0 byoyomi 5000");
  gui("FREEZENUM z2Z10");
  gui("position startpos moves 7g7f 3c3d");
  another_takes_over();
  EXPECT_THAT(relay_hears_,
              ElementsAre("usi", "setoption name G_Explain value true", "isready", "usinewgame",
                          "position startpos moves 7g7f", "go btime 0 wtime 0 byoyomi 5000",
                          "FREEZENUM z2Z10", "position startpos moves 7g7f 3c3d"));
  relay("bestmove 8c8d");
  EXPECT_EQ(last_heard(), "bestmove 8c8d");
  another_takes_over();
  EXPECT_THAT(relay_hears_,
              ElementsAre("usi", "setoption name G_Explain value true", "isready", "usinewgame",
                          "FREEZENUM z2Z10", "position startpos moves 7g7f 3c3d"));
}

TEST_F(KeeperTest, AnAnswerThatIsNotLegalInItsSearchIsNotPassedAndTheNewestLineIsPlayed) {
  begin_game();
  gui("position startpos moves 7g7f");
  gui("go btime 0 wtime 0 byoyomi 5000");
  relay("info depth 2 score cp 4 pv 8c8d");
  gui("position startpos moves 7g7f 3c3d");
  relay("bestmove 2g2f");
  EXPECT_THAT(gui_hears_, ElementsAre("info depth 2 score cp 4 pv 8c8d",
                                      "info string the relay's answer is not legal: its newest "
                                      "line is played",
                                      "bestmove 8c8d"));
  gui("go btime 0 wtime 0 byoyomi 5000");
  relay("bestmove 8c8d");
  EXPECT_THAT(last_heard(), StartsWith("bestmove 8h2b")) << "any legal move, a capture";
  for (const char* const answer :
       {"bestmove resign", "bestmove win", "bestmove 2g2f ponder 1a1a"}) {
    gui("go btime 0 wtime 0 byoyomi 5000");
    relay(answer);
    EXPECT_EQ(last_heard(), answer);
  }
}

TEST_F(KeeperTest, AWordThatIsNoMoveIsNotPassed) {
  begin_game();
  gui("position startpos moves 7g7f");
  for (const char* const answer :
       {"bestmove", "bestmove foo", "bestmove 8C8D", "bestmove none", "bestmove (none)"}) {
    gui("go btime 0 wtime 0 byoyomi 5000");
    relay("info depth 2 score cp 4 pv 8c8d");
    relay(answer);
    EXPECT_EQ(last_heard(), "bestmove 8c8d") << answer;
  }
  gui("position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
  gui("go btime 0 wtime 0 byoyomi 5000");
  relay("bestmove none");
  EXPECT_EQ(last_heard(), "bestmove none") << "it is mated";
}

TEST_F(KeeperTest, AnAnswerToAnotherSortOfSearchIsNone) {
  begin_game();
  gui("position startpos moves 7g7f");
  gui("go ponder btime 0 wtime 0 byoyomi 5000");
  relay("checkmate nomate");
  relay("bestmove 3c3d");
  gui("go mate 5000");
  relay("bestmove 8c8d");
  relay("checkmate nomate");
  EXPECT_THAT(all_answers(), ElementsAre("bestmove 3c3d"));
  EXPECT_EQ(last_heard(), "checkmate nomate");
}

TEST_F(KeeperTest, ButtonsAreNotPressedAgainAndOfValuesTheLastHolds) {
  begin_game();
  gui("setoption name Clear Hash");
  gui("setoption name USI_Hash value 64");
  gui("setoption name G_Explain value false");
  gui("FREEZENUM z2Z10");
  another_takes_over();
  EXPECT_THAT(relay_hears_, ElementsAre("usi", "setoption name USI_Hash value 64",
                                        "setoption name G_Explain value false", "isready",
                                        "usinewgame", "FREEZENUM z2Z10", "position startpos"));
}

TEST_F(KeeperTest, AnyLegalMoveIsOneOfThoseAskedForOrElseOneThatGivesNothingAway) {
  begin_game();
  gui("position startpos moves 7g7f 3c3d 2g2f 2b8h+");
  gui("go btime 0 wtime 0 byoyomi 1000");
  relay_dies();
  pass(999);
  EXPECT_EQ(last_heard(), "bestmove 7i8h");
  gui("go btime 0 wtime 0 byoyomi 1000 searchmoves 9g9f");
  pass(999);
  EXPECT_EQ(last_heard(), "bestmove 9g9f");
}

TEST_F(KeeperTest, ACommandThatCannotBeStartedIsGivenUpAtOnceOnlyBeforeTheGuiKnowsTheRelay) {
  event(ChildFailed{0, "no such file"});
  EXPECT_TRUE(keeper_->has_given_up());
  SetUp();
  begin_game();
  relay_dies();
  const int before = starts_;
  event(ChildFailed{0, "no such file"});  // it is being replaced by a newer one
  EXPECT_FALSE(keeper_->has_given_up());
  pass(1000);
  EXPECT_EQ(starts_, before + 1);
}

// Which some GUIs do in mid-game.
TEST_F(KeeperTest, AGuiThatAsksWhoItIsOnceMoreDoesNotMakeItGiveUp) {
  begin_game();
  gui("usi");
  for (int i = 0; i < 3; ++i) {
    relay_dies();
    pass(5000);
    event(ChildFailed{0, "no such file"});
    pass(30'000);
  }
  EXPECT_FALSE(finished_);
  comes_back();
  relay("option name G_Explain type check default false");
  relay("usiok");
  EXPECT_THAT(gui_hears_, Contains("usiok"));
}

TEST_F(KeeperTest, AnIsreadyThatTheDeadRelayOwedIsAnsweredByTheNext) {
  gui("usi");
  relay("usiok");
  gui("isready");
  relay_dies();
  comes_back();
  relay("usiok");
  relay("readyok");
  EXPECT_EQ(std::ranges::count(gui_hears_, "readyok"), 1);
  EXPECT_EQ(std::ranges::count(gui_hears_, "usiok"), 1);
}

TEST_F(KeeperTest, OneThatDiesAgainAndAgainIsStartedEverMoreSeldom) {
  begin_game();
  relay_dies();
  EXPECT_EQ(starts_, 2);
  comes_back();
  relay_dies();
  EXPECT_EQ(starts_, 2);
  pass(1000);
  EXPECT_EQ(starts_, 3);
  comes_back();
  relay_dies();
  pass(1999);
  EXPECT_EQ(starts_, 3);
  pass(1);
  EXPECT_EQ(starts_, 4);
}

TEST_F(KeeperTest, OneThatNeverSaysWhoItIsIsGivenUp) {
  gui("usi");
  for (int i = 0; i < 3 && !finished_; ++i) {
    relay_dies();
    pass(5000);
    if (!finished_) comes_back();
  }
  EXPECT_TRUE(finished_);
  EXPECT_TRUE(keeper_->has_given_up());
}

TEST_F(KeeperTest, QuitEndsIt) {
  begin_game();
  gui("quit");
  EXPECT_THAT(relay_hears_, ElementsAre("quit"));
  EXPECT_TRUE(finished_);
  EXPECT_FALSE(keeper_->has_given_up());
}

TEST_F(KeeperTest, AMateSearchIsAnsweredInItsTimeToo) {
  begin_game();
  gui("go mate 5000");
  relay_dies();
  pass(5000);
  EXPECT_EQ(last_heard(), "checkmate timeout");
}

// Every `go` that was stopped has a bestmove of its own, however the relay fails.
TEST_F(KeeperTest, ARelayThatHangsOwesTheAnswerToStopAndTheOneToTheNextGo) {
  begin_game();
  gui("go ponder btime 0 wtime 0 byoyomi 1000");
  relay("info depth 2 score cp 4 pv 7g7f");
  gui("stop");
  gui("position startpos moves 7g7f 3c3d");
  gui("go btime 0 wtime 0 byoyomi 1000");
  pass(899);
  EXPECT_EQ(answers(), 0);
  pass(100);
  ASSERT_EQ(answers(), 2) << "in order, the first with its own line";
  EXPECT_THAT(all_answers(), ElementsAre("bestmove 7g7f", StartsWith("bestmove 8h2b")));
  pass(3000);
  EXPECT_EQ(kills_, 1);
  EXPECT_EQ(answers(), 2);
}

TEST_F(KeeperTest, WhatIsOwedComesBeforeTheNextAnswerThoughThatOneIsDueFirst) {
  begin_game();
  gui("go infinite");
  relay("info depth 2 score cp 4 pv 7g7f");
  gui("stop");
  gui("position startpos moves 2g2f 3c3d");
  gui("go btime 0 wtime 0 byoyomi 300 searchmoves 9g9f");
  pass(299);
  EXPECT_THAT(all_answers(), ElementsAre("bestmove 7g7f", "bestmove 9g9f"));
}

TEST_F(KeeperTest, ARelayThatDiesOwesTheAnswerToStopAtOnceAndTheNextRelayTheOther) {
  begin_game();
  gui("go ponder btime 0 wtime 0 byoyomi 1000");
  relay("info depth 2 score cp 4 pv 6g6f");
  gui("stop");
  gui("position startpos moves 7g7f 3c3d");
  gui("go btime 0 wtime 0 byoyomi 5000");
  relay_dies();
  EXPECT_THAT(all_answers(), ElementsAre("bestmove 6g6f"));
  comes_back();
  relay("usiok");
  relay("readyok");
  EXPECT_EQ(relay_hears_.back(), "go btime 0 wtime 0 byoyomi 5000");
  relay("bestmove 2g2f");
  EXPECT_THAT(all_answers(), ElementsAre("bestmove 6g6f", "bestmove 2g2f"));
}

TEST_F(KeeperTest, OfThreeSearchesOnlyTheAnswerThatWasGivenInsteadIsNotPassed) {
  begin_game();
  gui("go btime 0 wtime 0 byoyomi 1000");
  pass(999);
  ASSERT_EQ(answers(), 1);
  gui("go btime 0 wtime 0 byoyomi 60000");
  gui("stop");
  gui("go btime 0 wtime 0 byoyomi 60000");
  relay("bestmove 9g9f");  // late
  EXPECT_EQ(answers(), 1);
  relay("bestmove 7g7f");
  relay("bestmove 2g2f");
  EXPECT_EQ(answers(), 3);
  EXPECT_THAT(gui_hears_, Contains("bestmove 7g7f"));
  EXPECT_EQ(last_heard(), "bestmove 2g2f");
  pass(5000);
  EXPECT_EQ(kills_, 0);
}

TEST_F(KeeperTest, ALineOfTheSearchBeforeIsNotPlayedInTheNext) {
  begin_game();
  gui("go infinite");
  gui("stop");
  gui("go btime 0 wtime 0 byoyomi 1000 searchmoves 9g9f");
  relay("info depth 2 score cp 4 pv 6g6f");
  relay("bestmove 6g6f");
  pass(999);
  EXPECT_EQ(last_heard(), "bestmove 9g9f");
}

// The first answer may have been said before the second go was read: only `stop` tells.
TEST_F(KeeperTest, AnAnswerThatCrossesTheNextGoIsNotTheNextOnes) {
  begin_game();
  gui("go btime 0 wtime 0 byoyomi 1000");
  pass(500);
  gui("position startpos moves 7g7f 3c3d");
  gui("go btime 0 wtime 0 byoyomi 1000 searchmoves 9g9f");
  EXPECT_THAT(relay_hears_,
              ElementsAre("go btime 0 wtime 0 byoyomi 1000", "position startpos moves 7g7f 3c3d",
                          "stop", "go btime 0 wtime 0 byoyomi 1000 searchmoves 9g9f"));
  relay("info depth 2 score cp 4 pv 7g7f");
  relay("bestmove 7g7f");
  EXPECT_THAT(gui_hears_, IsEmpty()) << "the second has taken the first one's place";
  pass(999);
  EXPECT_THAT(all_answers(), ElementsAre("bestmove 9g9f")) << "also where the relay hangs";
}

TEST_F(KeeperTest, BehindAPositionLineThatIsNoneNoMoveOfAnOlderPositionIsPlayed) {
  for (const std::string line : {"position", "position sfen 9/9/9 b - 1"}) {
    SetUp();
    begin_game();
    gui(line);
    gui("go btime 0 wtime 0 byoyomi 1000");
    another_takes_over();
    EXPECT_THAT(relay_hears_, Contains(line));
    pass(999);
    EXPECT_THAT(all_answers(), ElementsAre("bestmove resign"));
  }
}

// A query, which is answered beside it.
TEST_F(KeeperTest, GoPerftTakesNoSearchsPlace) {
  begin_game();
  gui("go infinite");
  gui("go perft 1");
  gui("stop");
  EXPECT_THAT(relay_hears_, ElementsAre("go infinite", "go perft 1", "stop"));
  relay("bestmove 7g7f");
  EXPECT_THAT(gui_hears_, ElementsAre("bestmove 7g7f"));
}

TEST_F(KeeperTest, TheAnswerBehindOneThatHasCrossedTheGoPasses) {
  begin_game();
  gui("go btime 0 wtime 0 byoyomi 1000");
  gui("go btime 0 wtime 0 byoyomi 1000");
  relay("bestmove 7g7f");
  relay("bestmove 2g2f");
  EXPECT_THAT(gui_hears_, ElementsAre("bestmove 2g2f"));
  pass(5000);
  EXPECT_EQ(kills_, 0);
}

// It cannot have been answered, but a line of it may be under way: only `stop` tells.
TEST_F(KeeperTest, NoLineOfASearchThatWasOvertakenPasses) {
  for (const std::string waits : {"go ponder btime 0 wtime 0 byoyomi 1000", "go infinite"}) {
    SetUp();
    begin_game();
    gui(waits);
    gui("go btime 0 wtime 0 byoyomi 1000");
    EXPECT_THAT(relay_hears_, ElementsAre(waits, "stop", "go btime 0 wtime 0 byoyomi 1000"));
    relay("info depth 2 score cp 4 pv 7g7f");
    relay("bestmove 7g7f");
    relay("info depth 2 score cp 4 pv 2g2f");
    relay("bestmove 2g2f");
    EXPECT_THAT(gui_hears_, ElementsAre("info depth 2 score cp 4 pv 2g2f", "bestmove 2g2f"));
  }
}

TEST_F(KeeperTest, NoLineOfAPonderSearchThatANewGameEndedPasses) {
  begin_game();
  gui("go ponder btime 0 wtime 0 byoyomi 1000");
  gui("usinewgame");
  gui("position startpos moves 7g7f");
  gui("go btime 0 wtime 0 byoyomi 1000");
  EXPECT_THAT(relay_hears_,
              ElementsAre("go ponder btime 0 wtime 0 byoyomi 1000", "stop", "usinewgame",
                          "position startpos moves 7g7f", "go btime 0 wtime 0 byoyomi 1000"));
  relay("info depth 2 score cp 4 pv 2g2f");
  relay("bestmove 2g2f");
  relay("bestmove 8c8d");
  EXPECT_THAT(gui_hears_, ElementsAre("bestmove 8c8d"));
}

TEST_F(KeeperTest, ANewGameEndsPonderingWithoutAnAnswer) {
  begin_game();
  gui("go ponder btime 0 wtime 0 byoyomi 1000");
  gui("usinewgame");
  gui("stop");
  gui("position startpos");
  gui("go btime 0 wtime 0 byoyomi 10000");
  relay("bestmove 7g7f");
  relay("bestmove 2g2f");
  EXPECT_THAT(gui_hears_, ElementsAre("bestmove 2g2f"));
  pass(20'000);
  EXPECT_EQ(answers(), 1);
  EXPECT_EQ(kills_, 0);
  gui("go ponder btime 0 wtime 0 byoyomi 1000");
  relay_dies();
  gui("usinewgame");
  EXPECT_EQ(answers(), 1);
}

TEST_F(KeeperTest, TheEndOfAGameIsAnsweredAsStopIs) {
  for (const std::string end : {"isready", "usinewgame", "gameover draw", "gameover"}) {
    SetUp();
    begin_game();
    gui("go infinite");
    gui(end);
    pass(1000);
    EXPECT_EQ(answers(), 1) << end;
  }
}

TEST_F(KeeperTest, FreezesThatWereCountedInAnOlderGameAreForgotten) {
  begin_game();
  gui("FREEZENUM z2Z10");
  gui("isready");
  relay("readyok");
  gui("usinewgame");
  another_takes_over();
  EXPECT_THAT(relay_hears_, ElementsAre("usi", "setoption name G_Explain value true", "isready",
                                        "usinewgame", "position startpos"));
}

TEST_F(KeeperTest, StopGivesNoMoreTimeThanTheClockHas) {
  begin_game();
  gui("go btime 0 wtime 0 byoyomi 1000");
  pass(800);
  gui("stop");
  pass(199);
  EXPECT_EQ(answers(), 1);
}

TEST_F(KeeperTest, WhereNoFlagCanFallTheRelayHasALittleLonger) {
  for (const std::string go :
       {"go rtime 1000", "go movetime 0", "go btime 0 wtime 0", "go mate 1"}) {
    SetUp();
    begin_game();
    gui(go);
    pass(go == "go rtime 1000" ? 2940 : 90);
    EXPECT_THAT(gui_hears_, IsEmpty()) << go;
    pass(500);
    EXPECT_FALSE(gui_hears_.empty()) << go;
  }
}

// gougi says every 5 s that it loads.
TEST_F(KeeperTest, ARelayThatIsSilentWhileItStartsIsReplaced) {
  begin_game();
  relay("option name G_ReadyTimeout type spin default 600000 min 1 max 600000");
  relay_dies();
  comes_back();
  pass(29'999);
  EXPECT_EQ(kills_, 0);
  pass(1);
  EXPECT_EQ(kills_, 1) << "no usiok";
  relay_dies();
  pass(60'000);
  comes_back();
  relay("usiok");
  for (int i = 0; i < 30; ++i) {
    pass(5000);
    relay("");
  }
  EXPECT_EQ(kills_, 1);
  pass(30'000);
  EXPECT_EQ(kills_, 2) << "no readyok";
}

TEST_F(KeeperTest, ARelayThatIsSilentBeforeItsFirstReadyokIsReplacedToo) {
  gui("usi");
  pass(30'000);
  EXPECT_EQ(kills_, 1);
  relay_dies();
  comes_back();
  relay("option name G_ReadyTimeout type spin default 600000 min 1 max 600000");
  relay("usiok");
  pass(60'000);
  EXPECT_EQ(kills_, 1) << "nothing is asked of it";
  gui("isready");
  pass(29'999);
  EXPECT_EQ(kills_, 1);
  pass(1);
  EXPECT_EQ(kills_, 2);
}

// As the session has it: a GUI need not wait for `readyok`, and has its whole time behind it.
TEST_F(KeeperTest, TheTimeOfASearchThatIsSaidBeforeReadyokBeginsWithReadyok) {
  begin_game();
  for (const bool is_answered : {true, false}) {
    gui("isready");
    gui("position startpos");
    gui("go btime 0 wtime 0 byoyomi 1000 searchmoves 9g9f");
    forget();
    pass(5000);
    EXPECT_THAT(gui_hears_, IsEmpty());
    EXPECT_THAT(relay_hears_, IsEmpty());
    relay("readyok");
    pass(900);
    if (is_answered) relay("bestmove 7g7f");
    pass(99);
    EXPECT_THAT(all_answers(), ElementsAre(is_answered ? "bestmove 7g7f" : "bestmove 9g9f"));
    EXPECT_EQ(kills_, 0);
  }
}

TEST_F(KeeperTest, WhatASearchHasToFollowBeforeReadyokBeginsItsTime) {
  for (const std::string line : {"position startpos moves 7g7f", "position", "ponderhit", "stop"}) {
    SetUp();
    begin_game();
    gui("isready");
    gui(line == "ponderhit" ? "go ponder btime 0 wtime 0 byoyomi 1000"
                            : "go btime 0 wtime 0 byoyomi 1000");
    pass(5000);
    EXPECT_EQ(answers(), 0) << line;
    gui(line);
    pass(999);
    EXPECT_EQ(answers(), 1) << line;
  }
}

TEST_F(KeeperTest, ARelayThatDiesBeforeReadyokCostsASearchThatWaitsForItNoTime) {
  begin_game();
  gui("isready");
  gui("position startpos");
  gui("go btime 0 wtime 0 byoyomi 1000");
  pass(5000);
  relay_dies();
  forget();
  comes_back();
  relay("usiok");
  pass(5000);
  relay("readyok");
  EXPECT_THAT(relay_hears_, ElementsAre("usi", "setoption name G_Explain value true", "isready",
                                        "position startpos", "go btime 0 wtime 0 byoyomi 1000"));
  EXPECT_THAT(gui_hears_, ElementsAre("readyok"));
  pass(900);
  relay("bestmove 7g7f");
  EXPECT_THAT(all_answers(), ElementsAre("bestmove 7g7f"));
}

// Nothing else would ever begin it.
TEST_F(KeeperTest, ASearchWaitsForReadyokNoLongerThanAnyRelayLoads) {
  begin_game();
  relay("option name G_ReadyTimeout type spin default 600000 min 1 max 600000");
  gui("isready");
  gui("go btime 0 wtime 0 byoyomi 1000");
  for (int i = 0; i < 120; ++i) {
    pass(5000);
    relay("");
  }
  EXPECT_EQ(answers(), 0);
  EXPECT_EQ(kills_, 0);
  pass(999);
  EXPECT_EQ(answers(), 1);
}

TEST_F(KeeperTest, ASearchWaitsForReadyokNoLongerOfRelaysThatDieOfLoading) {
  begin_game();
  gui("isready");
  gui("go btime 0 wtime 0 byoyomi 10000");
  for (int i = 0; i < 2; ++i) {
    relay_dies();
    pass(1000);
    comes_back();
    relay("usiok");
    pass(10'000);
    EXPECT_EQ(answers(), 0);
  }
  relay_dies();
  pass(10'000);
  EXPECT_EQ(answers(), 1);
}

// It may load for minutes without a word.
TEST_F(KeeperTest, AnEngineThatIsNoRelayHasLongerToLoad) {
  begin_game();
  gui("isready");
  pass(500'000);
  EXPECT_EQ(kills_, 0);
  pass(200'000);
  EXPECT_EQ(kills_, 1);
}

TEST_F(KeeperTest, OnlyLinesOfThoughtMayBeLostByASlowGui) {
  begin_game();
  gui("go btime 0 wtime 0 byoyomi 1000");
  relay("info depth 1 pv 7g7f");
  relay("info string [O] bestmove 7g7f [E1]");
  relay("bestmove 7g7f");
  EXPECT_THAT(may_be_lost_, ElementsAre("info depth 1 pv 7g7f"));
}

// Wherever the relay dies in a game, the GUI hears one answer to each go, in time, and no other
// word that it did not ask for.
TEST_F(KeeperTest, WhereverItDiesEachGoIsAnsweredOnceAndInTime) {
  for (int death = 0; death < 40; ++death) {
    SetUp();
    begin_game();
    int step = 0;
    bool up = true;
    const auto may_die = [&] {
      if (step++ != death) return;
      relay_dies();
      up = false;
    };
    std::string moves = "position startpos moves 7g7f";
    for (int move = 0; move < 3; ++move) {
      may_die();
      gui(moves);
      may_die();
      gui("go btime 0 wtime 0 byoyomi 1000");
      may_die();
      for (int i = 0; i < 9; ++i) {
        pass(100);
        if (up && answers() == move) relay("info depth 1 score cp 5 pv 8c8d");
        if (i == 2) may_die();
        if (!up && i == 5) {
          comes_back();
          relay("usiok");
          relay("readyok");
          up = true;
        }
      }
      if (up && answers() == move) relay("bestmove 8c8d");
      pass(99);
      ASSERT_EQ(answers(), move + 1) << death;
      EXPECT_EQ(std::ranges::count(gui_hears_, "usiok") + std::ranges::count(gui_hears_, "readyok"),
                0)
          << death;
    }
  }
}

}  // namespace
}  // namespace gougi::relay
