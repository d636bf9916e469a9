// SPDX-License-Identifier: MIT
// 拒否権付き多数決合議: who is asked about what, and when the next candidate is taken.
#include <gtest/gtest.h>

#include <cmath>

#include "consensus/councils.hpp"

namespace gougi::consensus {
namespace {

using shogi::BareMove;

int veto(std::vector<Voter> voters, std::vector<Reply> replies, bool may_ask = true) {
  Council council{std::move(voters), {}, std::move(replies)};
  council.facts.may_ask = may_ask;
  return winner("veto", council);
}

std::vector<Question> questions(std::vector<Voter> voters, std::vector<Reply> replies = {}) {
  const Verdict verdict = decide("veto", {std::move(voters), {}, std::move(replies)});
  const auto* ask = std::get_if<Ask>(&verdict);
  return ask == nullptr ? std::vector<Question>{} : ask->questions;
}

TEST(Veto, AsksAnEngineThatDidNotProposeTheMajoritysMove) {
  EXPECT_EQ(questions({at(1, kA, 0), at(2, kB, 0), at(3, kB, 0)}),
            (std::vector<Question>{{1, kB}}));
  EXPECT_EQ(questions({at(1, kA, 0), at(2, kA, 0), at(3, kB, 0)}),
            (std::vector<Question>{{3, kA}}));
  // Engine 1 has no score to judge by.
  EXPECT_EQ(questions({voter(1, kA), at(2, kB, 0), at(3, kB, 0), at(4, kC, 0)}),
            (std::vector<Question>{{4, kB}}));
}

TEST(Veto, AsksNothingWhenAllAgreeOrNobodyCanJudge) {
  EXPECT_EQ(veto({at(1, kA, 0), at(2, kA, 900)}, {}), 1);
  EXPECT_EQ(veto({voter(1, kA), at(2, kB, 0), at(3, kB, 0)}, {}), 2);
}

TEST(Veto, TheNextCandidateIsTakenWhenTheJudgeLosesMoreThanTheDrop) {
  // The judge's own best is 73.1 %; 60.0 % for us is a drop of 0.131, 65.0 % one of 0.081.
  const std::vector voters{at(1, kA, 600), at(2, kB, 0), at(3, kB, 0)};
  EXPECT_EQ(veto(voters, {reply(1, kB, -243)}), 1);
  EXPECT_EQ(veto(voters, {reply(1, kB, -371)}), 2);
  EXPECT_EQ(veto(voters, {reply(1, kB, -2000)}), 2);
}

TEST(Veto, ADropOfJustTheLimitIsNoVeto) {
  Council council{{at(1, kA, 600), at(2, kB, 0), at(3, kB, 0)}, {}, {reply(1, kB, 0)}};
  council.facts.numbers.veto_drop = 1.0 / (1.0 + std::exp(-1.0)) - 0.5;
  EXPECT_EQ(winner("veto", council), 2);
  council.facts.numbers.veto_drop -= 1e-6;
  EXPECT_EQ(winner("veto", council), 1);
}

TEST(Veto, JudgesOnTheJudgesScale) {
  auto judge = at(1, kA, 600);
  judge.eval_coef = 6000;  // 600 is 52.5 %
  EXPECT_EQ(veto({judge, at(2, kB, 0), at(3, kB, 0)}, {reply(1, kB, 600)}), 2);
}

TEST(Veto, EveryCandidateButTheLastIsSearchedInItsTurn) {
  const std::vector voters{at(1, kA, 0), at(2, kB, 0), at(3, kC, 0)};
  const auto bad = [](int judge, BareMove move) { return reply(judge, move, 1000); };
  EXPECT_EQ(questions(voters), (std::vector<Question>{{2, kA}}));
  EXPECT_EQ(questions(voters, {bad(2, kA)}), (std::vector<Question>{{1, kB}}));
  EXPECT_EQ(veto(voters, {bad(2, kA), bad(1, kB)}), 3);
  EXPECT_EQ(veto(voters, {bad(2, kA), reply(1, kB, 0)}), 2);
}

TEST(Veto, TheCandidatesComeByVotesThenByNumber) {
  const std::vector voters{at(1, kC, 0), at(2, kB, 0), at(3, kA, 0),
                           at(4, kA, 0), at(5, kB, 0), at(6, kA, 0)};
  EXPECT_EQ(questions(voters), (std::vector<Question>{{1, kA}}));
  EXPECT_EQ(questions(voters, {reply(1, kA, 1000)}), (std::vector<Question>{{1, kB}}));
  EXPECT_EQ(veto(voters, {reply(1, kA, 1000), reply(1, kB, 1000)}), 1);
}

TEST(Veto, AfterTwoVetoesTheNextIsTakenUnsearched) {
  const std::vector voters{at(1, kA, 0), at(2, kB, 0), at(3, kC, 0), at(4, kD, 0)};
  EXPECT_EQ(veto(voters, {reply(2, kA, 1000), reply(1, kB, 1000)}), 3);
  const Verdict verdict = decide("veto", {voters});
  EXPECT_LT(find_strategy("veto")->first_share + 2 * std::get<Ask>(verdict).share, 1.0);
}

TEST(Veto, MatesBothWays) {
  const std::vector voters{at(1, kA, -1500), at(2, kB, 0), at(3, kB, 0)};
  // 7.6 % against being mated: less than the drop, and a veto all the same.
  EXPECT_EQ(veto(voters, {reply(1, kB, Score::mate_in(5))}), 1);
  EXPECT_EQ(veto(voters, {reply(1, kB, Score::mated_in(4))}), 2);
  const auto mate = voter(1, kA, Score::mate_in(5));
  EXPECT_EQ(veto({mate, at(2, kB, 0), at(3, kB, 0)}, {reply(1, kB, -30000)}), 1);
  EXPECT_EQ(veto({mate, at(2, kB, 0), at(3, kB, 0)}, {reply(1, kB, Score::mated_in(8))}), 2);
  const auto dying = voter(1, kA, Score::mated_in(6));
  EXPECT_EQ(veto({dying, at(2, kB, 0), at(3, kB, 0)}, {reply(1, kB, Score::mate_in(3))}), 2);
  EXPECT_EQ(veto(voters, {{.question = {1, kB}, .mated = true}}), 2);
}

TEST(Veto, WithoutAnAnswerThereIsNone) {
  const std::vector voters{at(1, kA, 600), at(2, kB, 0), at(3, kB, 0)};
  const Reply pending{.question = {1, kB}, .awaited = true};
  EXPECT_EQ(veto(voters, {reply(1, kB, std::nullopt)}), 2);
  EXPECT_EQ(veto(voters, {pending}), 0);
  EXPECT_EQ(veto(voters, {pending}, false), 2);
  EXPECT_EQ(veto(voters, {}, false), 2);
  // A veto heard before the time was up stands.
  EXPECT_EQ(veto(voters, {reply(1, kB, 1000)}, false), 1);
}

TEST(Veto, SaysWhatTheJudgeSaw) {
  Council council{{at(1, kA, 600), at(2, kB, 0), at(3, kB, 0)}, {}, {reply(1, kB, 0)}};
  EXPECT_EQ(reason("veto", council),
            "veto against engine 2's move: engine 1 sees 50.0%, its own best 73.1%; 1 vote, not "
            "searched again");
  EXPECT_EQ(reason_ja("veto", council),
            "エンジン2の手を拒否：エンジン1では勝率50.0%、最善は勝率73.1%；1票、再検討なし");
}

}  // namespace
}  // namespace gougi::consensus
