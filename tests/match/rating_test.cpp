// SPDX-License-Identifier: MIT
// Ratings against a textbook's example (Agresti, Categorical Data Analysis, 2nd edition, table
// 10.11: baseball 1987, with and without home advantage) and against known truth.
#include "match/rating.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/random.hpp"

namespace gougi::match {
namespace {

constexpr double kNatural = std::numbers::ln10 / 400;

// Home team as Black: Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
std::vector<Meeting> baseball() {
  constexpr std::array<std::array<std::uint64_t, 4>, 42> kGames{
      {{0, 1, 4, 3}, {0, 2, 4, 2}, {0, 3, 4, 3}, {0, 4, 6, 1}, {0, 5, 4, 2}, {0, 6, 6, 0},
       {1, 0, 3, 3}, {1, 2, 4, 2}, {1, 3, 4, 3}, {1, 4, 6, 0}, {1, 5, 6, 1}, {1, 6, 4, 3},
       {2, 0, 2, 5}, {2, 1, 4, 3}, {2, 3, 2, 4}, {2, 4, 4, 3}, {2, 5, 4, 2}, {2, 6, 6, 0},
       {3, 0, 3, 3}, {3, 1, 5, 1}, {3, 2, 2, 5}, {3, 4, 4, 3}, {3, 5, 4, 2}, {3, 6, 6, 1},
       {4, 0, 5, 1}, {4, 1, 2, 5}, {4, 2, 3, 3}, {4, 3, 4, 2}, {4, 5, 5, 2}, {4, 6, 6, 0},
       {5, 0, 2, 5}, {5, 1, 3, 3}, {5, 2, 3, 4}, {5, 3, 4, 3}, {5, 4, 4, 2}, {5, 6, 2, 4},
       {6, 0, 2, 5}, {6, 1, 1, 5}, {6, 2, 1, 6}, {6, 3, 2, 4}, {6, 4, 1, 6}, {6, 5, 3, 4}}};
  std::vector<Meeting> meetings;
  for (const auto& g : kGames) meetings.push_back({g[0], g[1], g[2], 0, g[3]});
  return meetings;
}

TEST(Rating, AgreesWithTheTextbookWithoutHomeAdvantage) {
  const auto table = rate(7, baseball(), ColorEffect::kNone);
  ASSERT_TRUE(table);
  EXPECT_FALSE(table->with_prior);
  EXPECT_EQ(table->nu, 0);
  const double baltimore = table->players[6].elo.value;
  const std::array expected{1.58, 1.44, 1.29, 1.25, 1.11, 0.68};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR((table->players[i].elo.value - baltimore) * kNatural, expected[i], 0.005) << i;
    const auto& c = table->covariance;
    const double error = std::sqrt(c[i][i] + c[6][6] - 2 * c[i][6]) * kNatural;
    EXPECT_NEAR(error, 0.3, 0.05) << i;
  }
}

TEST(Rating, AgreesWithTheTextbookWithHomeAdvantage) {
  const auto table = rate(7, baseball(), ColorEffect::kFitted);
  ASSERT_TRUE(table);
  ASSERT_TRUE(table->black_advantage);
  EXPECT_NEAR(table->black_advantage->value * kNatural, 0.302, 0.0005);
  std::vector<double> worths;
  double sum = 0;
  for (const Rating& player : table->players) {
    worths.push_back(std::exp(player.elo.value * kNatural));
    sum += worths.back();
  }
  const std::array expected{0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044};
  for (std::size_t i = 0; i < 7; ++i) EXPECT_NEAR(worths[i] / sum, expected[i], 0.0005) << i;
}

TEST(Rating, OfTwoPlayersTheLikeliestChancesAreTheObservedShares) {
  const std::vector<Meeting> meetings{{0, 1, 50, 20, 30}, {1, 0, 30, 20, 50}};
  const auto table = rate(2, meetings, ColorEffect::kFitted);
  ASSERT_TRUE(table);
  const double lead = table->players[0].elo.value - table->players[1].elo.value;
  // wins : losses = exp(d), draws / root of (wins * losses) = nu
  EXPECT_NEAR(lead * kNatural, std::log(50.0 / 30), 1e-6);
  EXPECT_NEAR(table->nu, 20 / std::sqrt(50.0 * 30), 1e-6);
  EXPECT_NEAR(table->black_advantage->value, 0, 1e-6);
  EXPECT_NEAR(table->players[0].elo.value + table->players[1].elo.value, 0, 1e-6);
  EXPECT_EQ(table->players[0].games, 200U);
  EXPECT_NEAR(table->players[0].score, 0.6, 1e-12);
}

TEST(Rating, SomebodyWhoWonEverythingGetsAFiniteRatingAndIsToldOf) {
  const std::vector<Meeting> meetings{{0, 1, 10, 0, 0}, {1, 2, 5, 0, 5}, {2, 1, 5, 0, 5}};
  const auto table = rate(3, meetings, ColorEffect::kNone);
  ASSERT_TRUE(table);
  EXPECT_TRUE(table->with_prior);
  EXPECT_GT(table->players[0].elo.value, table->players[1].elo.value + 100);
  EXPECT_TRUE(std::isfinite(table->players[0].elo.high));
  const auto draws = rate(2, std::vector<Meeting>{{0, 1, 0, 8, 0}}, ColorEffect::kFitted);
  ASSERT_TRUE(draws);
  EXPECT_NEAR(draws->players[0].elo.value, 0, 1e-3);
}

// Everybody is connected with everybody by draws, but the fewer games the weaker one wins, the more
// draws there are among equals, the likelier it all is: there is no maximum.
TEST(Rating, WhereTheWeakerOnesTookDrawsOnlyThereAreFiniteRatingsToo) {
  const std::vector<Meeting> meetings{{0, 1, 11, 1, 0}, {1, 0, 0, 1, 11}, {0, 2, 12, 0, 0},
                                      {2, 0, 0, 0, 12}, {1, 2, 10, 2, 0}, {2, 1, 0, 3, 9}};
  const auto table = rate(3, meetings, ColorEffect::kFitted);
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_TRUE(table->with_prior);
  EXPECT_GT(table->players[0].elo.value, table->players[1].elo.value + 100);
  EXPECT_GT(table->players[1].elo.value, table->players[2].elo.value + 100);
  for (const Rating& player : table->players) EXPECT_LT(player.elo.error(), 1000);
  EXPECT_EQ(table->players[0].games, 48U);
}

TEST(Rating, AnchorsAreWhereTheyAreSaidToBeAndOthersKeepTheirDistance) {
  const auto free = rate(7, baseball(), ColorEffect::kFitted);
  const std::array one{Anchor{2, 2800}};
  const auto table = rate(7, baseball(), ColorEffect::kFitted, one);
  ASSERT_TRUE(free && table);
  EXPECT_NEAR(table->players[2].elo.value, 2800, 1e-9);
  EXPECT_EQ(table->players[2].elo.error(), 0);
  for (std::size_t i = 0; i < 7; ++i) {
    const double distance = free->players[i].elo.value - free->players[2].elo.value;
    EXPECT_NEAR(table->players[i].elo.value, 2800 + distance, 1e-6) << i;
    if (i == 2) continue;
    const auto& c = free->covariance;
    const double deviation = std::sqrt(c[i][i] + c[2][2] - 2 * c[i][2]);
    EXPECT_NEAR(table->players[i].elo.error(), kDeviations95 * deviation, 1e-6) << i;
  }
  EXPECT_NEAR(table->black_advantage->value, free->black_advantage->value, 1e-6);
}

TEST(Rating, OfTwoAnchorsBothHoldWhateverTheGamesSay) {
  const std::array two{Anchor{0, 100}, Anchor{6, 200}};
  const auto table = rate(7, baseball(), ColorEffect::kNone, two);
  ASSERT_TRUE(table);
  EXPECT_NEAR(table->players[0].elo.value, 100, 1e-9);
  EXPECT_NEAR(table->players[6].elo.value, 200, 1e-9);
  EXPECT_GT(table->players[3].elo.error(), 0);
  const std::array absent{Anchor{7, 0}};
  EXPECT_FALSE(rate(7, baseball(), ColorEffect::kNone, absent));
}

TEST(Rating, RefusesPlayersThatAreNotThere) {
  EXPECT_FALSE(rate(2, std::vector<Meeting>{{0, 2, 1, 0, 0}}, ColorEffect::kNone));
  EXPECT_FALSE(rate(2, std::vector<Meeting>{{1, 1, 1, 0, 0}}, ColorEffect::kNone));
}

// 400 tournaments of five engines with known strengths, draws and advantage: the truth lies within
// each 95 % interval in 95 % of them.
TEST(Rating, TheTruthLiesWithinTheIntervalsAsOftenAsPromised) {
  const std::array<double, 5> truth{120, 40, 0, -50, -110};
  constexpr double kAdvantage = 25;
  constexpr double kNu = 0.4;
  constexpr int kTournaments = 400;
  base::Random random(11);
  int within = 0;
  int advantage_within = 0;
  double sum_nu = 0;
  for (int t = 0; t < kTournaments; ++t) {
    std::vector<Meeting> meetings;
    for (std::size_t black = 0; black < 5; ++black) {
      for (std::size_t white = 0; white < 5; ++white) {
        if (black == white) continue;
        Meeting m{black, white, 0, 0, 0};
        const double d = (truth[black] - truth[white] + kAdvantage) * kNatural;
        const double all = std::exp(d / 2) + kNu + std::exp(-d / 2);
        for (int game = 0; game < 50; ++game) {
          const double u = random.unit() * all;
          ++(u < std::exp(d / 2)         ? m.black_wins
             : u < std::exp(d / 2) + kNu ? m.draws
                                         : m.white_wins);
        }
        meetings.push_back(m);
      }
    }
    const auto table = rate(5, meetings, ColorEffect::kFitted);
    ASSERT_TRUE(table);
    for (std::size_t i = 0; i < 5; ++i) {
      const Interval& elo = table->players[i].elo;
      within += elo.low <= truth[i] && truth[i] <= elo.high ? 1 : 0;
    }
    const Interval& advantage = *table->black_advantage;
    advantage_within += advantage.low <= kAdvantage && kAdvantage <= advantage.high ? 1 : 0;
    sum_nu += table->nu;
  }
  EXPECT_NEAR(within / (5.0 * kTournaments), 0.95, 0.02);
  EXPECT_NEAR(static_cast<double>(advantage_within) / kTournaments, 0.95, 0.035);
  EXPECT_NEAR(sum_nu / kTournaments, kNu, 0.01);
}

}  // namespace
}  // namespace gougi::match
