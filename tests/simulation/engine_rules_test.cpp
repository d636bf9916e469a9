// SPDX-License-Identifier: MIT
// That the rules see what they are there to see: each test is a session that does wrong.
#include "simulation/engine_rules.hpp"

#include <gtest/gtest.h>

#include <array>

#include "notation/sfen.hpp"
#include "simulation/liveness_rules.hpp"
#include "simulation/work_rules.hpp"

namespace gougi::simulation {
namespace {

using base::Milliseconds;
using base::TimePoint;

constexpr TimePoint kNow{std::chrono::hours(1)};

class EngineRulesTest : public ::testing::Test {
 protected:
  std::string told(std::string_view line) { return rules.told(line, kNow, wanted); }
  /// To the point where it is ready.
  void load() {
    rules.is_started();
    rules.runs();
    for (const char* line : {"usi", "isready"}) {
      EXPECT_EQ(told(line), "");
      rules.heard(line == std::string_view("usi") ? "usiok" : "readyok");
    }
  }

  Character character;
  EngineRules::Options wanted;
  EngineRules rules{character};
};

TEST_F(EngineRulesTest, AWholeConversationIsInOrder) {
  load();
  rules.game_begins();
  EXPECT_EQ(told("usinewgame"), "");
  EXPECT_EQ(told("position startpos"), "");
  EXPECT_EQ(told("go byoyomi 1000"), "");
  EXPECT_EQ(told("stop"), "");
  rules.heard("bestmove 7g7f");
  EXPECT_EQ(told("gameover win"), "");
  EXPECT_EQ(told("quit"), "");
}

TEST_F(EngineRulesTest, NothingIsSaidAtAWrongMoment) {
  rules.is_started();
  rules.runs();
  EXPECT_NE(told("isready"), "");
  load();
  EXPECT_NE(told("go byoyomi 1000"), "");  // no position
  EXPECT_NE(told("stop"), "");
  told("position startpos");
  EXPECT_NE(told("isready"), "");
  told("position startpos");
  EXPECT_EQ(told("go byoyomi 1000"), "");
  EXPECT_NE(told("position startpos"), "");
  EXPECT_NE(told("setoption name A value 1"), "");
  EXPECT_NE(told("ponderhit"), "");
  EXPECT_EQ(told("stop"), "");
  EXPECT_NE(told("stop"), "");
}

TEST_F(EngineRulesTest, OptionsAreToldAgainToANewProcess) {
  wanted = {{"Level", "7"}};  // by itself it is at 3
  rules.is_started();
  rules.runs();
  told("usi");
  rules.heard("usiok");
  EXPECT_NE(told("isready"), "");
  rules.heard("readyok");
  EXPECT_EQ(told("setoption name Level value 7"), "");
  EXPECT_EQ(told("isready"), "");
  rules.gone();
  rules.is_started();
  rules.runs();
  told("usi");
  rules.heard("usiok");
  EXPECT_NE(told("isready"), "");
}

TEST_F(EngineRulesTest, WordsThatItDoesNotKnowAreNotSaid) {
  load();
  told("position startpos");
  EXPECT_NE(told("go byoyomi 1000 wait_stop"), "");
  EXPECT_NE(told("mateinfo position sfen x checkmate 7g7f"), "");
  character.knows_mateinfo = true;
  EXPECT_EQ(told("mateinfo position sfen x checkmate 7g7f"), "");
}

TEST_F(EngineRulesTest, MoreLinesThanTheUserWantsAreForRulesThatCompareThem) {
  load();
  told("setoption name MultiPV value 4");
  told("position startpos");
  EXPECT_NE(told("go byoyomi 1000"), "");
  rules.heard("bestmove 7g7f");
  rules.lines_are_wanted(true);
  told("position startpos");
  EXPECT_EQ(told("go byoyomi 1000"), "");
}

class StepRulesTest : public EngineRulesTest {
 protected:
  StepRulesTest() { load(); }
  void search(const std::string& line) {
    known = book.read(line);
    EXPECT_EQ(told(line), "");
    EXPECT_EQ(told("go nodes 1000"), "");
    ++gos;
  }
  EngineRules::Heard hear(std::string_view line, Origin origin) {
    return rules.heard(line, kNow + Milliseconds(1), known.get(), origin);
  }
  void answer_aloud(const std::string& move) {
    hear("info depth 1 pv " + move, {gos, false});
    EXPECT_FALSE(hear("bestmove " + move, {gos, false}).old);
  }
  void think_thrice() {
    for (int i = 0; i < 3; ++i) {
      search("position startpos");
      answer_aloud("7g7f");
    }
  }
  /// In the second of two searches, of which the first had an answer too many of the one before.
  bool is_seen_to_be_behind() {
    search("position startpos moves 7g7f 3c3d");
    // One too many: nobody could know before, everybody can from now on.
    EXPECT_FALSE(hear("bestmove 2g2f", {gos - 1, true}).out_of_step);
    search("position startpos moves 7g7f 3c3d 2g2f 8c8d");
    hear("info depth 1 pv 6g6f", {gos - 1, false});
    return hear("bestmove 6g6f", {gos - 1, false}).out_of_step;
  }

