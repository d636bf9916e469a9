// SPDX-License-Identifier: MIT
// 検証合議: who is asked what of the anchor's move, and what it takes to change it.
#include <gtest/gtest.h>

#include "consensus/councils.hpp"

namespace gougi::consensus {
namespace {

using shogi::BareMove;

/// Engine 1 votes for kA, with kB as its second line; engines 2 and 3 have no vote.
Council anchored(std::vector<Reply> replies = {}, bool may_ask = true) {
  Council council{{at(1, kA, 100)}, {}, std::move(replies)};
  council.voters[0].ballot->lines = {{kA, Score::cp(100)}, {kB, Score::cp(60)}};
  council.facts.members = {{.number = 1}, {.number = 2}, {.number = 3}};
  council.facts.may_ask = may_ask;
  return council;
}

Ask asked(const Council& council) {
  const Verdict verdict = decide("verify", council);
  const auto* ask = std::get_if<Ask>(&verdict);
  return ask == nullptr ? Ask{} : *ask;
}

/// What is played; nothing: no decision.
std::optional<usi::Move> played(const Council& council) {
  const Verdict verdict = decide("verify", council);
  const auto* decided = std::get_if<Decided>(&verdict);
  if (decided == nullptr) return std::nullopt;
  return decided->move ? *decided->move : kA;
}

std::vector<Reply> replies(std::initializer_list<std::vector<Reply>> lists) {
  std::vector<Reply> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

/// An engine's scores of both positions, of the opponent.
std::vector<Reply> sees(int engine, int move, int alternative) {
  return {reply(engine, kA, move), reply(engine, kB, alternative)};
}

TEST(Verify, TheAnchorVotesAlone) {
  const Strategy& verify = *find_strategy("verify");
  EXPECT_EQ(verify.seats({}, std::vector{1, 2, 3}), std::vector{1});
  EXPECT_EQ(verify.seats({}, std::vector{2, 3}), std::vector{2});
}

TEST(Verify, TheOthersAreAskedOfItsMoveAndItsSecondLine) {
  const Ask ask = asked(anchored());
  EXPECT_EQ(ask.questions, (std::vector<Question>{{2, kA}, {2, kB}, {3, kA}, {3, kB}}));
  EXPECT_FALSE(ask.last);
}

TEST(Verify, WithoutASecondLineOrAnybodyElseNothingIsAsked) {
  Council council = anchored();
  council.voters[0].ballot->lines.pop_back();
  EXPECT_EQ(played(council), kA);
  EXPECT_EQ(reason("verify", council), "it has no alternative");
  Council alone = anchored();
  alone.facts.members.resize(1);
  EXPECT_EQ(reason("verify", alone), "there is nobody to verify it");
}

TEST(Verify, AMoveThatRunsIntoAMateGivesWayToTheSecondLine) {
  Council council = anchored();
  council.voters[0].walks_into_mate = true;
  EXPECT_EQ(played(council), kB);
  council.facts.members = {{.number = 1}};
  EXPECT_EQ(played(council), kB);
  council.voters[0].ballot->lines[1].walks_into_mate = true;
  EXPECT_EQ(played(council), kA);
}

TEST(Verify, AMoveThatRunsIntoAMateIsNoAlternative) {
  Council council = anchored();
  council.voters[0].ballot->lines[1].walks_into_mate = true;
  EXPECT_EQ(played(council), kA);
}

TEST(Verify, WhatNobodyRefutesIsPlayed) {
  // 50 % against 54.2 %: within the margin of 5.
  const Council council = anchored(replies({sees(2, 0, -100), sees(3, -50, 0)}));
  EXPECT_EQ(played(council), kA);
  EXPECT_EQ(reason("verify", council),
            "not refuted by 2, nearest engine 2: 50.0% for it, 54.2% for the other move");
}

TEST(Verify, ARefutationIsForTheAnchorToConfirm) {
  const auto others = replies({sees(2, 100, -100), sees(3, 0, 0)});  // 45.8 % against 54.2 %
  const Ask ask = asked(anchored(others));
  EXPECT_EQ(ask.questions, (std::vector<Question>{{1, kA}, {1, kB}}));
  EXPECT_TRUE(ask.last);
  const Council confirmed = anchored(replies({others, sees(1, 20, -10)}));
  EXPECT_EQ(played(confirmed), kB);
  EXPECT_EQ(winner("verify", confirmed), 1);
  EXPECT_EQ(reason("verify", confirmed),
            "engine 2 refutes it (45.8% for it, 54.2% for the other move), engine 1 confirms it "
            "(49.2% for it, 50.4% for the other move): its second line");
  EXPECT_EQ(reason_ja("verify", confirmed),
            "エンジン2が反証（勝率45.8%、次善手は勝率54.2%）、エンジン1も支持（勝率49.2%、"
            "次善手は勝率50.4%）：次善手を採用");
  const Council refused = anchored(replies({others, sees(1, -100, -100)}));
  EXPECT_EQ(played(refused), kA);
  EXPECT_EQ(reason("verify", refused),
            "engine 2 refutes it (45.8% for it, 54.2% for the other move), engine 1 does not "
            "confirm it (54.2% for it, 54.2% for the other move)");
}

TEST(Verify, TheMarginIsTheRulesAndOnTheScaleOfWhoSees) {
  Council council = anchored(replies({sees(2, 0, -100), sees(3, 0, 0)}));
  council.facts.numbers.verify_margin = 0.04;
  EXPECT_FALSE(asked(council).questions.empty());
  council.facts.members[1].scales = PhaseScales::all(Scale{6000});
  EXPECT_TRUE(asked(council).questions.empty());
}

TEST(Verify, MatesAreBeyondEveryMargin) {
  const std::vector<Reply> mated{reply(2, kA, Score::mate_in(5)), reply(2, kB, 900)};
  EXPECT_FALSE(asked(anchored(replies({mated, sees(3, 0, 0)}))).questions.empty());
  const std::vector<Reply> both{reply(2, kA, Score::mate_in(5)), reply(2, kB, Score::mate_in(9))};
  EXPECT_TRUE(asked(anchored(replies({both, sees(3, 0, 0)}))).questions.empty());
  // The anchor finds the longer one better.
  const std::vector<Reply> own{reply(1, kA, Score::mate_in(5)), reply(1, kB, Score::mate_in(9))};
  EXPECT_EQ(played(anchored(replies({mated, sees(3, 0, 0), own}))), kB);
}

TEST(Verify, ASecondLineThatMatesByTheRulesIsPlayed) {
  const Council council = anchored({{.question = {2, kB}, .mated = true}});
  EXPECT_EQ(played(council), kB);
}

TEST(Verify, WhoHasNotBothScoresSaysNothing) {
  const std::vector<Reply> half{reply(2, kA, 900), reply(2, kB, std::nullopt)};
  EXPECT_EQ(played(anchored(replies({half, sees(3, 0, 0)}))), kA);
  const std::vector<Reply> none{reply(3, kA, std::nullopt), reply(3, kB, std::nullopt)};
  EXPECT_EQ(reason("verify", anchored(replies({half, none}))), "nobody has verified it");
}

TEST(Verify, WhatIsNotHeardInTimeChangesNothing) {
  EXPECT_EQ(played(anchored({}, false)), kA);
  const auto refuted = replies({sees(2, 500, -500), sees(3, 0, 0)});
  EXPECT_EQ(played(anchored(refuted, false)), kA);
  EXPECT_EQ(reason("verify", anchored(refuted, false)),
            "engine 2 refutes it (30.3% for it, 69.7% for the other move), engine 1 has not "
            "confirmed it");
  Council waiting = anchored(replies({sees(2, 0, 0), sees(3, 0, 0)}));
  waiting.replies.back().awaited = true;
  EXPECT_EQ(winner("verify", waiting), 0);
}

TEST(Verify, AllItsSharesFitIntoTheTime) {
  const double others = asked(anchored()).share;
  const double own = asked(anchored(replies({sees(2, 500, -500), sees(3, 0, 0)}))).share;
  EXPECT_LT(find_strategy("verify")->first_share + others + own, 1.0);
}

}  // namespace
}  // namespace gougi::consensus
