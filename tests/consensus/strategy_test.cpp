// SPDX-License-Identifier: MIT
// Decision tables: a council in, one decision out.
#include "consensus/strategy.hpp"

#include <gtest/gtest.h>

#include <set>

#include "consensus/councils.hpp"

namespace gougi::consensus {
namespace {

using shogi::BareMove;
using shogi::Square;

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
  const BareMove plain = BareMove::board(Square::of(8, 8), Square::of(2, 2));
  const BareMove promoting = BareMove::board(Square::of(8, 8), Square::of(2, 2), true);
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
  fine.scale.eval_coef = 1800;
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

TEST(Mate, AllThreeSeatEngineOneAloneOrWhoIsThere) {
  for (const auto* name : {"mate", "mate-sfen", "mate-pv"}) {
    const Strategy& strategy = *find_strategy(name);
    EXPECT_TRUE(strategy.needs_mate_engine);
    EXPECT_EQ(strategy.seats({}, std::vector{1, 2, 3}), std::vector{1});
    EXPECT_EQ(strategy.seats({}, std::vector{2, 3}), std::vector{2});
    EXPECT_EQ(strategy.solves_pv, name == std::string_view("mate-pv"));
  }
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
  EXPECT_EQ(winner(GetParam(), std::vector<Voter>{}), -1);
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
}

TEST_P(EveryStrategy, VotersThatAreLostOrVoidAreVotersThatDoNotResign) {
  const usi::Resign resign;
  EXPECT_EQ(winner(GetParam(), {voter(1, resign), void_voter(2, kA), lost(3)}), -1);
  EXPECT_EQ(winner(GetParam(), {lost(1), voter(2, resign)}), -1);
  EXPECT_EQ(winner(GetParam(), {voter(1, resign), voter(2, resign), lost(3)}), 1);
  Voter absent = lost(1);
  absent.absent = true;
  EXPECT_EQ(winner(GetParam(), {absent, voter(2, resign)}), 2);
}

TEST_P(EveryStrategy, AMateOnTheBoardIsPlayedAtOnceWhoeverSeesIt) {
  Voter mating = voter(3, kC);
  mating.mates = true;
  EXPECT_EQ(winner(GetParam(), {at(1, kA, 900), at(2, kA, 900), mating}), 3);
  EXPECT_EQ(winner(GetParam(), {awaited(1), awaited(2), mating}), 3);
  mating.ballot->void_reason = "not among the searchmoves";
  EXPECT_NE(winner(GetParam(), {at(1, kA, 900), at(2, kA, 900), mating}), 3);
}

TEST_P(EveryStrategy, TwoVotersWhereThreeWereExpectedDecide) {
  EXPECT_GT(winner(GetParam(), {lost(1), at(2, kA, 10), at(3, kA, 10)}), 1);
}

TEST_P(EveryStrategy, AMoveThatWalksIntoMateIsPlayedOnlyIfNoOtherRemains) {
  EXPECT_EQ(winner(GetParam(), {walking_into_mate(at(1, kA, 50)), at(2, kB, -900)}), 2);
  EXPECT_EQ(winner(GetParam(), {walking_into_mate(at(1, kA, -50)), at(2, kB, 900)}), 2);
  EXPECT_EQ(winner(GetParam(), {walking_into_mate(at(1, kA, 50)), void_voter(2, kB)}), 1);
  // The same move of somebody else walks into the same mate.
  EXPECT_EQ(winner(GetParam(), {walking_into_mate(at(1, kA, 50)), at(2, kA, 50), at(3, kB, 0)}), 3);
}

TEST_P(EveryStrategy, WalkingIntoMateIsStillAVoteAgainstResigning) {
  EXPECT_EQ(winner(GetParam(), {walking_into_mate(at(1, kA, 50)), voter(2, usi::Resign{})}), 1);
}

TEST_P(EveryStrategy, ExplainsEveryDecisionInBothLanguages) {
  Council council{{at(1, kA, 50), at(2, kB, 900), voter(3, kB)}};
  council.facts.may_ask = false;
  EXPECT_NE(reason(GetParam(), council), "");
  EXPECT_NE(reason_ja(GetParam(), council), "");
  EXPECT_EQ(reason(GetParam(), council).find('\n'), std::string::npos);
}

TEST_P(EveryStrategy, NeverAsksWhenItMayNot) {
  Council council{{at(1, kA, 50), at(2, kB, 900), voter(3, kC)}};
  council.facts.may_ask = false;
  EXPECT_GT(winner(GetParam(), council), 0);
}

TEST_P(EveryStrategy, LeavesTimeForWhatItAsks) {
  const Strategy& strategy = *find_strategy(GetParam());
  Council council{{at(1, kA, 50), at(2, kB, 900), at(3, kC, 0)}};
  council.voters[0].ballot->lines = {{kA, Score::cp(50)}, {kB, Score::cp(0)}};
  const Verdict verdict = decide(strategy, council);
  const auto* ask = std::get_if<Ask>(&verdict);
  if (ask == nullptr) {
    EXPECT_EQ(strategy.first_share, 1.0);
  } else {
    EXPECT_LT(strategy.first_share + ask->share, 1.0);
  }
}

std::vector<std::string_view> identifiers() {
  std::vector<std::string_view> out;
  for (const Strategy& strategy : strategies()) out.push_back(strategy.identifier);
  return out;
}

INSTANTIATE_TEST_SUITE_P(Table, EveryStrategy, testing::ValuesIn(identifiers()),
                         [](const auto& value) {
                           std::string name;
                           for (const char c : value.param) {
                             name += c == '-' ? '_' : c;
                           }
                           return name;
                         });

// --- common rules

TEST(Decide, SaysHowManyResign) {
  const usi::Resign resign;
  EXPECT_EQ(reason("majority", {{voter(1, resign), voter(2, resign), voter(3, resign), lost(4)}}),
            "a majority resigns: 3 of 4");
  EXPECT_EQ(reason_ja("majority", {{voter(1, resign), at(2, kA, 1), voter(3, resign)}}),
            "3者中2者が投了");
}

TEST(Majority, SaysTheVotes) {
  EXPECT_EQ(reason("majority", {{voter(1, kA), voter(2, kB), voter(3, kB)}}), "2 of 3 votes");
  EXPECT_EQ(reason_ja("majority", {{voter(1, kA), voter(2, kB), voter(3, kB)}}), "3票中2票");
  EXPECT_EQ(reason("majority", {{voter(1, kA), voter(2, kB), weighing(2.5, voter(3, kB))}}),
            "2 of 3 votes (weight 3.5 of 4.5)");
  EXPECT_EQ(reason("majority", {{voter(1, kA), voter(2, kB)}}),
            "1 of 2 votes, a tie, which goes to the smaller number");
}

TEST(Majority, EqualSumsOfUnequalWeightsAreATie) {
  // In floating point 0.1 + 0.2 > 0.3.
  EXPECT_EQ(winner("majority", {weighing(0.3, voter(1, kA)), weighing(0.1, voter(2, kB)),
                                weighing(0.2, voter(3, kB))}),
            1);
}

TEST(Optimistic, SaysTheWinRate) {
  EXPECT_EQ(reason("optimistic", {{at(1, kA, 0), at(2, kB, -600)}}), "highest value of all: 50.0%");
  EXPECT_EQ(reason_ja("optimistic", {{at(1, kA, 0), voter(2, kB, Score::mate_in(5))}}),
            "最も高い評価：5手詰");
  EXPECT_EQ(reason("pessimistic", {{at(1, kA, 0), at(2, kB, -600)}}), "lowest value of all: 26.9%");
}

// --- alternate

TEST(Alternate, IsOptimisticOnTheFirstOwnMoveAndPessimisticOnTheSecond) {
  Council council{{at(1, kA, 0), at(2, kB, 50), at(3, kC, -50)}};
  for (const int own : {0, 2, 40}) {
    council.facts.own_moves = own;
    EXPECT_EQ(winner("alternate", council), 2) << own;
  }
  for (const int own : {1, 3, 41}) {
    council.facts.own_moves = own;
    EXPECT_EQ(winner("alternate", council), 3) << own;
  }
}

TEST(Alternate, IsNotShiftedByThePlyOrByHowOftenItIsAsked) {
  Council council{{at(1, kA, 0), at(2, kB, 50), at(3, kC, -50)}};
  for (const int ply : {1, 2, 3, 8}) {
    council.facts.ply = ply;
    EXPECT_EQ(winner("alternate", council), 2) << ply;
  }
}

TEST(Alternate, TreatsMissingScoresAsItsTwoHalvesDo) {
  Council council{{voter(1, kA), at(2, kB, 50), voter(3, kC, Score::mated_in(3))}};
  EXPECT_EQ(winner("alternate", council), 2);
  council.facts.own_moves = 1;
  EXPECT_EQ(winner("alternate", council), 3);
}

}  // namespace
}  // namespace gougi::consensus
