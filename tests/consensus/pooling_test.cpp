// SPDX-License-Identifier: MIT
// Votes for one move with different freezes, counted together.
#include "consensus/pooling.hpp"

#include <gtest/gtest.h>

#include "consensus/candidates.hpp"
#include "consensus/councils.hpp"

namespace gougi::consensus {
namespace {

using shogi::PieceType;
using usi::Move;

const Move kAGold{kA, PieceType::kGold};
const Move kASilver{kA, PieceType::kSilver};

Voter declaring(Voter voter) {
  voter.declares_freezes = true;
  return voter;
}

std::vector<Move> moves(const Council& council) {
  std::vector<Move> all;
  for (const Voter& voter : council.voters) all.push_back(move_of(voter));
  return all;
}

TEST(Pooling, ExactVotesAreTwoCandidatesAndPooledOnesAreOne) {
  const Council council{
      {voter(1, kB), voter(2, kB), declaring(voter(3, kAGold)), voter(4, kA), voter(5, kA)}};
  EXPECT_EQ(winner("majority", council), 1);  // two for each, and the smaller number
  EXPECT_EQ(winner("majority", pooled(council)), 3);
}

TEST(Pooling, WhoDeclaresFreezesChoosesTheFreeze) {
  const Council council =
      pooled({{voter(1, kA), voter(2, kA), declaring(voter(3, kAGold)), voter(4, kB)}});
  EXPECT_EQ(moves(council), (std::vector<Move>{kAGold, kAGold, kAGold, kB}));
  EXPECT_EQ(council.voters[0].ballot->voted, Move(kA));
  EXPECT_EQ(council.voters[2].ballot->voted, std::nullopt);
  EXPECT_EQ(council.voters[3].ballot->voted, std::nullopt);
}

TEST(Pooling, NoFreezeIsAWordTooOfWhoDeclaresThem) {
  const Council council = pooled({{declaring(voter(1, kAGold)), declaring(voter(2, kA)),
                                   declaring(voter(3, kA)), declaring(voter(4, kASilver))}});
  EXPECT_EQ(moves(council), (std::vector<Move>{kA, kA, kA, kA}));
}

TEST(Pooling, WeightsCountAndATieGoesToTheSmallerNumber) {
  EXPECT_EQ(moves(pooled({{declaring(voter(1, kAGold)), declaring(voter(2, kASilver))}})),
            (std::vector<Move>{kAGold, kAGold}));
  EXPECT_EQ(
      moves(pooled({{declaring(voter(1, kAGold)), weighing(2.0, declaring(voter(2, kASilver)))}})),
      (std::vector<Move>{kASilver, kASilver}));
}

TEST(Pooling, AFreezeThatMatesIsTakenAndOneThatRunsIntoAMateIsNot) {
  Voter mating = declaring(voter(3, kASilver));
  mating.mates = true;
  Council council =
      pooled({{declaring(voter(1, kAGold)), declaring(voter(2, kAGold)), mating, voter(4, kA)}});
  EXPECT_EQ(moves(council), (std::vector<Move>(4, kASilver)));
  EXPECT_TRUE(council.voters[0].mates);
  council =
      pooled({{walking_into_mate(declaring(voter(1, kAGold))),
               walking_into_mate(declaring(voter(2, kAGold))), declaring(voter(3, kASilver))}});
  EXPECT_EQ(moves(council), (std::vector<Move>(3, kASilver)));
  EXPECT_FALSE(council.voters[0].walks_into_mate);
}

TEST(Pooling, VoidBallotsHaveNoSay) {
  Voter no_freeze_left = declaring(void_voter(1, kAGold));
  const Council council = pooled({{no_freeze_left, voter(2, kA), voter(3, kB)}});
  EXPECT_EQ(move_of(council.voters[1]), Move(kA));
}

TEST(Pooling, LinesGoTogetherToo) {
  Voter declarer = declaring(voter(1, kAGold, Score::cp(50)));
  declarer.ballot->lines = {{kAGold, Score::cp(50)}, {{kB, PieceType::kRook}, Score::cp(40)}};
  Voter other = voter(2, kA, Score::cp(30));
  other.ballot->lines = {{kA, Score::cp(30)}, {kB, Score::cp(20)}, {kC, Score::cp(10)}};
  const Council council = pooled({{declarer, other}});
  const auto& lines = council.voters[1].ballot->lines;
  EXPECT_EQ(lines[0].move, kAGold);
  EXPECT_EQ(lines[1].move, Move(kB, PieceType::kRook));
  EXPECT_EQ(lines[2].move, Move(kC));
}

TEST(Pooling, OrdinaryShogiIsLeftAsItIs) {
  const Council council{{voter(1, kA), voter(2, kB), awaited(3), lost(4), void_voter(5, kC)}};
  EXPECT_EQ(pooled(council).voters, council.voters);
}

TEST(Pooling, APonderMoveCountsOnlyWithAMove) {
  const usi::BestMoveAnswer answer{kAGold, Move(kB, PieceType::kKing)};
  EXPECT_EQ(answer_of(answer.choice, answer.ponder), answer);
  EXPECT_EQ(answer_of(usi::Resign{}, answer.ponder),
            (usi::BestMoveAnswer{usi::Resign{}, std::nullopt}));
  EXPECT_EQ(answer_of(usi::DeclareWin{}), (usi::BestMoveAnswer{usi::DeclareWin{}, std::nullopt}));
}

}  // namespace
}  // namespace gougi::consensus
