// SPDX-License-Identifier: MIT
// 勝率に応じた確率合議: what each cast of the dice comes to.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "consensus/councils.hpp"

namespace gougi::consensus {
namespace {

int softmax(const std::vector<Voter>& voters, double dice, double temperature = 0.05) {
  Council council{voters};
  council.facts.dice = dice;
  council.facts.numbers.temperature = temperature;
  return winner("softmax", council);
}

/// How often each voter's ballot is drawn by evenly spread dice, of 1.
std::map<int, double> shares(const std::vector<Voter>& voters, double temperature) {
  constexpr int kCasts = 10000;
  std::map<int, double> out;
  for (int i = 0; i < kCasts; ++i) {
    out[softmax(voters, (i + 0.5) / kCasts, temperature)] += 1.0 / kCasts;
  }
  return out;
}

TEST(Softmax, DrawsInProportionToTheExponentOfTheWinRate) {
  const std::vector voters{at(1, kA, 0), at(2, kB, 600)};
  const double odds = std::exp((1.0 / (1.0 + std::exp(-1.0)) - 0.5) / 0.2);
  auto drawn = shares(voters, 0.2);
  EXPECT_NEAR(drawn[1], 1.0 / (1.0 + odds), 2e-4);
  EXPECT_NEAR(drawn[2], odds / (1.0 + odds), 2e-4);
}

TEST(Softmax, DrawsInProportionToTheWeight) {
  auto drawn = shares({at(1, kA, 0), weighing(3.0, at(2, kB, 0))}, 0.05);
  EXPECT_NEAR(drawn[1], 0.25, 2e-4);
}

TEST(Softmax, TheSameMoveHasTheChancesOfAllItsBallots) {
  auto drawn = shares({at(1, kA, 0), at(2, kB, 0), at(3, kA, 0), at(4, kA, 0)}, 0.05);
  EXPECT_NEAR(drawn[1] + drawn[3] + drawn[4], 0.75, 2e-4);
}

TEST(Softmax, TheSameDiceDrawTheSame) {
  const std::vector voters{at(1, kA, 0), at(2, kB, 30), at(3, kC, 10)};
  for (double dice = 0.0; dice < 1.0; dice += 0.01) {
    EXPECT_EQ(softmax(voters, dice), softmax(voters, dice));
  }
}

TEST(Softmax, EveryCastDrawsSomebody) {
  const std::vector voters{at(1, kA, -30000), at(2, kB, 30000), at(3, kC, -30000)};
  for (const double dice : {0.0, 0.5, std::nextafter(1.0, 0.0)}) {
    for (const double temperature : {0.0, 1e-9, 0.05, 1e9}) {
      EXPECT_GT(softmax(voters, dice, temperature), 0);
    }
    EXPECT_EQ(softmax(voters, dice, 0.001), 2);
  }
}

TEST(Softmax, IsMeasuredOnOneScale) {
  auto coarse = at(2, kB, 300);
  coarse.scale.eval_coef = 3000;
  auto drawn = shares({at(1, kA, 60), coarse}, 0.05);
  EXPECT_NEAR(drawn[1], 0.5, 2e-4);
}

TEST(Softmax, AMissingScoreIsNotDrawnUnlessAllAreMissing) {
  EXPECT_EQ(shares({voter(1, kA), at(2, kB, -900)}, 0.05).size(), 1U);
  EXPECT_EQ(softmax({voter(1, kA), at(2, kB, -900)}, 0.0), 2);
  EXPECT_EQ(softmax({voter(1, kA), voter(2, kB)}, 0.9), 1);
}

TEST(Softmax, NoLotIsDrawnOverMates) {
  for (const double dice : {0.0, 0.3, 0.6, 0.99}) {
    EXPECT_EQ(
        softmax({at(1, kA, 900), voter(2, kB, Score::mate_in(7)), voter(3, kC, Score::mate_in(5))},
                dice, 10.0),
        3);
    EXPECT_EQ(softmax({voter(1, kA, Score::mated_in(4)), at(2, kB, -3000)}, dice, 10.0), 2);
    EXPECT_EQ(softmax({voter(1, kA, Score::mated_in(4)), voter(2, kB, Score::mated_in(8))}, dice),
              2);
  }
}

TEST(Softmax, SaysTheChance) {
  Council council{{at(1, kA, 0), at(2, kB, 0)}};
  council.facts.dice = 0.7;
  EXPECT_EQ(reason("softmax", council), "drawn by lot: 50.0%, its chance was 50.0%");
  EXPECT_EQ(reason_ja("softmax", council), "抽選：勝率50.0%、選ばれる確率50.0%");
}

}  // namespace
}  // namespace gougi::consensus
