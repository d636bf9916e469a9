// SPDX-License-Identifier: MIT
// The sequential test, against worked examples that other programs publish (fastchess,
// tests/sprt_test.cpp, whose figures are those of the Fishtest framework) and against known truth.
#include "match/sprt.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/random.hpp"
#include "match/strength.hpp"
#include "sanitized.hpp"

namespace gougi::match {
namespace {

double games_llr(EloModel model, double elo0, double elo1, Trinomial games) {
  return log_likelihood_ratio({.elo0 = elo0, .elo1 = elo1, .model = model}, observations(games));
}
double pairs_llr(EloModel model, double elo0, double elo1, Pentanomial pairs) {
  return log_likelihood_ratio({.elo0 = elo0, .elo1 = elo1, .model = model}, observations(pairs));
}

TEST(Sprt, AgreesWithPublishedExamplesOfSingleGames) {
  constexpr auto kN = EloModel::kNormalized;
  constexpr auto kL = EloModel::kLogistic;
  EXPECT_NEAR(games_llr(kN, 0, 2, {36027, 68692, 36433}), 0.92, 0.005);
  EXPECT_NEAR(games_llr(kN, -1.75, 0.25, {10650, 20431, 10871}), 2.30, 0.005);
  EXPECT_NEAR(games_llr(kL, 0.5, 2.5, {21184, 40708, 21404}), -1.57, 0.005);
  EXPECT_NEAR(games_llr(kL, 0, 2, {57030, 106593, 57433}), -2.59, 0.005);
}

TEST(Sprt, AgreesWithPublishedExamplesOfPairs) {
  constexpr auto kN = EloModel::kNormalized;
  constexpr auto kL = EloModel::kLogistic;
  EXPECT_NEAR(pairs_llr(kN, 0, 2, {{365, 16618, 36029 + 200, 16974, 390}}), 2.25, 0.005);
  EXPECT_NEAR(pairs_llr(kN, -1.75, 0.25, {{127, 4883, 10311 + 401, 5150, 104}}), 3.01, 0.005);
  EXPECT_NEAR(pairs_llr(kL, 0.5, 2.5, {{223, 9863, 20279 + 1000, 10037, 246}}), -3.07, 0.005);
  EXPECT_NEAR(pairs_llr(kL, 0, 2, {{871, 26175, 55003 + 980, 26678, 821}}), -4.98, 0.005);
}

TEST(Sprt, BoundsAreWaldsAndTheVerdictFollowsThem) {
  const SprtSettings settings{.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.1};
  const SprtState none = sprt(settings, observations(Pentanomial{}));
  EXPECT_EQ(none.llr, 0);
  EXPECT_NEAR(none.lower, std::log(0.1 / 0.95), 1e-12);
  EXPECT_NEAR(none.upper, std::log(0.9 / 0.05), 1e-12);
  EXPECT_EQ(none.verdict, SprtVerdict::kGoOn);
  EXPECT_EQ(sprt(settings, observations(Pentanomial{{10, 200, 800, 400, 60}})).verdict,
            SprtVerdict::kH1);
  EXPECT_EQ(sprt(settings, observations(Pentanomial{{60, 400, 800, 200, 10}})).verdict,
            SprtVerdict::kH0);
}

TEST(Sprt, AFirstObservationOfAnyKindHasARatio) {
  for (const auto model : {EloModel::kLogistic, EloModel::kNormalized}) {
    for (std::size_t i = 0; i < 5; ++i) {
      Pentanomial one;
      ++one.pairs[i];
      const double llr = pairs_llr(model, 0, 20, one);
      EXPECT_TRUE(std::isfinite(llr));
      EXPECT_LT(std::abs(llr), 1.0) << i;
    }
  }
}

TEST(Sprt, RefusesBoundsThatCannotBe) {
  EXPECT_TRUE(check({}));
  EXPECT_FALSE(check({.elo0 = 5, .elo1 = 5}));
  EXPECT_FALSE(check({.alpha = 0}));
  EXPECT_FALSE(check({.beta = 0.5}));
  EXPECT_FALSE(check({.elo0 = 0, .elo1 = 4000}));
  EXPECT_FALSE(check({.elo0 = 0, .elo1 = std::nan("")}));
}

Pentanomial any_pairs(base::Random& random) {
  Pentanomial tally;
  const std::uint64_t most = std::array<std::uint64_t, 4>{3, 30, 1000, 100'000}[random.below(4)];
  for (std::uint64_t& count : tally.pairs) count = random.below(2) == 0 ? 0 : random.below(most);
  return tally;
}
double score_of(const Pentanomial& tally) {
  double sum = 0;
  for (std::size_t i = 0; i < 5; ++i) sum += static_cast<double>(i * tally.pairs[i]);
  return sum / (4 * static_cast<double>(tally.count()));
}

// Whatever the bounds are that are allowed.
TEST(Sprt, WhoHasLessThanHalfOfThePointsIsNeverTakenForTheBetter) {
  base::Random random(5);
  for (int i = 0; i < 5000; ++i) {
    const Pentanomial tally = any_pairs(random);
    if (tally.count() == 0) continue;
    Pentanomial mirrored = tally;
    std::reverse(mirrored.pairs.begin(), mirrored.pairs.end());
    const double elo0 = static_cast<double>(random.below(400));
    const double elo1 =
        elo0 + 1 + static_cast<double>(random.below(400 - static_cast<std::uint64_t>(elo0)));
    for (const auto model : {EloModel::kLogistic, EloModel::kNormalized}) {
      ASSERT_TRUE(check({.elo0 = elo0, .elo1 = elo1, .model = model}));
      const double llr = pairs_llr(model, elo0, elo1, tally);
      ASSERT_TRUE(std::isfinite(llr)) << elo0 << " " << elo1;
      EXPECT_NEAR(pairs_llr(model, -elo1, -elo0, mirrored), -llr, 1e-6 * (1 + std::abs(llr)))
          << elo0 << " " << elo1;
      if (score_of(tally) <= 0.5) {
        EXPECT_LE(llr, 0.0) << elo0 << " " << elo1;
      }
    }
  }
}

using Chances = std::array<double, 5>;

// Pairs of two equal engines on openings of which some favour one colour.
constexpr Chances kEqual{0.06, 0.22, 0.44, 0.22, 0.06};

double mean_of(const Chances& chances) {
  double mean = 0;
  for (std::size_t i = 0; i < 5; ++i) mean += chances[i] * static_cast<double>(i) / 4;
  return mean;
}
double true_elo(const Chances& chances, EloModel model) {
  const double mean = mean_of(chances);
  if (model == EloModel::kLogistic) return elo_of_score(mean);
  double variance = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    variance += chances[i] * std::pow(static_cast<double>(i) / 4 - mean, 2);
  }
  return (mean - 0.5) / std::sqrt(2 * variance) * kNormalizedEloUnit;
}

// kEqual leaning to one side until its strength is `elo`.
Chances leaning(double elo, EloModel model) {
  double low = -5;
  double high = 5;
  Chances result = kEqual;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    double sum = 0;
    for (std::size_t k = 0; k < 5; ++k) {
      result[k] = kEqual[k] * std::exp(middle * (static_cast<double>(k) - 2));
      sum += result[k];
    }
    for (double& chance : result) chance /= sum;
    (true_elo(result, model) < elo ? low : high) = middle;
  }
  return result;
}

SprtVerdict simulate(const SprtSettings& settings, const Chances& chances, base::Random& random) {
  Pentanomial tally;
  for (;;) {
    double u = random.unit();
    std::size_t i = 0;
    while (i < 4 && u >= chances[i]) u -= chances[i++];
    ++tally.pairs[i];
    const SprtState state = sprt(settings, observations(tally));
    if (state.verdict != SprtVerdict::kGoOn) return state.verdict;
  }
}

class SprtRates : public ::testing::TestWithParam<EloModel> {};

// Exactly at elo0 and elo1, where errors are likeliest.
TEST_P(SprtRates, In2000TestsBothKindsOfErrorStayWithinTheirRates) {
  if (kBrief) GTEST_SKIP() << "a matter of statistics, not of memory";
  const SprtSettings settings{
      .elo0 = 0, .elo1 = 25, .alpha = 0.05, .beta = 0.05, .model = GetParam()};
  constexpr int kTests = 2000;
  base::Random random(2026);
  int false_positives = 0;
  int false_negatives = 0;
  const Chances h0 = leaning(settings.elo0, settings.model);
  const Chances h1 = leaning(settings.elo1, settings.model);
  for (int i = 0; i < kTests; ++i) {
    false_positives += simulate(settings, h0, random) == SprtVerdict::kH1 ? 1 : 0;
    false_negatives += simulate(settings, h1, random) == SprtVerdict::kH0 ? 1 : 0;
  }
  RecordProperty("false_positives", false_positives);
  RecordProperty("false_negatives", false_negatives);
  // Not more often than a rate of alpha (beta) shows in 95 % of such series.
  const auto most = [](double rate) {
    return kTests * rate + 1.645 * std::sqrt(kTests * rate * (1 - rate));
  };
  EXPECT_LE(false_positives, most(settings.alpha));
  EXPECT_LE(false_negatives, most(settings.beta));
  // And the test is not so strict that it says nothing: half of the rates are used.
  EXPECT_GE(false_positives, kTests * settings.alpha / 2);
  EXPECT_GE(false_negatives, kTests * settings.beta / 2);
}

INSTANTIATE_TEST_SUITE_P(Models, SprtRates,
                         ::testing::Values(EloModel::kLogistic, EloModel::kNormalized),
                         [](const auto& model) {
                           return model.param == EloModel::kLogistic ? "Logistic" : "Normalized";
                         });

}  // namespace
}  // namespace gougi::match
