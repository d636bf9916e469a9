// SPDX-License-Identifier: MIT
// Elo, normalised Elo, their errors and the likelihood of superiority, against worked examples that
// other programs publish (fastchess, tests/elo_test.cpp) and against known truth.
#include "match/strength.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"

namespace gougi::match {
namespace {

TEST(Strength, AgreesWithPublishedExamplesOfSingleGames) {
  const Strength a = strength(observations(Trinomial{.losses = 89, .draws = 123, .wins = 76}));
  EXPECT_NEAR(a.normalized_elo.value, -20.76, 0.01);
  EXPECT_NEAR(a.normalized_elo.error(), 40.13, 0.01);
  EXPECT_NEAR(a.superiority, 0.1553, 0.0001);
  const Strength b = strength(observations(Trinomial{.losses = 96, .draws = 111, .wins = 136}));
  EXPECT_NEAR(b.normalized_elo.value, 49.77, 0.01);
  EXPECT_NEAR(b.normalized_elo.error(), 36.77, 0.01);
  EXPECT_NEAR(b.elo.value, 40.70, 0.01);
  EXPECT_NEAR(b.elo.error(), 30.43, 0.01);
  EXPECT_NEAR(b.superiority, 0.9960, 0.0001);
  const Strength c = strength(observations(Trinomial{.losses = 356, .draws = 0, .wins = 34}));
  EXPECT_NEAR(c.normalized_elo.value, -508.44, 0.01);
  EXPECT_NEAR(c.normalized_elo.error(), 34.48, 0.01);
}

TEST(Strength, AgreesWithPublishedExamplesOfPairs) {
  const Strength a = strength(observations(Pentanomial{{34, 54, 31 + 32, 64, 75}}));
  EXPECT_NEAR(a.normalized_elo.value, 57.94, 0.01);
  EXPECT_NEAR(a.normalized_elo.error(), 28.28, 0.01);
  EXPECT_NEAR(a.elo.value, 55.58, 0.01);
  EXPECT_NEAR(a.elo.error(), 27.65, 0.01);
  EXPECT_GT(a.superiority, 0.99995);
  const Strength b = strength(observations(Pentanomial{{332, 433, 457 + 41, 333, 334}}));
  EXPECT_NEAR(b.normalized_elo.value, -9.17, 0.01);
  EXPECT_NEAR(b.normalized_elo.error(), 10.96, 0.01);
  EXPECT_NEAR(b.elo.value, -8.64, 0.01);
  EXPECT_NEAR(b.elo.error(), 10.33, 0.01);
  EXPECT_NEAR(b.superiority, 0.0505, 0.0001);
  const Strength c = strength(observations(Pentanomial{{7895, 8757, 5485 + 200, 568, 9999}}));
  EXPECT_NEAR(c.normalized_elo.value, -19.01, 0.01);
  EXPECT_NEAR(c.normalized_elo.error(), 2.65, 0.01);
  EXPECT_NEAR(c.elo.value, -21.04, 0.01);
  EXPECT_NEAR(c.elo.error(), 2.95, 0.01);
}

TEST(Strength, ScoreAndEloAreInversesOfEachOther) {
  EXPECT_DOUBLE_EQ(expected_score(0), 0.5);
  EXPECT_NEAR(expected_score(400), 10.0 / 11, 1e-12);
  for (const double elo : {-700.0, -3.5, 0.0, 12.0, 350.0}) {
    EXPECT_NEAR(elo_of_score(expected_score(elo)), elo, 1e-9);
  }
}

TEST(Strength, WithoutGamesNothingIsKnown) {
  const Strength none = strength(Pentanomial{}, Trinomial{});
  EXPECT_EQ(none.elo.value, 0);
  EXPECT_TRUE(std::isinf(none.elo.high));
  EXPECT_EQ(none.superiority, 0.5);
}

TEST(Strength, OneWhoWonEverythingIsInfinitelyStronger) {
  const Strength all = strength(observations(Trinomial{.losses = 0, .draws = 0, .wins = 9}));
  EXPECT_TRUE(std::isinf(all.elo.value));
  EXPECT_NEAR(all.superiority, 1 - std::pow(2.0, -10), 1e-12);  // not 1: nine games prove nothing
}

// One pair, and pairs that are all alike, say nothing of how far they would scatter.
TEST(Strength, WithoutScatterTheErrorIsUnknownAndSuperiorityASignTest) {
  struct Case {
    Pentanomial pairs;
    double superiority;
  };
  for (const Case& c : {Case{{{0, 1, 0, 0, 0}}, 0.25}, Case{{{0, 0, 0, 0, 1}}, 0.75},
                        Case{{{0, 0, 1, 0, 0}}, 0.5}, Case{{{0, 0, 40, 0, 0}}, 0.5},
                        Case{{{0, 0, 0, 7, 0}}, 255.0 / 256}, Case{{{0, 1, 0, 0, 1}}, 0.5},
                        Case{{{1, 0, 1, 1, 1}}, 11.0 / 16}, Case{{{2000, 0, 0, 0, 0}}, 0}}) {
    const Strength s = strength(observations(c.pairs));
    EXPECT_TRUE(std::isinf(s.score_error));
    EXPECT_TRUE(std::isinf(s.elo.error()));
    EXPECT_TRUE(std::isnan(s.normalized_elo.value));
    EXPECT_NEAR(s.superiority, c.superiority, 1e-12);
  }
  const Strength five = strength(observations(Pentanomial{{1, 0, 1, 1, 2}}));
  EXPECT_TRUE(std::isfinite(five.score_error));
  EXPECT_TRUE(std::isfinite(five.normalized_elo.value));
}

// 2,000 matches of 400 pairs whose distribution is known: the truth must lie within 95 % intervals
// in 95 % of them (three standard deviations of that count are 1.5 %).
TEST(Strength, TheTruthLiesWithinTheIntervalAsOftenAsPromised) {
  const std::array<double, 5> chances{0.05, 0.2, 0.4, 0.25, 0.1};
  double mean = 0;
  double square = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    mean += chances[i] * static_cast<double>(i) / 4;
    square += chances[i] * static_cast<double>(i * i) / 16;
  }
  const double true_elo = elo_of_score(mean);
  const double true_normalized =
      (mean - 0.5) / std::sqrt(2 * (square - mean * mean)) * kNormalizedEloUnit;
  constexpr int kMatches = 2000;
  int elo_within = 0;
  int normalized_within = 0;
  int surely_stronger = 0;
  base::Random random(7);
  for (int match = 0; match < kMatches; ++match) {
    Pentanomial tally;
    for (int pair = 0; pair < 400; ++pair) {
      double u = random.unit();
      std::size_t i = 0;
      while (i < 4 && u >= chances[i]) u -= chances[i++];
      ++tally.pairs[i];
    }
    const Strength s = strength(observations(tally));
    elo_within += s.elo.low <= true_elo && true_elo <= s.elo.high ? 1 : 0;
    normalized_within +=
        s.normalized_elo.low <= true_normalized && true_normalized <= s.normalized_elo.high ? 1 : 0;
    surely_stronger += s.superiority > 0.5 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(elo_within) / kMatches, 0.95, 0.015);
  EXPECT_NEAR(static_cast<double>(normalized_within) / kMatches, 0.95, 0.015);
  EXPECT_GT(surely_stronger, kMatches * 99 / 100);
}

}  // namespace
}  // namespace gougi::match
