// SPDX-License-Identifier: MIT
// Ratings against a textbook's example (Agresti, Categorical Data Analysis, 2nd edition, table
// 10.11: baseball 1987, with and without home advantage) and against known truth.
#include "match/rating.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
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

/// Pairs and games that agree with each other, of `first` and `second`; some games have no pair.
Matchup drawn_matchup(base::Random& random, std::size_t first, std::size_t second) {
  Matchup m{first, second, {}, {}};
  const double draws = random.unit();
  const double wins = random.unit();
  const auto game = [&] {
    const Points points = random.unit() < draws  ? Points::kDraw
                          : random.unit() < wins ? Points::kWin
                                                 : Points::kLoss;
    m.games.add(points);
    return points;
  };
  const std::uint64_t pairs = random.below(60);
  for (std::uint64_t i = 0; i < pairs; ++i) {
    const Points one = game();
    m.pairs.add(one, game());
  }
  if (pairs == 0 || random.below(2) == 0) game();
  return m;
}

void expect_like(const Interval& value, const Interval& expected, const std::string& what) {
  const auto near = [&what](double one, double other) {
    if (std::isfinite(other)) {
      EXPECT_NEAR(one, other, 1e-5 * (1 + std::abs(other))) << what;
    } else {
      EXPECT_EQ(one, other) << what;
    }
  };
  near(value.value, expected.value);
  near(value.low, expected.low);
  near(value.high, expected.high);
}

std::string text_of(const Matchup& m) {
  std::string text = "games " + std::to_string(m.games.losses) + " " +
                     std::to_string(m.games.draws) + " " + std::to_string(m.games.wins) + ", pairs";
  for (const std::uint64_t count : m.pairs.pairs) text += " " + std::to_string(count);
  return text;
}

// Whatever happened, two engines' ratings differ by the Elo that stands beside them.
TEST(Rating, OfTwoPlayersTheDifferenceIsTheEloOfTheScore) {
  base::Random random(5);
  int one_sided = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::size_t first = random.below(2);
    const std::array matchups{drawn_matchup(random, first, 1 - first)};
    const Strength s = strength(matchups[0].pairs, matchups[0].games);
    const std::string what = text_of(matchups[0]);
    const auto free = rate(2, matchups);
    ASSERT_TRUE(free) << what;
    if (s.score <= 0 || s.score >= 1) {
      ++one_sided;
      EXPECT_TRUE(free->with_prior) << what;
      EXPECT_TRUE(std::isfinite(free->players[0].elo.error())) << what;
      EXPECT_EQ(free->players[first].elo.value > free->players[1 - first].elo.value, s.score >= 1);
      continue;
    }
    EXPECT_FALSE(free->with_prior) << what;
    expect_like(free->lead(first, 1 - first), s.elo, what);
    EXPECT_NEAR(free->players[0].elo.value + free->players[1].elo.value, 0, 1e-6) << what;
    EXPECT_NEAR(free->superiority(first, 1 - first), s.superiority, 1e-6) << what;
    EXPECT_EQ(free->players[first].games, matchups[0].games.games()) << what;
    EXPECT_NEAR(free->players[first].score, matchups[0].games.score(), 1e-9) << what;
    for (const std::size_t anchored : {0U, 1U}) {
      const std::array anchors{Anchor{anchored, 1800}};
      const auto table = rate(2, matchups, anchors);
      ASSERT_TRUE(table) << what;
      expect_like(table->players[anchored].elo, {1800, 1800, 1800}, what);
      const Interval& other = table->players[1 - anchored].elo;
      const Interval lead{other.value - 1800, other.low - 1800, other.high - 1800};
      const Interval mirrored{-s.elo.value, -s.elo.high, -s.elo.low};
      expect_like(lead, anchored == first ? mirrored : s.elo, what);
    }
  }
  EXPECT_GT(one_sided, 20);
}

