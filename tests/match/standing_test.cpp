// SPDX-License-Identifier: MIT
#include "match/standing.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace gougi::match {
namespace {

GameRecord game(std::uint64_t number, std::size_t black, std::size_t white, Result result,
                Reason reason = Reason::kMate) {
  GameRecord record;
  record.number = number;
  record.black = black;
  record.white = white;
  record.ending = {result, reason, ""};
  return record;
}

TEST(Standing, CountsGamesAndPairsFromBothSides) {
  Standing standing(3);
  standing.add(game(0, 0, 1, Result::kBlackWins));
  standing.add(game(1, 1, 0, Result::kDraw));
  standing.add(game(2, 0, 2, Result::kWhiteWins));
  EXPECT_EQ(standing.games(), 3U);
  EXPECT_EQ(standing.games_of(0, 1), (Trinomial{.losses = 0, .draws = 1, .wins = 1}));
  EXPECT_EQ(standing.games_of(1, 0), (Trinomial{.losses = 1, .draws = 1, .wins = 0}));
  EXPECT_EQ(standing.games_of(0), (Trinomial{.losses = 1, .draws = 1, .wins = 1}));
  EXPECT_EQ(standing.pairs_of(0, 1), (Pentanomial{{0, 0, 0, 1, 0}}));
  EXPECT_EQ(standing.pairs_of(1, 0), (Pentanomial{{0, 1, 0, 0, 0}}));
  EXPECT_EQ(standing.pairs_of(0, 2), Pentanomial{});
  EXPECT_EQ(standing.black(), (Trinomial{.losses = 1, .draws = 1, .wins = 1}));
  EXPECT_EQ(standing.meetings().size(), 3U);
}

TEST(Standing, APairCountsOnceBothGamesAreThereInAnyOrder) {
  Standing standing(2);
  standing.add(game(5, 1, 0, Result::kBlackWins));
  standing.add(game(3, 0, 1, Result::kBlackWins));
  EXPECT_EQ(standing.pairs_of(0, 1).count(), 0U);
  standing.add(game(4, 0, 1, Result::kBlackWins));
  EXPECT_EQ(standing.pairs_of(0, 1), (Pentanomial{{0, 0, 1, 0, 0}}));
}

// Where openings decide, both games of a pair say the same of colours: they are one observation.
TEST(Standing, BlacksAdvantageLiesWithinItsIntervalAsOftenAsPromisedWhereOpeningsDecide) {
  constexpr int kMatches = 1000;
  base::Random random(11);
  int within = 0;
  for (int i = 0; i < kMatches; ++i) {
    Standing standing(2);
    for (std::uint64_t pair = 0; pair < 100; ++pair) {
      const double for_black = random.below(2) == 0 ? 0.9 : 0.1;
      for (std::uint64_t k = 0; k < 2; ++k) {
        const bool black_wins = random.unit() < for_black;
        standing.add(
            game(2 * pair + k, k, 1 - k, black_wins ? Result::kBlackWins : Result::kWhiteWins));
      }
    }
    const auto table = ratings(standing, {});
    ASSERT_TRUE(table && table->black_advantage);
    within += table->black_advantage->low <= 0 && 0 <= table->black_advantage->high ? 1 : 0;
  }
  EXPECT_GT(within, 930);
  EXPECT_LT(within, 970);
}

MoveRecord move_of(int took, std::optional<int> own = std::nullopt) {
  MoveRecord move;
  move.took = base::Milliseconds(took);
  if (own) move.own_time = base::Milliseconds(*own);
  return move;
}

TEST(Standing, CountsTheTimesOfMovesThatEnginesMadeThemselves) {
  Standing standing(2);
  GameRecord record = game(1, 1, 0, Result::kBlackWins);
  record.moves = {move_of(900), move_of(100, 97), move_of(30, 31), move_of(40), move_of(70, 60)};
  record.moves[0].from_opening = true;
  standing.add(record);
  const TimeUse& black = standing.time_of(1);
  EXPECT_EQ(black.moves, 2U);
  EXPECT_EQ(black.took, base::Milliseconds(100));
  EXPECT_EQ(black.longest, base::Milliseconds(70));
  EXPECT_EQ(black.told, 2U);
  EXPECT_EQ(black.latency, base::Milliseconds(10)) << "clocks that differ give none below zero";
  EXPECT_EQ(standing.time_of(0).told, 1U);
  EXPECT_EQ(standing.time_of(0).longest_latency, base::Milliseconds(3));
}

TEST(Standing, FaultsAreChargedToWhoLost) {
  Standing standing(2);
  standing.add(game(0, 0, 1, Result::kWhiteWins, Reason::kTime));
  standing.add(game(1, 1, 0, Result::kWhiteWins, Reason::kCrash));
  standing.add(game(2, 1, 0, Result::kWhiteWins, Reason::kResignation));
  EXPECT_EQ(standing.faults().size(), 2U);
  EXPECT_EQ(standing.faults().at({0, Reason::kTime}), 1U);
  EXPECT_EQ(standing.faults().at({1, Reason::kCrash}), 1U);
  EXPECT_EQ(standing.reasons().at(Reason::kResignation), 1U);
}

}  // namespace
}  // namespace gougi::match
