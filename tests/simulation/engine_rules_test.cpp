// SPDX-License-Identifier: MIT
// That the rules see what they are there to see: each test is a session that does wrong.
#include "simulation/engine_rules.hpp"

#include <gtest/gtest.h>

#include "notation/sfen.hpp"
#include "simulation/vote_rules.hpp"
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
  wanted = {{"Level", "3"}};
  rules.is_started();
  rules.runs();
  told("usi");
  rules.heard("usiok");
  EXPECT_NE(told("isready"), "");
  rules.heard("readyok");
  EXPECT_EQ(told("setoption name Level value 3"), "");
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
  void vote(int child, const std::string& move) { search.testimonies[child].choices.insert(move); }

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
  EXPECT_NE(judge(reply, "go byoyomi 500"), "");
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

class VoteRulesTest : public WorkRulesTest {
 protected:
  VoteRulesTest() {
    settings.engines.resize(3);
    search.strategy = consensus::find_strategy("majority");
  }
  std::string judge_move(const std::string& move) {
    return VoteRules(settings, true).judge_best_move(search, "bestmove " + move, {});
  }
};

TEST_F(VoteRulesTest, AVoteMustHaveBeenHeardInThisSearch) {
  vote(0, "7g7f");
  search.testimonies[0].answer =
      usi::BestMoveAnswer{*notation::parse_usi_move("7g7f"), std::nullopt};
  EXPECT_EQ(judge_move("7g7f"), "");
  EXPECT_NE(judge_move("2g2f"), "");
  EXPECT_NE(judge_move("7g7e"), "");
  search.table = {"[X] bestmove 2g2f [P 2g2f] [value none] [E2]"};
  EXPECT_NE(judge_move("7g7f"), "");
}

TEST_F(VoteRulesTest, OnlyAVoteThatCannotChangeTheMajorityIsNotWaitedFor) {
  vote(0, "7g7f");
  vote(1, "7g7f");
  search.table = {"[O] bestmove 7g7f [P 7g7f] [value none] [E1]",
                  "[O] bestmove 7g7f [P 7g7f] [value none] [E2]", "[X] [void: no answer] [E3]"};
  EXPECT_EQ(judge_move("7g7f"), "");
  settings.engines[2].weight = 2.5;
  EXPECT_NE(judge_move("7g7f"), "");
  settings.engines[2].weight = 1.0;
  search.strategy = consensus::find_strategy("optimistic");
  EXPECT_NE(judge_move("7g7f"), "");
}

}  // namespace
}  // namespace gougi::simulation