  PositionBook book;
  KnownPositionPtr known;
  int gos = 0;
};

TEST_F(StepRulesTest, AnAnswerWithoutAThoughtMayBeDoubted) {
  search("position startpos");
  hear("bestmove 7g7f", {1, false});
  EXPECT_EQ(told("isready"), "");
  EXPECT_NE(told("position startpos"), "");  // not before readyok
  hear("bestmove 2g2f", {1, true});
  rules.heard("readyok");
  search("position startpos");
  answer_aloud("7g7f");
  EXPECT_NE(told("stop"), "");  // that was its answer
}

TEST_F(StepRulesTest, WhoIsBehindIsSeenToBeByItsHabit) {
  think_thrice();
  EXPECT_TRUE(is_seen_to_be_behind());
}

TEST_F(StepRulesTest, WhatItSaysTwiceItMaySayTwice) {
  for (const std::string again : {"bestmove 2g2f", "bestmove 2h1h"}) {
    think_thrice();
    search("position startpos moves 7g7f 3c3d");
    EXPECT_EQ(told("stop"), "");
    hear("bestmove 2g2f", {gos - 1, false});
    hear(again, {gos - 1, true});
    search("position startpos moves 7g7f 3c3d 2g2f 8c8d");
    EXPECT_EQ(hear("bestmove 6g6f", {gos - 1, false}).out_of_step, again != "bestmove 2g2f");
    hear("info depth 1 pv 2g2e", {gos, false});
    hear("bestmove 2g2f", {gos, false});
  }
}

// The answer that it gave when it was stopped may be the one that counts.
TEST_F(StepRulesTest, WhoAnsweredOnceMoreWhenStoppedHasItsHabitAsBefore) {
  think_thrice();
  search("position startpos moves 7g7f 3c3d");
  hear("bestmove 7g7f", {gos - 1, true});
  EXPECT_EQ(told("stop"), "");
  hear("bestmove 2g2f", {gos, false});
  search("position startpos");
  hear("bestmove 7g7f", {gos, false});  // the exception
  think_thrice();
  EXPECT_FALSE(is_seen_to_be_behind());
}

// It once answered without a thought and was in step: that it does so again is nothing to see.
TEST_F(StepRulesTest, WhoWasStoppedBeforeItsFirstThoughtHasItsHabitAsBefore) {
  think_thrice();
  search("position startpos");
  EXPECT_EQ(told("stop"), "");
  hear("bestmove 7g7f", {gos, false});
  search("position startpos");
  hear("bestmove 7g7f", {gos, false});
  think_thrice();
  EXPECT_FALSE(is_seen_to_be_behind());
}

TEST_F(StepRulesTest, ALineOfASearchThatWasDroppedIsAThoughtWhateverItSays) {
  for (int i = 0; i < 2; ++i) {
    search("position startpos");
    answer_aloud("7g7f");
  }
  search("position startpos");
  EXPECT_EQ(told("stop"), "");
  known.reset();
  hear("info depth 1 pv 5e5d", {gos, false});
  hear("bestmove 7g7f", {gos, false});
  search("position startpos");
  hear("bestmove 7g7f", {gos, false});  // against the habit of three
  for (int i = 0; i < 3; ++i) {
    search("position startpos");
    answer_aloud("7g7f");
  }
  search("position startpos moves 7g7f 3c3d");
  hear("bestmove 2g2f", {gos - 1, true});
  search("position startpos moves 7g7f 3c3d 2g2f 8c8d");
  EXPECT_FALSE(hear("bestmove 6g6f", {gos - 1, false}).out_of_step);
}

TEST_F(StepRulesTest, WhoIsBehindIsSeenToBeByAMoveThatIsNoneHere) {
  search("position startpos");
  answer_aloud("7g7f");
  search("position startpos moves 7g7f 3c3d");
  hear("bestmove 7g7f", {1, true});
  search("position startpos moves 7g7f 3c3d 2g2f 8c8d");
  EXPECT_TRUE(hear("bestmove 2h1h", {2, false}).out_of_step);
}

TEST_F(StepRulesTest, BehindAFenceItIsInStep) {
  search("position startpos");
  answer_aloud("7g7f");
  search("position startpos moves 7g7f 3c3d");
  hear("bestmove 7g7f", {1, true});
  EXPECT_EQ(told("isready"), "");
  hear("bestmove 2g2f", {2, false});
  rules.heard("readyok");
  search("position startpos moves 7g7f 3c3d 2g2f 8c8d");
  EXPECT_FALSE(hear("bestmove 2h1h", {3, false}).out_of_step);
}

TEST_F(StepRulesTest, WhoSaysNothingPrintsNothingOutOfTheOrdinary) {
  for (int i = 0; i < 4; ++i) {
    search("position startpos");
    hear("bestmove 7g7f", {gos, false});
  }
  search("position startpos");
  hear("bestmove 2g2f", {4, true});
  search("position startpos");
  EXPECT_FALSE(hear("bestmove 2h1h", {5, false}).out_of_step);
}

TEST_F(StepRulesTest, AWordThatCannotBeReadIsTheAnswerAndNone) {
  search("position startpos");
  const auto heard = hear("bestmove 7g7fzX", {1, false});
  EXPECT_TRUE(heard.unreadable);
  EXPECT_FALSE(heard.best_move);
  EXPECT_NE(told("stop"), "");
  EXPECT_EQ(told("position startpos"), "");
}

class LivenessRulesTest : public StepRulesTest {
 protected:
  LivenessRulesTest() {
    asked.number = 1;
    asked.go = std::get<usi::GoCommand>(*usi::parse_command("go nodes 1000"));
    search("position startpos");
    rules.work_for(1, Work::kPosition);
  }
  std::string judge(base::Duration after) {
    const std::array workers{LivenessRules::Worker{&rules, "E1", can_come, false}};
    return liveness.judge(asked, workers, kNow + after);
  }

