// SPDX-License-Identifier: MIT
#include "study/ridge_logit.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"

namespace gougi::study {
namespace {

std::vector<LogitCase> drawn_cases(const std::vector<double>& truth, int count) {
  base::Random random(7);
  std::vector<LogitCase> cases;
  for (int i = 0; i < count; ++i) {
    LogitCase& each = cases.emplace_back();
    double z = 0;
    for (const double t : truth) {
      each.x.push_back(random.unit() * 2 - 1);
      z += t * each.x.back();
    }
    each.is_so = random.unit() < 1 / (1 + std::exp(-z));
  }
  return cases;
}

TEST(RidgeLogit, FindsTheWeightsThatMadeTheCases) {
  const auto weights = ridge_logit(drawn_cases({2, -1, 0}, 20'000), 3, 0.1);
  EXPECT_NEAR(weights[0], 2, 0.15);
  EXPECT_NEAR(weights[1], -1, 0.15);
  EXPECT_NEAR(weights[2], 0, 0.1);
}

TEST(RidgeLogit, ALargerRidgeDrawsThemTowardsNothing) {
  const auto cases = drawn_cases({2, -1, 0}, 500);
  double before = 10;
  for (const double ridge : {0.1, 10.0, 1000.0, 1e9}) {
    const double now = std::abs(ridge_logit(cases, 3, ridge)[0]);
    EXPECT_LT(now, before) << ridge;
    before = now;
  }
  EXPECT_NEAR(before, 0, 1e-5);
}

TEST(RidgeLogit, BearsCasesThatNothingContradictsAndNoneAtAll) {
  const std::vector<LogitCase> sure{{{1}, true, 1}, {{-1}, false, 3}};
  const auto weights = ridge_logit(sure, 1, 1e-6);
  EXPECT_TRUE(std::isfinite(weights[0]));
  EXPECT_GT(weights[0], 5);
  EXPECT_EQ(ridge_logit({}, 2, 1), (std::vector<double>{0, 0}));
  EXPECT_EQ(ridge_logit({{{1, 1}, true, 0}}, 2, 1), (std::vector<double>{0, 0}));
  EXPECT_TRUE(std::isfinite(ridge_logit({{{0}, true, 1}}, 1, 1)[0]));
}

TEST(RidgeLogit, ACaseOfTwiceTheWeightIsTwoCases) {
  std::vector<LogitCase> twice = drawn_cases({1, 1}, 50);
  std::vector<LogitCase> heavy = twice;
  for (int i = 0; i < 50; ++i) twice.push_back(twice[static_cast<std::size_t>(i)]);
  for (LogitCase& each : heavy) each.weight = 2;
  // The ridge is laid beside the sum of cases.
  const auto first = ridge_logit(twice, 2, 2);
  const auto second = ridge_logit(heavy, 2, 1);
  EXPECT_NEAR(first[0], second[0], 1e-6);
  EXPECT_NEAR(first[1], second[1], 1e-6);
}

}  // namespace
}  // namespace gougi::study
