// SPDX-License-Identifier: MIT
#include "study/headroom.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace gougi::study {
namespace {

// Two members, the first of which is the anchor.
HeadroomSample headroom_sample(std::size_t game, double anchor, double other, double whole,
                               double judges, int ply = 1) {
  HeadroomSample sample;
  sample.game = game;
  sample.ply = ply;
  sample.choices = {0, anchor == other ? std::size_t{0} : std::size_t{1}};
  sample.members = {anchor, other};
  sample.whole = whole;
  sample.judges = judges;
  return sample;
}

TEST(Headroom, IsTheBestChoicesGainOverThePriceOfTheWholeHardware) {
  std::vector<HeadroomSample> samples;
  for (std::size_t game = 0; game < 10; ++game) {
    samples.push_back(headroom_sample(game, 0.50, 0.56, 0.54, 0.56));  // gain .06, price .04
    samples.push_back(headroom_sample(game, 0.50, 0.40, 0.54, 0.54));  // gain 0, price .04
  }
  const HeadroomResult result = headroom_of(samples, 0, 1);
  EXPECT_EQ(result.all.positions, 20U);
  EXPECT_EQ(result.all.games, 10U);
  EXPECT_NEAR(result.all.gain.value, 0.03, 1e-12);
  EXPECT_NEAR(result.all.price.value, 0.04, 1e-12);
  ASSERT_TRUE(result.all.rho);
  EXPECT_NEAR(result.all.rho->value, 0.75, 1e-12);
  // All games are alike, so however they are drawn the sums are the same.
  ASSERT_TRUE(result.all.rho->bounds);
  EXPECT_NEAR(result.all.rho->bounds->low, 0.75, 1e-12);
  EXPECT_NEAR(result.all.rho->bounds->high, 0.75, 1e-12);
  EXPECT_NEAR(*headroom_so_far(samples, 0), 0.75, 1e-12);
  ASSERT_EQ(result.members.size(), 2U);
  EXPECT_EQ(result.members[0].value, 0);
  EXPECT_NEAR(result.members[1].value, -0.02, 1e-12);  // (.06 - .10) / 2

  // Seen from the other as the anchor: gains 0 and .10, prices -.02 and .14.
  const HeadroomResult other = headroom_of(samples, 1, 1);
  EXPECT_NEAR(other.all.gain.value, 0.05, 1e-12);
  EXPECT_NEAR(other.all.price.value, 0.06, 1e-12);
  EXPECT_NEAR(other.all.rho->value, 5.0 / 6, 1e-12);
}

TEST(Headroom, IsDrawnAnewByGames) {
  // Ten games of one position: prices 0 but for the last's, .5. Without that in the draw, which is
  // so in (9/10)^10 = 35 % of all, the price is 0.
  std::vector<HeadroomSample> samples;
  for (std::size_t game = 0; game < 9; ++game) {
    samples.push_back(headroom_sample(game, 0.5, 0.5, 0.5, 0.5));
  }
  samples.push_back(headroom_sample(9, 0.25, 0.5, 0.75, 0.75));
  const HeadroomResult result = headroom_of(samples, 0, 7);
  EXPECT_NEAR(result.all.price.value, 0.05, 1e-12);
  ASSERT_TRUE(result.all.price.bounds);
  EXPECT_EQ(result.all.price.bounds->low, 0);
  // Of ten draws three or more are the last in 7.0 % of all, four or more in 1.3 %: the 97.5 % are
  // at three.
  EXPECT_NEAR(result.all.price.bounds->high, 0.15, 1e-12);
  EXPECT_FALSE(result.all.rho) << "the price may be nothing";
  EXPECT_NEAR(*headroom_so_far(samples, 0), 0.5, 1e-12);
  const HeadroomResult again = headroom_of(samples, 0, 7);
  EXPECT_EQ(again.all.gain.bounds->high, result.all.gain.bounds->high);
  // The positions of one game go together: it has the sums of all.
  for (HeadroomSample& sample : samples) sample.game = 3;
  const HeadroomResult alone = headroom_of(samples, 0, 7);
  EXPECT_EQ(alone.all.games, 1U);
  EXPECT_NEAR(alone.all.price.value, 0.05, 1e-12);
  EXPECT_FALSE(alone.all.price.bounds) << "one game says nothing of others";
  EXPECT_FALSE(alone.all.rho);
}

TEST(Headroom, OfTwoJudgesEachChoosesForTheOther) {
  // The members are equal; each judge errs by 8 % in favour of one of them.
  HeadroomSample first = headroom_sample(0, 0.50, 0.58, 0.54, 0.58);
  const HeadroomSample second = headroom_sample(0, 0.58, 0.50, 0.56, 0.50);
  first.choices = second.choices;
  const HeadroomSample both = by_both(first, second);
  EXPECT_NEAR(both.members[0], 0.54, 1e-12);
  EXPECT_NEAR(both.members[1], 0.54, 1e-12);
  EXPECT_NEAR(both.whole, 0.55, 1e-12);
  EXPECT_NEAR(both.judges, 0.54, 1e-12);
  // One alone would see a gain of 8 %; where both see the same, it is one.
  EXPECT_NEAR(*both.best, 0.50, 1e-12);
  EXPECT_NEAR(*by_both(first, first).best, 0.58, 1e-12);
  std::vector<HeadroomSample> samples;
  for (std::size_t game = 0; game < 10; ++game) {
    samples.push_back(by_both(first, second));
    samples.back().game = game;
  }
  const HeadroomResult result = headroom_of(samples, 0, 1);
  EXPECT_NEAR(result.all.gain.value, -0.04, 1e-12);
  EXPECT_NEAR(result.all.price.value, 0.01, 1e-12);
  EXPECT_NEAR(*headroom_so_far(samples, 0), -4, 1e-9);
}

TEST(Headroom, IsNotKnownWhereMoreNodesAreWorse) {
  std::vector<HeadroomSample> samples;
  for (std::size_t game = 0; game < 10; ++game) {
    samples.push_back(headroom_sample(game, 0.5, 0.6, 0.4, 0.6));
  }
  EXPECT_FALSE(headroom_of(samples, 0, 1).all.rho);
  EXPECT_FALSE(headroom_so_far(samples, 0));
  EXPECT_EQ(headroom_of({}, 0, 1).all.positions, 0U);
}

TEST(Headroom, IsToldByPhaseAndByAgreement) {
  EXPECT_EQ(phase_of(1), 0U);
  EXPECT_EQ(phase_of(50), 0U);
  EXPECT_EQ(phase_of(51), 1U);
  EXPECT_EQ(phase_of(100), 1U);
  EXPECT_EQ(phase_of(101), 2U);
  EXPECT_EQ(agreement_of({0, 0, 0}), 0U);
  EXPECT_EQ(agreement_of({0, 1, 0}), 1U);
  EXPECT_EQ(agreement_of({2, 1, 0}), 2U);
  EXPECT_EQ(agreement_of({0, 1, 0, 1}), 2U) << "half is no majority";
  EXPECT_EQ(agreement_of({0, 1}), 2U);

  std::vector<HeadroomSample> samples;
  for (std::size_t game = 0; game < 10; ++game) {
    samples.push_back(headroom_sample(game, 0.5, 0.5, 0.6, 0.6, 50));
    samples.push_back(headroom_sample(game, 0.5, 0.7, 0.6, 0.7, 51));
  }
  const HeadroomResult result = headroom_of(samples, 0, 1);
  EXPECT_NEAR(result.all.rho->value, 1.0, 1e-12);
  EXPECT_NEAR(result.phases[0].rho->value, 0.0, 1e-12);
  EXPECT_NEAR(result.phases[1].rho->value, 2.0, 1e-12);
  EXPECT_EQ(result.phases[2].positions, 0U);
  EXPECT_FALSE(result.phases[2].rho);
  EXPECT_EQ(result.agreement[0].positions, 10U);
  EXPECT_EQ(result.agreement[1].positions, 0U);
  EXPECT_NEAR(result.agreement[2].rho->value, 2.0, 1e-12);
}

TEST(Headroom, CountsWhoDiffersAndIsRightAndTheMovesThatWereNobodys) {
  std::vector<HeadroomSample> samples;
  samples.push_back(headroom_sample(0, 0.50, 0.53, 0.5, 0.53));  // the second is right
  samples.push_back(headroom_sample(1, 0.50, 0.51, 0.5, 0.52));  // too close to say
  samples.push_back(headroom_sample(2, 0.60, 0.51, 0.5, 0.70));  // the first is; nobody's best
  samples.push_back(headroom_sample(3, 0.50, 0.50, 0.5, 0.53));  // the same; nobody's best
  const HeadroomResult result = headroom_of(samples, 0, 1);
  ASSERT_EQ(result.pairs.size(), 1U);
  EXPECT_EQ(result.pairs[0].first, 0U);
  EXPECT_EQ(result.pairs[0].second, 1U);
  EXPECT_EQ(result.pairs[0].different, 3U);
  EXPECT_EQ(result.pairs[0].first_right, 1U);
  EXPECT_EQ(result.pairs[0].second_right, 1U);
  EXPECT_NEAR(result.nobodys.value, 0.5, 1e-12);
}

}  // namespace
}  // namespace gougi::study