  HostSearch asked;
  LivenessRules liveness;
  bool can_come = true;
};

TEST_F(LivenessRulesTest, NobodyIsWaitedForWhoSaysNothing) {
  EXPECT_EQ(judge(std::chrono::seconds(60)), "");
  EXPECT_NE(judge(std::chrono::seconds(61)), "");
  hear("info depth 1 pv 7g7f", {1, false});
  EXPECT_NE(judge(std::chrono::seconds(61)), "");
  rules.told("stop", kNow + std::chrono::seconds(60), wanted);
  EXPECT_EQ(judge(std::chrono::seconds(61)), "");
}

TEST_F(LivenessRulesTest, WhoIsKnownToThinkQuietlyHasLonger) {
  hear("bestmove 7g7f", {1, false});
  search("position startpos");
  rules.work_for(1, Work::kPosition);
  EXPECT_EQ(judge(std::chrono::minutes(10)), "");
  EXPECT_NE(judge(std::chrono::minutes(11)), "");
}

TEST_F(LivenessRulesTest, ThereIsAlwaysSomebodyToWaitFor) {
  EXPECT_EQ(judge({}), "");
  hear("bestmove foo", {1, false});
  EXPECT_EQ(judge({}), "");
  EXPECT_NE(judge(Milliseconds(201)), "");
  asked.held = true;
  EXPECT_EQ(judge({}), "");
  asked.held = false;
  rules.gone();
  EXPECT_EQ(judge({}), "");  // it comes again
  EXPECT_NE(judge(std::chrono::minutes(16)), "");
  can_come = false;
  EXPECT_NE(judge(std::chrono::minutes(17)), "");
}

TEST_F(LivenessRulesTest, AnAnswerThatMayBeAnOldOneIsTakenInTheEnd) {
  hear("bestmove 7g7f", {1, false});
  EXPECT_EQ(judge(std::chrono::seconds(10)), "");
  EXPECT_EQ(judge(std::chrono::seconds(11)), "");
  EXPECT_NE(judge(std::chrono::seconds(12)), "");
}

class WorkRulesTest : public EngineRulesTest {
 protected:
  WorkRulesTest() {
    search.number = 1;
    search.position = PositionBook().enter(shogi::Game());
    search.strategy = consensus::find_strategy("exchange");
    search.clock_start = kNow;
    set_limits("go btime 0 wtime 0 byoyomi 1000");
    load();
  }
  void set_limits(const std::string& line) {
    search.go = std::get<usi::GoCommand>(*usi::parse_command(line));
  }
  std::string judge(const std::string& position, const std::string& go, TimePoint now = kNow) {
    rules.told(position, now, wanted);
    EXPECT_EQ(rules.told(go, now, wanted), "");
    const std::string complaint = work.judge(&search, 0, rules, now).complaint;
    rules.heard("bestmove resign");
    return complaint;
  }
  void vote(int child, const std::string& move) {
    search.testimonies[child].choices.insert(move);
    search.testimonies[child].seat = child;
  }

