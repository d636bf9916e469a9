// SPDX-License-Identifier: MIT
// 各々の最善手を交換して評価値の合計で判定: what is asked, and what the replies come to.
#include <gtest/gtest.h>

#include "consensus/councils.hpp"

namespace gougi::consensus {
namespace {

using shogi::BareMove;

Reply pending(int voter, BareMove move) { return {.question = {voter, move}, .awaited = true}; }
Reply mated(int voter, BareMove move) { return {.question = {voter, move}, .mated = true}; }

int exchange(std::vector<Voter> voters, std::vector<Reply> replies, bool may_ask = true) {
  Council council{std::move(voters), {}, std::move(replies)};
  council.facts.may_ask = may_ask;
  return winner("exchange", council);
}

std::vector<Question> questions(const Council& council) {
  const Verdict verdict = decide("exchange", council);
  const auto* ask = std::get_if<Ask>(&verdict);
  return ask == nullptr ? std::vector<Question>{} : ask->questions;
}

TEST(Exchange, TheSameMoveIsPlayedWithoutASecondPhase) {
  EXPECT_EQ(exchange({at(1, kA, 10), at(2, kA, 900)}, {}), 1);
  EXPECT_EQ(reason("exchange", {{at(1, kA, 10), at(2, kA, 900)}}), "all 2 agree");
  EXPECT_EQ(reason_ja("exchange", {{at(1, kA, 10), at(2, kA, 900)}}), "2者一致");
}

TEST(Exchange, EachIsAskedOfEveryCandidateThatIsNotItsOwn) {
  EXPECT_EQ(questions({{at(1, kA, 10), at(2, kB, 20)}}), (std::vector<Question>{{1, kB}, {2, kA}}));
  EXPECT_EQ(questions({{at(1, kA, 10), at(2, kB, 20), at(3, kA, 0)}}),
            (std::vector<Question>{{1, kB}, {2, kA}, {3, kB}}));
  EXPECT_EQ(questions({{at(1, kA, 10), at(2, kB, 20), at(3, kC, 0)}}).size(), 6U);
}

TEST(Exchange, BothPhasesHaveTheSameShareOfTheTime) {
  EXPECT_DOUBLE_EQ(find_strategy("exchange")->first_share, 0.45);
  const Verdict verdict = decide("exchange", {{at(1, kA, 10), at(2, kB, 20)}});
  EXPECT_DOUBLE_EQ(std::get<Ask>(verdict).share, 0.45);
}

TEST(Exchange, AsksNothingAgain) {
  Council council{{at(1, kA, 10), at(2, kB, 20)}, {}, {pending(1, kB)}};
  EXPECT_EQ(questions(council), (std::vector<Question>{{2, kA}}));
  council.replies.push_back(pending(2, kA));
  EXPECT_EQ(winner("exchange", council), 0);
  council.replies[0] = reply(1, kB, 0);
  EXPECT_EQ(winner("exchange", council), 0);
  council.replies[1] = reply(2, kA, 0);
  EXPECT_GT(winner("exchange", council), 0);
}

TEST(Exchange, OfTwoTheHigherSumWins) {
  // The opponent's view after the move: engine 2 finds A good for us (+80), engine 1 finds B bad.
  EXPECT_EQ(exchange({at(1, kA, 50), at(2, kB, 100)}, {reply(2, kA, -80), reply(1, kB, 60)}), 1);
  EXPECT_EQ(exchange({at(1, kA, 50), at(2, kB, 100)}, {reply(2, kA, 80), reply(1, kB, -60)}), 2);
}

TEST(Exchange, TheSumIsThatOfTheScoresAlsoFarFromEven) {
  EXPECT_EQ(exchange({at(1, kA, 1000), at(2, kB, 420)}, {reply(2, kA, 100), reply(1, kB, -420)}),
            1);
  EXPECT_EQ(exchange({at(1, kA, 627), at(2, kB, 1039)}, {reply(2, kA, -555), reply(1, kB, -1139)}),
            2);
}

TEST(Exchange, ATieGoesToEngineOne) {
  EXPECT_EQ(exchange({at(1, kA, 50), at(2, kB, 100)}, {reply(2, kA, -100), reply(1, kB, -50)}), 1);
  EXPECT_EQ(exchange({at(1, kA, 123), at(2, kB, -77), at(3, kC, 311)},
                     {reply(2, kA, 77), reply(3, kA, -311), reply(1, kB, -123), reply(3, kB, -311),
                      reply(1, kC, -123), reply(2, kC, 77)}),
            1);
}

TEST(Exchange, OfThreeTheBestMeanWins) {
  EXPECT_EQ(exchange({at(1, kA, 300), at(2, kB, 50), at(3, kC, 100)},
                     {reply(2, kA, 100), reply(3, kA, 100), reply(1, kB, -60), reply(3, kB, -70),
                      reply(1, kC, 100), reply(2, kC, 0)}),
            2);
  // Two propose A, one B: each candidate still has three judges.
  EXPECT_EQ(exchange({at(1, kA, 10), at(2, kB, 90), at(3, kA, 20)},
                     {reply(2, kA, 0), reply(1, kB, -90), reply(3, kB, -10)}),
            2);
}

TEST(Exchange, ComparesOnOneScaleAndByWeight) {
  auto coarse = at(2, kB, 1000);  // 63 %
  coarse.eval_coef = 1800;
  EXPECT_EQ(exchange({at(1, kA, 450), coarse}, {reply(2, kA, -900), reply(1, kB, -350)}), 1);
  EXPECT_EQ(
      exchange({at(1, kA, 50), weighing(3.0, at(2, kB, 50))}, {reply(2, kA, 0), reply(1, kB, 10)}),
      2);
}

TEST(Exchange, AMateByTheRulesWinsPrintedOrNot) {
  EXPECT_EQ(exchange({at(1, kA, 900), at(2, kB, 100)}, {mated(1, kB), pending(2, kA)}), 2);
  EXPECT_EQ(exchange({at(1, kA, 900), voter(2, kB)}, {mated(1, kB), reply(2, kA, -900)}), 2);
  EXPECT_EQ(reason("exchange", {{at(1, kA, 900), at(2, kB, 100)}, {}, {mated(1, kB)}}),
            "the opponent is mated after it");
}

TEST(Exchange, APrintedMateBeatsEveryScoreTheShorterTheBetter) {
  EXPECT_EQ(exchange({at(1, kA, 3000), at(2, kB, 0)},
                     {reply(2, kA, -3000), reply(1, kB, Score::mated_in(8))}),
            2);
  EXPECT_EQ(exchange({voter(1, kA, Score::mate_in(9)), at(2, kB, 0)},
                     {reply(2, kA, -100), reply(1, kB, Score::mated_in(6))}),
            2);
  // Mate in 9 against "mated in 8 after the move": the same length.
  EXPECT_EQ(exchange({voter(1, kA, Score::mate_in(9)), at(2, kB, 0)},
                     {reply(2, kA, -100), reply(1, kB, Score::mated_in(8))}),
            1);
}

TEST(Exchange, AMateAgainstTheCandidateLosesToEveryScore) {
  EXPECT_EQ(exchange({at(1, kA, 500), at(2, kB, -2000)},
                     {reply(2, kA, Score::mate_in(5)), reply(1, kB, 2000)}),
            2);
  EXPECT_EQ(exchange({at(1, kA, 500), at(2, kB, 500)},
                     {reply(2, kA, Score::mate_in(5)), reply(1, kB, Score::mate_in(11))}),
            2);
}

TEST(Exchange, AMissingScoreNeitherWinsNorLoses) {
  // Engine 1 printed nothing after B: B is judged by engine 2 alone.
  EXPECT_EQ(
      exchange({at(1, kA, 50), at(2, kB, 100)}, {reply(2, kA, 0), reply(1, kB, std::nullopt)}), 2);
  EXPECT_EQ(
      exchange({at(1, kA, 150), at(2, kB, 100)}, {reply(2, kA, -150), reply(1, kB, std::nullopt)}),
      1);
  // Engine 1 had no score of its own: A is judged by engine 2 alone.
  EXPECT_EQ(exchange({voter(1, kA), at(2, kB, 100)}, {reply(2, kA, -150), reply(1, kB, -100)}), 1);
  // Nobody has a score of A.
  EXPECT_EQ(
      exchange({voter(1, kA), at(2, kB, -900)}, {reply(2, kA, std::nullopt), reply(1, kB, 900)}),
      2);
}

TEST(Exchange, WithoutRepliesTheHighestScoreOfTheFirstPhaseWins) {
  EXPECT_EQ(exchange({at(1, kA, 50), at(2, kB, 100)}, {}, false), 2);
  EXPECT_EQ(exchange({at(1, kA, 50), at(2, kB, 100)}, {pending(1, kB), pending(2, kA)}, false), 2);
  EXPECT_EQ(exchange({at(1, kA, 50), at(2, kB, 100)},
                     {reply(1, kB, std::nullopt), reply(2, kA, std::nullopt)}),
            2);
  EXPECT_EQ(exchange({voter(1, kA), voter(2, kB)}, {}, false), 1);
  Council council{{at(1, kA, 0), at(2, kB, -100)}};
  council.facts.may_ask = false;
  EXPECT_EQ(reason("exchange", council), "nothing exchanged, highest value of all: 50.0%");
}

TEST(Exchange, WhenTimeIsUpTheRepliesThereAreDecide) {
  EXPECT_EQ(exchange({at(1, kA, 50), at(2, kB, 100)}, {reply(1, kB, 300), pending(2, kA)}, false),
            1);
}

TEST(Exchange, LeavesOutWhatWasProvenToWalkIntoMateInTheMeantime) {
  EXPECT_EQ(
      exchange({walking_into_mate(at(1, kA, 900)), at(2, kB, 0)}, {pending(2, kA), pending(1, kB)}),
      2);
}

TEST(Exchange, RepliesToOtherQuestionsDoNotCount) {
  EXPECT_EQ(exchange({at(1, kA, 50), at(2, kB, 100)},
                     {reply(2, kA, 0), reply(1, kB, 0), mated(1, kC), reply(3, kA, -3000)}),
            2);
}

TEST(Exchange, SaysTheMeans) {
  Council council{{at(1, kA, 0), at(2, kB, 600)}, {}, {reply(2, kA, 0), reply(1, kB, -600)}};
  EXPECT_EQ(reason("exchange", council), "best mean: 73.1% against 50.0%, 2 of 2 exchanged");
  EXPECT_EQ(reason_ja("exchange", council), "平均で最善：勝率73.1%（他は勝率50.0%）、交換2件中2件");
}

}  // namespace
}  // namespace gougi::consensus