// +0 =59 -1, once -5.8 Elo beside a difference of 124.
TEST(Rating, OfTwoPlayersWhoNearlyAlwaysDrewIsNearlyAlike) {
  Matchup m{0, 1, {.losses = 1, .draws = 59, .wins = 0}, {{0, 1, 29, 0, 0}}};
  const auto table = rate(2, std::array{m});
  ASSERT_TRUE(table);
  EXPECT_NEAR(table->lead(0, 1).value, -5.8, 0.05);
  EXPECT_NEAR(table->lead(0, 1).error(), strength(m.pairs, m.games).elo.error(), 1e-6);
}

TEST(Rating, WhoDrewAllAreAlike) {
  for (const std::size_t players : {2U, 3U, 5U}) {
    std::vector<Matchup> matchups;
    for (std::size_t i = 0; i < players; ++i) {
      for (std::size_t j = i + 1; j < players; ++j) {
        matchups.push_back({i, j, {.losses = 0, .draws = 20, .wins = 0}, {{0, 0, 10, 0, 0}}});
      }
    }
    const auto table = rate(players, matchups);
    ASSERT_TRUE(table);
    EXPECT_FALSE(table->with_prior);
    for (const Rating& player : table->players) {
      EXPECT_NEAR(player.elo.value, 0, 1e-9);
      EXPECT_TRUE(std::isinf(player.elo.error())) << "nothing is known of it, as of the Elo";
    }
    EXPECT_TRUE(players == 2 || std::isnan(table->superiority(0, 1)));
  }
}