  settings::RelaySettings settings;
  WorkRules work{settings};
  HostSearch search;
};

TEST_F(WorkRulesTest, ThePositionIsAskedAboutForItsShareOfTheTime) {
  EXPECT_EQ(judge("position startpos", "go byoyomi 450"), "");
  EXPECT_NE(judge("position startpos", "go byoyomi 451"), "");
  EXPECT_NE(judge("position startpos", "go byoyomi 450", kNow + Milliseconds(600)), "");
  EXPECT_NE(judge("position startpos", "go infinite"), "");
  search.strategy = consensus::find_strategy("majority");
  EXPECT_EQ(judge("position startpos", "go byoyomi 1000"), "");
}

TEST_F(WorkRulesTest, WhatIsAlwaysLeftUnusedMayBeToldAsWell) {
  for (int i = 0; i < 6; ++i) rules.left_unused(Milliseconds(10));
  EXPECT_EQ(judge("position startpos", "go byoyomi 460"), "");
  EXPECT_NE(judge("position startpos", "go byoyomi 461"), "");
}

TEST_F(WorkRulesTest, OnlyRepliesToVotesAreAskedAboutAndOnlyByRulesThatDo) {
  const std::string reply = "position startpos moves 7g7f";
  EXPECT_NE(judge(reply, "go byoyomi 400"), "");  // nobody's vote
  vote(1, "7g7f");
  EXPECT_NE(judge(reply, "go byoyomi 400"), "");  // before its own
  vote(0, "2g2f");
  EXPECT_EQ(judge(reply, "go byoyomi 400"), "");
  EXPECT_EQ(judge(reply, "go byoyomi 900"), "");  // the votes have left it
  EXPECT_NE(judge(reply, "go byoyomi 500", kNow + Milliseconds(600)), "");
  EXPECT_NE(judge("position startpos moves 7g7f 3c3d", "go byoyomi 400"), "");
  search.held = true;
  EXPECT_NE(judge(reply, "go byoyomi 400"), "");
  search.held = false;
  search.strategy = consensus::find_strategy("majority");
  EXPECT_NE(judge(reply, "go byoyomi 400"), "");
}

TEST_F(WorkRulesTest, InAReplyTheOtherSideHasOurTime) {
  set_limits("go btime 10000 wtime 100000");
  vote(0, "2g2f");
  vote(1, "7g7f");
  EXPECT_EQ(judge("position startpos moves 7g7f", "go btime 45000 wtime 4500"), "");
  EXPECT_NE(judge("position startpos moves 7g7f", "go btime 4500 wtime 45000"), "");
}

TEST_F(WorkRulesTest, WaitStopIsForWholeMovesOnly) {
  character.knows_wait_stop = true;
  EXPECT_EQ(judge("position startpos", "go byoyomi 400 wait_stop"), "");
  EXPECT_NE(judge("position startpos", "go byoyomi 500 wait_stop"), "");
  set_limits("go btime 60000 wtime 60000 byoyomi 1000");
  EXPECT_NE(judge("position startpos", "go btime 400 wtime 400 wait_stop"), "");
  EXPECT_EQ(judge("position startpos", "go byoyomi 400 wait_stop"), "");
}

TEST_F(WorkRulesTest, ASolverIsAskedAboutThePvsOnlyWhereItIsWished) {
  character.role = Role::kSolver;
  search.testimonies[0].pvs = {"7g7f 3c3d 2g2f"};
  shogi::Game game;
  ASSERT_TRUE(game.play(*notation::parse_usi_move("7g7f")));
  const std::string there = "position sfen " + notation::to_sfen(game.position());
  EXPECT_EQ(judge(search.position->sfen_line, "go mate 100"), "");
  EXPECT_NE(judge(there, "go mate 100"), "");
  settings.mate_pv = settings::MatePv{};
  EXPECT_EQ(judge(there, "go mate 100"), "");
  EXPECT_NE(judge("position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "go mate 100"), "");
}

}  // namespace
}  // namespace gougi::simulation
