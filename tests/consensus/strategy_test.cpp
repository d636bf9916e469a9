// SPDX-License-Identifier: MIT
// Decision tables: a council in, one decision out.
#include "consensus/strategy.hpp"

#include <gtest/gtest.h>

#include <set>

namespace gougi::consensus {
namespace {

using shogi::Move;
using shogi::Square;
using usi::Score;

const Move kA = Move::board(Square::of(7, 7), Square::of(7, 6));
const Move kB = Move::board(Square::of(2, 7), Square::of(2, 6));
const Move kC = Move::board(Square::of(5, 7), Square::of(5, 6));

Voter voter(int number, usi::MoveChoice choice, std::optional<Score> score = std::nullopt) {
  Voter v;
  v.number = number;
  v.ballot = Ballot{};
  v.ballot->choice = choice;
  v.ballot->score = score;
  return v;
}

Voter void_voter(int number, usi::MoveChoice choice, std::optional<Score> score = std::nullopt) {
  Voter v = voter(number, choice, score);
  v.ballot->void_reason = "illegal move";
  return v;
}

Voter awaited(int number) {
  Voter v;
  v.number = number;
  v.awaited = true;
  return v;
}

Voter lost(int number) {
  Voter v;
  v.number = number;
  return v;
}

/// The number of the voter whose ballot is played, 0 for "wait", -1 for "no ballot".
int winner(std::string_view strategy, std::vector<Voter> voters) {
  const Verdict verdict = decide(*find_strategy(strategy), Council{std::move(voters)});
  if (const auto* decided = std::get_if<Decided>(&verdict)) return decided->voter;
  return std::holds_alternative<Wait>(verdict) ? 0 : -1;
}

TEST(StrategyTable, HasEachNameOnceAndFindsItByBothNames) {
  std::set<std::string> names;
  for (const Strategy& strategy : strategies()) {
    EXPECT_EQ(find_strategy(strategy.identifier), &strategy);
    EXPECT_EQ(find_strategy(strategy.japanese_name), &strategy);
    EXPECT_TRUE(names.emplace(strategy.identifier).second);
    EXPECT_TRUE(names.emplace(strategy.japanese_name).second);
  }
  EXPECT_EQ(find_strategy("majorty"), nullptr);
  EXPECT_EQ(strategy_names().size(), names.size());
}

TEST(Majority, ThreeToNothingAndTwoToOne) {
  EXPECT_EQ(winner("majority", {voter(1, kA), voter(2, kA), voter(3, kA)}), 1);
  EXPECT_EQ(winner("majority", {voter(1, kA), voter(2, kB), voter(3, kB)}), 2);
  EXPECT_EQ(winner("majority", {voter(1, kA), voter(2, kB), voter(3, kA)}), 1);
}

TEST(Majority, OneToOneToOneGivesEngineOnesMove) {
  EXPECT_EQ(winner("majority", {voter(1, kC), voter(2, kB), voter(3, kA)}), 1);
}

TEST(Majority, ATieGoesToTheCandidateOfTheSmallerNumber) {
  EXPECT_EQ(winner("majority", {voter(1, kB), voter(2, kA), voter(3, kA), voter(4, kB)}), 1);
  EXPECT_EQ(
      winner("majority", {voter(1, kC), voter(2, kA), voter(3, kB), voter(4, kB), voter(5, kA)}),
      2);
}

TEST(Majority, CountsWeights) {
  auto heavy = voter(3, kC);
  heavy.weight = 2.5;
  EXPECT_EQ(winner("majority", {voter(1, kA), voter(2, kA), heavy}), 3);
}

TEST(Majority, NeedsNoScores) {
  EXPECT_EQ(winner("majority", {voter(1, kA, Score::mate_in(1)), voter(2, kB), voter(3, kB)}), 2);
}

TEST(Majority, PromotionIsAnotherMove) {
  const Move plain = Move::board(Square::of(8, 8), Square::of(2, 2));
  const Move promoting = Move::board(Square::of(8, 8), Square::of(2, 2), true);
  EXPECT_EQ(winner("majority", {voter(1, plain), voter(2, promoting), voter(3, promoting)}), 2);
}

TEST(Optimistic, TakesTheHighestScoreAndTheSmallerNumberOnTies) {
  EXPECT_EQ(winner("optimistic", {voter(1, kA, Score::cp(10)), voter(2, kB, Score::cp(30)),
                                  voter(3, kC, Score::cp(20))}),
            2);
  EXPECT_EQ(winner("optimistic", {voter(1, kA, Score::cp(10)), voter(2, kB, Score::cp(30)),
                                  voter(3, kC, Score::cp(30))}),
            2);
}

TEST(Optimistic, MatesStandBeyondEveryCentipawnScoreShorterOnesFirst) {
  EXPECT_EQ(winner("optimistic", {voter(1, kA, Score::cp(32000)), voter(2, kB, Score::mate_in(9)),
                                  voter(3, kC, Score::mate_in(3))}),
            3);
  EXPECT_EQ(
      winner("optimistic", {voter(1, kA, Score::mated_in(4)), voter(2, kB, Score::mated_in(10))}),
      2);
  EXPECT_EQ(
      winner("optimistic", {voter(1, kA, Score::mated_in(10)), voter(2, kB, Score::cp(-32000))}),
      2);
  EXPECT_EQ(winner("optimistic", {voter(1, kA, Score{usi::Mate{true, std::nullopt}}),
                                  voter(2, kB, Score::mate_in(25))}),
            2);
}

TEST(Optimistic, AMissingScoreNeitherWinsNorLosesUnlessAllAreMissing) {
  EXPECT_EQ(winner("optimistic", {voter(1, kA), voter(2, kB, Score::cp(-500))}), 2);
  EXPECT_EQ(winner("optimistic", {voter(1, kA), voter(2, kB)}), 1);
}

TEST(Optimistic, ComparesEnginesOnOneScale) {
  auto fine = voter(2, kB, Score::cp(500));  // 500 at 1800 is less than 300 at 600
  fine.eval_coef = 1800;
  EXPECT_EQ(winner("optimistic", {voter(1, kA, Score::cp(300)), fine}), 1);
}

TEST(Pessimistic, TakesTheLowestScoreAndTheSmallerNumberOnTies) {
  EXPECT_EQ(winner("pessimistic", {voter(1, kA, Score::cp(10)), voter(2, kB, Score::cp(-30)),
                                   voter(3, kC, Score::cp(20))}),
            2);
  EXPECT_EQ(winner("pessimistic", {voter(1, kA, Score::cp(10)), voter(2, kB, Score::cp(-30)),
                                   voter(3, kC, Score::cp(-30))}),
            2);
}

TEST(Pessimistic, MatesBothWays) {
  EXPECT_EQ(
      winner("pessimistic", {voter(1, kA, Score::cp(-32000)), voter(2, kB, Score::mated_in(9)),
                             voter(3, kC, Score::mated_in(3))}),
      3);
  EXPECT_EQ(
      winner("pessimistic", {voter(1, kA, Score::mate_in(4)), voter(2, kB, Score::cp(32000))}), 2);
  EXPECT_EQ(winner("pessimistic", {voter(1, kA), voter(2, kB, Score::cp(900))}), 2);
}

TEST(Mate, WithoutAMateTheEnginesMoveIsPlayed) {
  EXPECT_EQ(winner("mate", {voter(1, kA)}), 1);
  EXPECT_NE(find_strategy("mate")->seats, nullptr);
}

class EveryStrategy : public testing::TestWithParam<std::string_view> {};

TEST_P(EveryStrategy, AVoidBallotDoesNotCount) {
  EXPECT_EQ(winner(GetParam(), {void_voter(1, kA, Score::cp(999)), voter(2, kB, Score::cp(1))}), 2);
  EXPECT_EQ(winner(GetParam(), {void_voter(1, kA, Score::cp(-999)), void_voter(2, kA),
                                voter(3, kB, Score::cp(1))}),
            3);
}

TEST_P(EveryStrategy, WaitsForWhoIsStillThinking) {
  EXPECT_EQ(winner(GetParam(), {voter(1, kA, Score::cp(1)), awaited(2)}), 0);
}

TEST_P(EveryStrategy, OneVoterLeftDecidesAlone) {
  EXPECT_EQ(winner(GetParam(), {lost(1), lost(2), voter(3, kC)}), 3);
}

TEST_P(EveryStrategy, SaysSoWhenNoBallotCounts) {
  EXPECT_EQ(winner(GetParam(), {lost(1), void_voter(2, kA)}), -1);
  EXPECT_EQ(winner(GetParam(), {}), -1);
}

TEST_P(EveryStrategy, AVerifiedDeclarationWinsAtOnce) {
  EXPECT_EQ(winner(GetParam(),
                   {voter(1, kA, Score::mate_in(1)), awaited(2), voter(3, usi::DeclareWin{})}),
            3);
  EXPECT_EQ(winner(GetParam(), {voter(1, kA), void_voter(3, usi::DeclareWin{})}), 1);
}

TEST_P(EveryStrategy, ResignsOnlyByAMajority) {
  const usi::Resign resign;
  EXPECT_EQ(winner(GetParam(), {voter(1, resign), voter(2, resign), voter(3, kA, Score::cp(-900))}),
            1);
  EXPECT_EQ(winner(GetParam(), {voter(1, resign), voter(2, kA, Score::cp(-900))}), 2);
  EXPECT_EQ(winner(GetParam(), {lost(1), voter(2, resign)}), 2);
}

INSTANTIATE_TEST_SUITE_P(Table, EveryStrategy,
                         testing::Values("majority", "optimistic", "pessimistic", "mate"),
                         [](const auto& value) { return std::string(value.param); });

}  // namespace
}  // namespace gougi::consensus
