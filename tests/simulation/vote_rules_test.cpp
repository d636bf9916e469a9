// SPDX-License-Identifier: MIT
// That the rules of the vote see what they are there to see: each test is an answer to the GUI.
#include "simulation/vote_rules.hpp"

#include <gtest/gtest.h>

#include "notation/freeze.hpp"
#include "notation/sfen.hpp"

namespace gougi::simulation {
namespace {

class VoteRulesTest : public ::testing::Test {
 protected:
  VoteRulesTest() {
    settings.engines.resize(3);
    search.number = 1;
    search.position = PositionBook().enter(shogi::Game());
    search.strategy = consensus::find_strategy("majority");
    search.go = std::get<usi::GoCommand>(*usi::parse_command("go btime 0 wtime 0 byoyomi 1000"));
  }
  void vote(int child, const std::string& move) {
    search.testimonies[child].choices.insert(move);
    search.testimonies[child].seat = child;
  }
  /// As its last word.
  void answer(int child, const std::string& choice) {
    vote(child, choice);
    search.testimonies[child].answer =
        std::get<usi::BestMoveAnswer>(*usi::parse_answer("bestmove " + choice));
  }
  std::string judge_move(const std::string& move) {
    return VoteRules(settings, true).judge_best_move(search, "bestmove " + move, {});
  }

