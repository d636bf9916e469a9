// SPDX-License-Identifier: MIT
#include "study/scale_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "consensus/win_rate.hpp"
#include "study/scaled_games.hpp"

namespace gougi::study {
namespace {

using consensus::Scale;
using consensus::ScoredPosition;
using testing::kinked_score;
using testing::ScaledGames;

double straight(double logit, int) { return 600 * logit; }

double rate_at(int cp, const Scale& scale) {
  return consensus::win_rate(usi::Score::cp(cp), scale);
}

// Whatever was fitted is a scale that a file may hold.
void expect_usable(const Scale& scale) {
  EXPECT_LE(scale.knots.size(), consensus::kMostKnots);
  consensus::ScaleKnot last{0, 0.5};
  for (const consensus::ScaleKnot& knot : scale.knots) {
    EXPECT_GT(knot.cp, last.cp);
    EXPECT_GT(knot.win_rate, last.win_rate);
    EXPECT_LE(knot.win_rate, 0.999);
    last = knot;
  }
}

TEST(ScaleFit, WhereTheCurveIsTheTruthItStays) {
  const auto fit = fit_scales(ScaledGames(1).positions(160, straight));
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->kind, ScaleKind::kLogistic);
  EXPECT_FALSE(fit->scales.has_map());
  EXPECT_NEAR(fit->scales.at(1).eval_coef, 600, 120);
  EXPECT_EQ(fit->games, 160U);
  EXPECT_EQ(fit->of(ScaleKind::kLogistic).gain, 0);
  EXPECT_LT(fit->of(ScaleKind::kLogistic).log_loss, std::log(2.0));
}

TEST(ScaleFit, AKinkIsFoundAndTheMapIsChosen) {
  const auto fit = fit_scales(ScaledGames(2).positions(600, kinked_score));
  ASSERT_TRUE(fit);
  EXPECT_TRUE(fit->kind == ScaleKind::kIsotonic || fit->kind == ScaleKind::kIsotonicByPhase);
  EXPECT_EQ(fit->kind, fit->nearest());
  EXPECT_GT(fit->of(fit->kind).gain, fit->of(fit->kind).error);
  for (const Scale& scale : fit->scales.of) expect_usable(scale);
}

TEST(ScaleFit, AMapComesNearerToTheTruthThanTheCurve) {
  const auto games = ScaledGames(3).positions(600, kinked_score);
  const auto curve = consensus::fit_coefficient(games);
  ASSERT_TRUE(curve);
  const Scale straight_scale{static_cast<int>(curve->coef)};
  const Scale map = isotonic_scale(games, straight_scale.eval_coef);
  expect_usable(map);
  const auto off = [](const Scale& scale) {
    double sum = 0;
    for (double logit = 0.25; logit < 1.5; logit += 0.25) {
      const int cp = static_cast<int>(std::lround(kinked_score(logit, 1)));
      sum += std::abs(rate_at(cp, scale) - consensus::win_rate_of(logit));
    }
    return sum;
  };
  EXPECT_LT(off(map), off(straight_scale) * 0.7);
}

// The chance of 2900 centipawns rounds to 1 there, and its logarithm's exponential overflows.
TEST(ScaleFit, WithAScaleOfAFewCentipawnsAMapIsChosenOnlyWhereItGains) {
  std::vector<ScoredPosition> positions;
  for (int game = 0; game < 200; ++game) {
    const double result = game % 2;
    const double right = result > 0 ? 1 : -1;
    const int pair = game / 2;
    positions.push_back({pair % 5 == 0 ? -3 * right : 3 * right, result, game, pair, 40});
    positions.push_back({2900 * right, result, game, pair, 80});
  }
  const auto fit = fit_scales(positions);
  ASSERT_TRUE(fit);
  for (const HeldOut& each : fit->held_out) {
    EXPECT_TRUE(std::isfinite(each.log_loss));
    EXPECT_TRUE(std::isfinite(each.error));
  }
  if (fit->kind != ScaleKind::kLogistic) {
    EXPECT_GT(fit->of(fit->kind).gain, fit->of(fit->kind).error);
  }
}

TEST(ScaleFit, FewGamesHardlyBendTheCurve) {
  const auto games = ScaledGames(4).positions(8, kinked_score);
  const Scale map = isotonic_scale(games, 600);
  expect_usable(map);
  for (const int cp : {50, 200, 700, 2500}) {
    EXPECT_NEAR(rate_at(cp, map), rate_at(cp, Scale{600}), 0.08) << cp;
  }
}

TEST(ScaleFit, NothingIsSaidOfScoresThatNobodyGave) {
  std::vector<ScoredPosition> games;
  for (int game = 0; game < 100; ++game) {
    games.push_back({100, game % 5 < 3 ? 1.0 : 0.0, game, game});
  }
  const Scale map = isotonic_scale(games, 600);
  expect_usable(map);
  ASSERT_EQ(map.knots.size(), 1U);
  EXPECT_EQ(map.knots[0].cp, 100);
  EXPECT_NEAR(map.knots[0].win_rate, 0.6 - (0.6 - rate_at(100, Scale{600})) / 3, 1e-6)
      << "100 games against the 50 that are the curve's";
  EXPECT_NEAR(consensus::logit(usi::Score::cp(1300), map),
              consensus::logit(usi::Score::cp(700), map) + 1, 1e-9)
      << "beyond it goes on as the curve does";
}

TEST(ScaleFit, BothSidesAreOne) {
  auto games = ScaledGames(5).positions(40, kinked_score);
  const Scale map = isotonic_scale(games, 600);
  for (ScoredPosition& p : games) {
    p.cp = -p.cp;
    p.result = 1 - p.result;
  }
  EXPECT_EQ(isotonic_scale(games, 600), map);
}

TEST(ScaleFit, ScoresThatMeanTheOppositeStillGiveARisingMap) {
  std::vector<ScoredPosition> games;
  for (int game = 0; game < 200; ++game) {
    games.push_back({10.0 * (game % 50 + 1), game % 4 == 0 ? 1.0 : 0.0, game, game});
  }
  expect_usable(isotonic_scale(games, 600));
  expect_usable(isotonic_scale({}, 600));
  expect_usable(isotonic_scale({}, 1));
}

TEST(ScaleFit, TooFewPairsAndMeaninglessScoresAreNotJudged) {
  EXPECT_FALSE(fit_scales({}));
  EXPECT_FALSE(fit_scales(ScaledGames(6).positions(38, straight))) << "19 pairs";
  std::vector<ScoredPosition> wrong;
  for (int game = 0; game < 100; ++game) wrong.push_back({100, 0, game, game});
  EXPECT_FALSE(fit_scales(wrong));
}

// The second game of each pair tells the first's results: judged apart, memory would pass for
// sense.
TEST(ScaleFit, GamesOfAPairAreHeldOutTogether) {
  std::vector<ScoredPosition> games;
  base::Random random(7);
  for (int pair = 0; pair < 40; ++pair) {
    const double cp = 1 + static_cast<double>(random.below(900));
    const double result = random.below(3) < 2 ? 1 : 0;
    for (const int game : {2 * pair, 2 * pair + 1}) {
      for (int i = 0; i < 5; ++i) games.push_back({cp, result, game, pair});
    }
  }
  const auto pairs = fit_scales(games);
  ASSERT_TRUE(pairs);
  for (ScoredPosition& p : games) p.pair = p.game;
  const auto apart = fit_scales(games);
  ASSERT_TRUE(apart);
  EXPECT_GT(pairs->of(ScaleKind::kIsotonic).error, apart->of(ScaleKind::kIsotonic).error);
}

}  // namespace
}  // namespace gougi::study
