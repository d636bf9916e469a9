// SPDX-License-Identifier: MIT
#include "consensus/calibration.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"

namespace gougi::consensus {
namespace {

double logistic(double cp, double coef) { return 1.0 / (1.0 + std::exp(-cp / coef)); }

// Scores spread as in games, with results drawn from the win rates of `coef`.
std::vector<ScoredPosition> games_of(double coef, int positions, std::uint64_t seed) {
  base::Random random(seed);
  std::vector<ScoredPosition> made;
  for (int i = 0; i < positions; ++i) {
    const double cp = std::round((random.unit() + random.unit() - 1.0) * 1500.0);
    made.push_back({cp, random.unit() < logistic(cp, coef) ? 1.0 : 0.0, i});
  }
  return made;
}

class KnownCoefficient : public ::testing::TestWithParam<double> {};

TEST_P(KnownCoefficient, IsFoundAgainWithinAFewPercent) {
  const double coef = GetParam();
  const auto fit = fit_coefficient(games_of(coef, 20'000, 1));
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->coef, coef, coef * 0.05);
  EXPECT_LT(fit->low, fit->coef);
  EXPECT_GT(fit->high, fit->coef);
  EXPECT_LT(fit->high - fit->low, coef * 0.15);
  EXPECT_LT(fit->log_loss, std::log(2.0));
  EXPECT_EQ(fit->positions, 20'000U);
}
INSTANTIATE_TEST_SUITE_P(Published, KnownCoefficient, ::testing::Values(174.0, 600.0, 1200.0));

// Positions of a game have one result and scores that are alike: taken as independent they would
// give an interval that is five times too narrow.
TEST(Calibration, TheIntervalHoldsTheTruthAlthoughPositionsOfAGameAreAlike) {
  constexpr int kTrials = 400;
  constexpr double kCoef = 600;
  int held = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    base::Random random(static_cast<std::uint64_t>(trial) + 1);
    std::vector<ScoredPosition> made;
    for (int game = 0; game < 60; ++game) {
      const double cp = (random.unit() + random.unit() - 1.0) * 1500.0;
      const double result = random.unit() < logistic(cp, kCoef) ? 1.0 : 0.0;
      for (int i = 0; i < 25; ++i) made.push_back({cp, result, game});
    }
    const auto fit = fit_coefficient(made);
    ASSERT_TRUE(fit);
    if (fit->low <= kCoef && kCoef <= fit->high) ++held;
  }
  EXPECT_GT(held, kTrials * 91 / 100);
  EXPECT_LT(held, kTrials * 99 / 100);
}

TEST(Calibration, DrawsCountAsHalfAWin) {
  std::vector<ScoredPosition> drawn = games_of(600, 5000, 2);
  const double decisive = fit_coefficient(drawn)->coef;
  for (const ScoredPosition& p : games_of(600, 5000, 3)) drawn.push_back({p.cp, 0.5, p.game});
  EXPECT_GT(fit_coefficient(drawn)->coef, decisive)
      << "who draws with 500 cp had less than he said";
}

// The chance of 2900 centipawns rounds to 1 there, and its logarithm's exponential overflows.
TEST(Calibration, AScaleOfAFewCentipawnsHasALogLoss) {
  std::vector<ScoredPosition> made;
  for (int game = 0; game < 100; ++game) {
    made.push_back({3, game % 5 == 0 ? 0.0 : 1.0, game});
    made.push_back({2900, 1, game});
    made.push_back({-2900, 0, game});
  }
  const auto fit = fit_coefficient(made);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->coef, 3 / std::log(4.0), 1e-6);
  EXPECT_NEAR(fit->log_loss, -(0.8 * std::log(0.8) + 0.2 * std::log(0.2)) / 3, 1e-9);
}

TEST(Calibration, NothingIsFittedWhereNothingIsLikeliest) {
  EXPECT_FALSE(fit_coefficient({}));
  EXPECT_FALSE(fit_coefficient(std::vector<ScoredPosition>{{100, 1}, {-100, 0}})) << "always right";
  EXPECT_FALSE(fit_coefficient(std::vector<ScoredPosition>{{100, 0}, {-100, 1}})) << "always wrong";
  EXPECT_FALSE(fit_coefficient(std::vector<ScoredPosition>{{0, 1}, {0, 0}})) << "no opinion";
  EXPECT_FALSE(fit_coefficient(std::vector<ScoredPosition>{{31'000, 1}, {31'000, 0}}))
      << "mates in disguise";
}

TEST(Calibration, AScaleIsFoundInSharedPositionsInSpiteOfOutliers) {
  base::Random random(4);
  std::vector<std::pair<double, double>> pairs;
  for (int i = 0; i < 2000; ++i) {
    const double truth = (random.unit() - 0.5) * 4.0;
    const double noise = (random.unit() - 0.5) * 0.2;
    pairs.emplace_back(600 * truth, 1740 * (truth + noise));
    if (i % 20 == 0) pairs.back().second = 31'111;
  }
  EXPECT_NEAR(*fit_scale(pairs), 2.9, 0.15);
  EXPECT_FALSE(fit_scale({}));
  EXPECT_FALSE(fit_scale(std::vector<std::pair<double, double>>{{0, 50}, {0, 40}}));
}

TEST(Calibration, AGameCountsOnceHoweverLongItWas) {
  const Agreement half = agreement(std::vector<ScoredPosition>{{10, 1}, {-10, 1}});
  EXPECT_EQ(half.right, 0.5);
  EXPECT_EQ(half.games, 1.0);
  EXPECT_EQ(agreement(std::vector<ScoredPosition>{{-80, 0}, {-70, 0}, {0, 0}, {5, 0}}).right,
            0.625);
  EXPECT_EQ(agreement(std::vector<ScoredPosition>{{10, 0.5}}).games, 0.0);
}

TEST(Calibration, WhoIsRightMoreOftenWeighsMoreAndTheMeanIsOne) {
  const auto weights = fit_weights(std::vector<Agreement>{{80, 100}, {60, 100}, {30, 100}, {0, 0}});
  ASSERT_EQ(weights.size(), 4U);
  EXPECT_GT(weights[0], weights[1]);
  EXPECT_GT(weights[1], weights[2]);
  EXPECT_GT(weights[2], 0.0) << "a configuration wants a weight above 0";
  EXPECT_EQ(weights[3], 1.0);
  EXPECT_NEAR((weights[0] + weights[1] + weights[2]) / 3, 1.0, 1e-9);
  EXPECT_NEAR(weights[0] / weights[1], std::log(81.0 / 21.0) / std::log(61.0 / 41.0), 1e-9);
}

}  // namespace
}  // namespace gougi::consensus
