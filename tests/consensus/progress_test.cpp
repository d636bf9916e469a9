// SPDX-License-Identifier: MIT
// 進行度による担当交代: how far a game has come, and who plays there.
#include <gtest/gtest.h>

#include "consensus/councils.hpp"

namespace gougi::consensus {
namespace {

/// Engine 1 for the opening, 2 for the middle game, 3 for the end game.
Facts experts(int ply) {
  Facts facts;
  facts.ply = ply;
  facts.engines = 3;
  facts.members = {
      {.number = 1, .opening = 2}, {.number = 2, .middle = 2}, {.number = 3, .end = 2}};
  return facts;
}

/// The same, with own moves of these centipawns before, the last at `ply` - 2.
Facts after(int ply, const std::vector<std::optional<Score>>& scores) {
  Facts facts = experts(ply);
  int at = ply - 2 * static_cast<int>(scores.size());
  for (const auto& score : scores) {
    facts.history.push_back({at, 1, score});
    at += 2;
  }
  return facts;
}

int seat(const Facts& facts, const std::vector<int>& available = {1, 2, 3}) {
  const auto seats = find_strategy("relay-by-progress")->seats(facts, available);
  EXPECT_EQ(seats.size(), 1U);
  return seats.front();
}

TEST(RelayByProgress, InAnEvenGameThePlyDecides) {
  EXPECT_EQ(seat(experts(1)), 1);
  EXPECT_EQ(seat(experts(50)), 1);
  EXPECT_EQ(seat(experts(51)), 2);
  EXPECT_EQ(seat(experts(100)), 2);
  EXPECT_EQ(seat(experts(101)), 3);
}

TEST(RelayByProgress, ADecidedGameIsFurtherOn) {
  // A win rate of 88.1 % is 0.76 decided: 15 plies.
  EXPECT_EQ(seat(after(40, {Score::cp(1200), Score::cp(1200)})), 2);
  EXPECT_EQ(seat(after(35, {Score::cp(1200), Score::cp(1200)})), 1);
  EXPECT_EQ(seat(after(40, {Score::cp(-1200), Score::cp(-1200)})), 2);
  EXPECT_EQ(seat(after(81, {Score::mate_in(9), Score::mate_in(7)})), 3);
  EXPECT_EQ(seat(after(80, {Score::mate_in(9), Score::mate_in(7)})), 2);
}

TEST(RelayByProgress, OneScoreThatStandsOutIsHalved) {
  EXPECT_EQ(seat(after(45, {Score::cp(0), Score::cp(1200)})), 2);  // 7 plies
  EXPECT_EQ(seat(after(40, {Score::cp(0), Score::cp(1200)})), 1);
  EXPECT_EQ(seat(after(45, {Score::cp(0), Score::cp(1200), Score::cp(-1200)})), 1);
}

TEST(RelayByProgress, MissingScoresAndBoundsArePassedOver) {
  EXPECT_EQ(seat(after(40, {Score::cp(1200), Score::cp(1200), std::nullopt})), 2);
  const Score bound{usi::Centipawns{1200}, usi::Bound::kLower};
  EXPECT_EQ(seat(after(40, {bound, bound})), 1);
}

TEST(RelayByProgress, TheScaleIsThatOfWhoPlayed) {
  Facts facts = after(40, {Score::cp(1200), Score::cp(1200)});
  facts.members[0].scales = PhaseScales::all(Scale{6000});
  EXPECT_EQ(seat(facts), 1);
}

TEST(RelayByProgress, ItDoesNotGoBackSoonAfterAChange) {
  // At ply 40 it was decided and the middle game began; then the game was open again.
  const Score won = Score::cp(1200);
  const Score even = Score::cp(0);
  Facts facts = after(46, {won, won, even, even, even});  // own moves at 36, 38, …, 44
  ASSERT_EQ(facts.history.at(1).ply, 38);
  EXPECT_EQ(seat(facts), 2);
  facts.numbers.progress_hysteresis = 2;
  EXPECT_EQ(seat(facts), 1);
  // As many plies later it does.
  Facts later = after(52, {won, won, even, even, even, even, even, even});
  later.numbers.chuuban_start_plies = 53;
  ASSERT_EQ(later.history.at(2).ply, 40);
  EXPECT_EQ(seat(later), 1);
  later.numbers.progress_hysteresis = 20;
  EXPECT_EQ(seat(later), 2);
}

TEST(RelayByProgress, ForwardItGoesAtOnce) {
  Facts facts = after(53, {Score::cp(0)});
  facts.numbers.shuuban_start_plies = 53;
  EXPECT_EQ(seat(facts), 3);
}

TEST(RelayByProgress, OfEqualWeightsTheSmallerNumberPlays) {
  Facts facts = experts(60);
  for (Member& member : facts.members) member.middle = 3;
  EXPECT_EQ(seat(facts), 1);
  facts.members.clear();
  EXPECT_EQ(seat(facts), 1);
  EXPECT_EQ(seat(facts, {2, 3}), 2);
}

TEST(RelayByProgress, WhoIsAbsentIsStoodInForByTheNextInWeight) {
  Facts facts = experts(60);
  facts.members[2].middle = 1.5;
  EXPECT_EQ(seat(facts, {1, 3}), 3);
}

TEST(RelayByProgress, SaysWhereItIs) {
  Council council{{at(2, kA, 0)}, after(40, {Score::cp(1200), Score::cp(1200)})};
  EXPECT_EQ(winner("relay-by-progress", council), 2);
  EXPECT_EQ(reason("relay-by-progress", council),
            "its turn: middle game, weight 2, progress 55 (ply 40, decided 76.2%)");
  EXPECT_EQ(reason_ja("relay-by-progress", council),
            "担当：中盤、重み2、進行度55（40手目、形勢の傾き76.2%）");
}

}  // namespace
}  // namespace gougi::consensus