  settings::RelaySettings settings;
  HostSearch search;
};

TEST_F(VoteRulesTest, AVoteMustHaveBeenHeardInThisSearch) {
  answer(0, "7g7f");
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

TEST_F(VoteRulesTest, WhatIsNoAnswerOrAnOldOneIsNoVote) {
  answer(0, "7g7f");
  search.table = {"[O] bestmove 7g7f [P 7g7f] [value none] [E1]"};
  EXPECT_EQ(judge_move("7g7f"), "");
  search.testimonies[0].old = {"7g7f"};
  EXPECT_NE(judge_move("7g7f"), "");
  search.testimonies[0].old.clear();
  search.testimonies[0].unreadable = true;
  EXPECT_NE(judge_move("7g7f"), "");
  search.table = {"[X] bestmove 7g7f [P 7g7f] [void: no move] [E1]"};
  EXPECT_EQ(judge_move("7g7f"), "");
}

TEST_F(VoteRulesTest, WhatOnlyTheReserveWouldResignAMirrorsMovePlaysOn) {
  answer(0, "resign");
  vote(1, "7g7e");
  answer(2, "resign");
  search.testimonies[2].role = Role::kReserve;
  EXPECT_EQ(judge_move("resign"), "");
  answer(3, "7g7f");
  search.testimonies[3].seat = 0;
  search.testimonies[3].mirror = true;
  EXPECT_EQ(judge_move("resign"), "") << "it may have been doubted";
  search.testimonies[3].pvs = {"7g7f"};
  EXPECT_NE(judge_move("resign"), "");
  EXPECT_EQ(judge_move("7g7f"), "");
}

TEST_F(VoteRulesTest, WhoComesBackAfterItsMirrorHasSpokenHasNoVote) {
  answer(0, "7g7f");
  answer(3, "resign");
  search.testimonies[3].seat = 0;
  search.testimonies[3].mirror = true;
  EXPECT_NE(judge_move("2g2f"), "");
  search.table = {"[X] bestmove resign [resigns] [value none] [E1 (mirror)]"};
  search.released = true;  // the mirror was asked second
  EXPECT_EQ(judge_move("2g2f"), "");
}

TEST_F(VoteRulesTest, ALastLineGoesBehindAMirrorsAnswerWhereItMayChangeTheMajority) {
  settings.engines.resize(5);
  answer(0, "7g7f");
  answer(1, "7g7f");
  answer(2, "2g2f");
  vote(3, "7g7f");
  search.testimonies[3].voted = true;
  answer(5, "2g2f");
  search.testimonies[5].seat = 3;
  search.testimonies[5].mirror = true;
  search.testimonies[5].pvs = {"2g2f"};
  search.table = {"[O] bestmove 7g7f [P 7g7f] [value none] [E1]",
                  "[O] bestmove 7g7f [P 7g7f] [value none] [E2]",
                  "[X] bestmove 2g2f [P 2g2f] [value none] [E3]",
                  "[O] bestmove 7g7f [P 7g7f] [value none] [from its last line] [E4]",
                  "[X] [void: no answer] [E5]"};
  const auto judge = [&] {
    return VoteRules(settings, false).judge_best_move(search, "bestmove 7g7f", {});
  };
  EXPECT_EQ(judge(), "") << "whose E5 is lost, decides without E4";
  search.table[4] = "[O] bestmove 7g7f [P 7g7f] [value none] [from its last line] [E5]";
  vote(4, "7g7f");
  EXPECT_EQ(judge(), "") << "E5 is lost, and its last line is its vote";
  search.table[4] = "[X] [void: no answer] [E5]";
  search.table[1] = "[X] [void: no answer] [E2]";
  EXPECT_NE(judge(), "");
}

TEST_F(VoteRulesTest, WhoHasMoreTimeHasItsFirstAnswerToFallBackOnThoughItsMirrorComesLater) {
  vote(0, "7g7f");
  answer(1, "2g2f");
  answer(3, "2g2f");
  search.testimonies[3].seat = 0;
  search.testimonies[3].mirror = true;
  search.testimonies[3].pvs = {"2g2f"};
  search.table = {"[O] bestmove 7g7f [P 7g7f] [value none] [from its last line] [E1]",
                  "[X] bestmove 2g2f [P 2g2f] [value none] [E2]"};
  const auto judge = [&] {
    return VoteRules(settings, false).judge_best_move(search, "bestmove 7g7f", {});
  };
  EXPECT_NE(judge(), "");
  search.testimonies[3].wordless = true;
  EXPECT_EQ(judge(), "") << "it may have been the answer to the search before";
  search.testimonies[3].wordless = false;
  Testimony& engine = search.testimonies[0];
  engine.asked_last = engine.asked_at + Milliseconds(100);
  search.testimonies[3].asked_last = engine.asked_last + Milliseconds(100);
  EXPECT_NE(judge(), "") << "it was lost before it had answered";
  engine.voted = true;
  EXPECT_EQ(judge(), "");
}

TEST_F(VoteRulesTest, AFreezeThatMatesIsPlayedWhereNobodyWhoResignsCanSeeIt) {
  settings.engines.resize(1);
  settings.freeze = settings::Freeze::kEmulate;
  const auto start = notation::parse_sfen("8k/7pp/9/7NN/9/9/PP7/1K7/9 b GSrb2gs2n4l14p 1");
  ASSERT_TRUE(start);
  const auto frozen = shogi::FreezePosition::from(*start, {{}, {1, 1}});
  ASSERT_TRUE(frozen);
  search.position = PositionBook().enter(shogi::Game(*frozen));
  answer(0, "resign");
  answer(1, "S*2i");
  search.testimonies[1].role = Role::kReserve;
  search.testimonies[1].freezes = usi::FreezeAbility::kOk;
  EXPECT_EQ(judge_move("1d2b+zK"), "");
  EXPECT_NE(judge_move("1d2b+"), "");    // it is no mate without its freeze
  EXPECT_NE(judge_move("1d2b+zP"), "");  // nor with any
  settings.freeze = settings::Freeze::kPass;
  EXPECT_NE(judge_move("1d2b+zK"), "");
  settings.freeze = settings::Freeze::kEmulate;
  search.testimonies[0].freezes = usi::FreezeAbility::kCanFreeze;  // it has seen that mate
  EXPECT_NE(judge_move("1d2b+zK"), "");
  search.testimonies[0].freezes = usi::FreezeAbility::kNone;
  settings.engines.resize(2);
  answer(2, "G*5e");  // no majority resigns
  EXPECT_NE(judge_move("1d2b+zK"), "");
}

}  // namespace
}  // namespace gougi::simulation