// Everybody has the points that the ratings let expect.
TEST(Rating, AtTheMaximumTheRatingsGiveBackEverybodysPoints) {
  base::Random random(17);
  int fitted = 0;
  for (int i = 0; i < 300; ++i) {
    const std::size_t players = 3 + random.below(5);
    std::vector<Matchup> matchups;
    for (std::size_t one = 0; one < players; ++one) {
      for (std::size_t other = one + 1; other < players; ++other) {
        if (random.below(4) > 0) matchups.push_back(drawn_matchup(random, one, other));
      }
    }
    const auto table = rate(players, matchups);
    ASSERT_TRUE(table);
    for (const Rating& player : table->players) EXPECT_TRUE(std::isfinite(player.elo.value));
    if (table->with_prior) continue;
    ++fitted;
    std::vector<double> points(players, 0);
    std::vector<double> expected(players, 0);
    for (const Matchup& m : matchups) {
      const double games = m.pairs.count() > 0 ? 2.0 * static_cast<double>(m.pairs.count())
                                               : static_cast<double>(m.games.games());
      const double score = strength(m.pairs, m.games).score;
      const double chance = expected_score(table->lead(m.first, m.second).value);
      points[m.first] += games * score;
      points[m.second] += games * (1 - score);
      expected[m.first] += games * chance;
      expected[m.second] += games * (1 - chance);
    }
    for (std::size_t k = 0; k < players; ++k) EXPECT_NEAR(points[k], expected[k], 1e-6);
  }
  EXPECT_GT(fitted, 100);
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

// Draws connect everybody with everybody, and are points that the stronger one did not have.
TEST(Rating, WhereTheWeakerOnesTookDrawsOnlyThereAreFiniteRatingsToo) {
  const std::vector<Meeting> meetings{{0, 1, 11, 1, 0}, {1, 0, 0, 1, 11}, {0, 2, 12, 0, 0},
                                      {2, 0, 0, 0, 12}, {1, 2, 10, 2, 0}, {2, 1, 0, 3, 9}};
  const auto table = rate(3, meetings, ColorEffect::kFitted);
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_FALSE(table->with_prior);
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

TEST(Rating, BetweenAnchorsNobodyNeedsAPoint) {
  const std::array anchors{Anchor{0, 0}, Anchor{1, 200}};
  const std::array matchups{Matchup{0, 1, {.losses = 0, .draws = 0, .wins = 9}, {}},
                            Matchup{1, 2, {.losses = 4, .draws = 2, .wins = 4}, {}}};
  const auto table = rate(3, matchups, anchors);
  ASSERT_TRUE(table);
  EXPECT_FALSE(table->with_prior);
  EXPECT_NEAR(table->players[2].elo.value, 200, 1e-6);
  EXPECT_TRUE(std::isfinite(table->players[2].elo.error()));
}

// A game with an expected score, whatever the draws.
Points drawn_game(base::Random& random, double score, double draws) {
  const double tie = 2 * draws * std::min(score, 1 - score);
  const double u = random.unit();
  return u < score - tie / 2 ? Points::kWin : u < score + tie / 2 ? Points::kDraw : Points::kLoss;
}

constexpr std::array<double, 5> kTruth{120, 40, 0, -50, -110};
constexpr int kTournaments = 400;

// 400 tournaments of five engines with known strengths, draws and advantage: the truth lies within
// each 95 % interval in 95 % of them.
TEST(Rating, TheTruthLiesWithinTheIntervalsAsOftenAsPromised) {
  constexpr double kAdvantage = 25;
  base::Random random(11);
  int within = 0;
  int advantage_within = 0;
  for (int t = 0; t < kTournaments; ++t) {
    std::vector<Meeting> meetings;
    for (std::size_t black = 0; black < 5; ++black) {
      for (std::size_t white = 0; white < 5; ++white) {
        if (black == white) continue;
        Trinomial games;
        const double score = expected_score(kTruth[black] - kTruth[white] + kAdvantage);
        for (int game = 0; game < 50; ++game) games.add(drawn_game(random, score, 0.4));
        meetings.push_back({black, white, games.wins, games.draws, games.losses});
      }
    }
    const auto table = rate(5, meetings, ColorEffect::kFitted);
    ASSERT_TRUE(table);
    for (std::size_t i = 0; i < 5; ++i) {
      const Interval& elo = table->players[i].elo;
      within += elo.low <= kTruth[i] && kTruth[i] <= elo.high ? 1 : 0;
    }
    const Interval& advantage = *table->black_advantage;
    advantage_within += advantage.low <= kAdvantage && kAdvantage <= advantage.high ? 1 : 0;
  }
  EXPECT_NEAR(within / (5.0 * kTournaments), 0.95, 0.02);
  EXPECT_NEAR(static_cast<double>(advantage_within) / kTournaments, 0.95, 0.035);
}

// The same of pairs whose opening is worth as much to one side as it is in the other game to the
// other: they scatter less than games, and with many draws less still.
TEST(Rating, TheTruthLiesWithinTheIntervalsOfPairsAsOftenAsPromised) {
  for (const double draws : {0.0, 0.4, 0.8}) {
    base::Random random(23);
    int within = 0;
    for (int t = 0; t < kTournaments; ++t) {
      std::vector<Matchup> matchups;
      for (std::size_t one = 0; one < 5; ++one) {
        for (std::size_t other = one + 1; other < 5; ++other) {
          Matchup m{one, other, {}, {}};
          const double score = expected_score(kTruth[one] - kTruth[other]);
          for (int pair = 0; pair < 40; ++pair) {
            const double shift = (2 * random.unit() - 1) * std::min(score, 1 - score);
            const Points first = drawn_game(random, score + shift, draws);
            const Points second = drawn_game(random, score - shift, draws);
            m.games.add(first);
            m.games.add(second);
            m.pairs.add(first, second);
          }
          matchups.push_back(m);
        }
      }
      const auto table = rate(5, matchups);
      ASSERT_TRUE(table);
      for (std::size_t i = 0; i < 5; ++i) {
        const Interval& elo = table->players[i].elo;
        within += elo.low <= kTruth[i] && kTruth[i] <= elo.high ? 1 : 0;
      }
    }
    EXPECT_NEAR(within / (5.0 * kTournaments), 0.95, 0.02) << draws;
  }
}

}  // namespace
}  // namespace gougi::match
