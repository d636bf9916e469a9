// SPDX-License-Identifier: MIT
#include "consensus/win_rate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "consensus/mean.hpp"

namespace gougi::consensus {
namespace {

using usi::Mate;
using usi::Score;

TEST(WinRate, IsTheLogisticFunctionOfTheScore) {
  EXPECT_DOUBLE_EQ(win_rate(Score::cp(0), Scale{600}), 0.5);
  EXPECT_NEAR(win_rate(Score::cp(600), Scale{600}), 0.7310586, 1e-7);
  EXPECT_NEAR(win_rate(Score::cp(600), Scale{1200}), 0.6224593, 1e-7);
  for (const int cp : {1, 50, 300, 3000}) {
    EXPECT_NEAR(win_rate(Score::cp(cp), Scale{600}) + win_rate(Score::cp(-cp), Scale{600}), 1.0,
                1e-12);
  }
}

TEST(WinRate, StaysBetweenZeroAndOneForEveryScore) {
  constexpr int kMost = std::numeric_limits<int>::max();
  constexpr int kLeast = std::numeric_limits<int>::min();
  for (const int cp : {kLeast, -32000, 32000, kMost}) {
    for (const int coef : {0, 1, 600, kMost}) {
      EXPECT_GE(win_rate(Score::cp(cp), Scale{coef}), 0.0);
      EXPECT_LE(win_rate(Score::cp(cp), Scale{coef}), 1.0);
    }
  }
  EXPECT_EQ(win_rate(Score::mate_in(3), Scale{600}), 1.0);
  EXPECT_EQ(win_rate(Score::mated_in(3), Scale{600}), 0.0);
}

TEST(WinRate, ComparesOnOneScaleWithMatesBeyondIt) {
  EXPECT_TRUE(compare(Score::cp(300), Scale{600}, Score::cp(500), Scale{1800}) > 0);
  EXPECT_TRUE(compare(Score::cp(100), Scale{600}, Score::cp(200), Scale{1200}) == 0);
  EXPECT_TRUE(compare(Score::cp(100000), Scale{1}, Score::mate_in(99), Scale{600}) < 0);
  EXPECT_TRUE(compare(Score::cp(-100000), Scale{1}, Score::mated_in(99), Scale{600}) > 0);
  EXPECT_TRUE(compare(Score::mate_in(3), Scale{600}, Score::mate_in(5), Scale{600}) > 0);
  // Both are 100 % as win rates.
  EXPECT_TRUE(compare(Score::cp(31000), Scale{600}, Score::cp(30000), Scale{600}) > 0);
}

TEST(WinRate, AScoreAfterAMoveIsTurnedAndItsMateOnePlyLonger) {
  EXPECT_EQ(before_move(Score::cp(40)), Score::cp(-40));
  EXPECT_EQ(before_move(Score::mated_in(4)), Score::mate_in(5));
  EXPECT_EQ(before_move(Score::mate_in(3)), Score::mated_in(4));
  EXPECT_EQ(before_move(Score::mated_in(0)), Score::mate_in(1));  // "mate 0": mated there
  EXPECT_EQ(before_move(Score{Mate{true, std::nullopt}}), (Score{Mate{false, std::nullopt}}));
}

Mean mean(std::initializer_list<Score> scores) {
  Mean out;
  for (const Score& score : scores) out.add(score, Scale{600}, 1.0);
  return out;
}

TEST(Mean, IsOfLogitsByWeight) {
  Mean weighted;
  weighted.add_logit(1.2, 3.0);
  weighted.add_logit(-0.4, 1.0);
  EXPECT_DOUBLE_EQ(weighted.logit(), 0.8);
  EXPECT_NEAR(mean({Score::cp(100), Score::cp(-100)}).logit(), 0.0, 1e-12);
  EXPECT_NEAR(mean({Score::cp(3000), Score::cp(0)}).logit(), 2.5, 1e-12);
  EXPECT_EQ(weighted.phrase().en, "69.0%");
  EXPECT_EQ(weighted.phrase().ja, "勝率69.0%");
}

TEST(Mean, AMateThatOneSeesBeatsEveryMeanAndTheShorterIsTheBetter) {
  const Mean mates = mean({Score::cp(-500), Score::mate_in(7)});
  EXPECT_TRUE(better(mates, mean({Score::cp(3000), Score::cp(3000)})));
  EXPECT_TRUE(better(mean({Score::mate_in(5), Score::cp(-500)}), mates));
  EXPECT_FALSE(better(mates, mean({Score::mate_in(5), Score::mate_in(9)})));
  EXPECT_EQ(mates.phrase().en, "mate in 7");
}

TEST(Mean, AMateAgainstItThatOneSeesLosesToEveryMeanAndTheLongerIsTheBetter) {
  const Mean mated = mean({Score::cp(500), Score::mated_in(4)});
  EXPECT_TRUE(better(mean({Score::cp(-3000)}), mated));
  EXPECT_TRUE(better(mean({Score::mated_in(8)}), mated));
  EXPECT_TRUE(better(mated, mean({Score::mated_in(8), Score::mated_in(2)})));
}

TEST(Mean, ContradictingMatesCancelEachOther) {
  const Mean both = mean({Score::mate_in(5), Score::mated_in(4)});
  EXPECT_DOUBLE_EQ(both.logit(), 0.0);
  EXPECT_TRUE(better(mean({Score::cp(10)}), both));
  EXPECT_TRUE(better(both, mean({Score::cp(-10)})));
}

TEST(Mean, AProofStandsAboveAllClaims) {
  Mean proven = mean({Score::mated_in(2)});
  proven.add_proof();
  EXPECT_TRUE(better(proven, mean({Score::mate_in(3)})));
  EXPECT_TRUE(better(proven, mean({Score::cp(3000)})));
}

TEST(Mean, TheOrderOfAddingBreaksNoTie) {
  const Mean there = mean({Score::cp(123), Score::cp(-77), Score::cp(311)});
  const Mean back = mean({Score::cp(311), Score::cp(-77), Score::cp(123)});
  EXPECT_FALSE(better(there, back));
  EXPECT_FALSE(better(back, there));
}

TEST(Mean, NothingIsBetterThanTheUnknownOnlyBeingKnown) {
  EXPECT_TRUE(better(mean({Score::mated_in(2)}), Mean{}));
  EXPECT_FALSE(better(Mean{}, mean({Score::mated_in(2)})));
  EXPECT_FALSE(better(Mean{}, Mean{}));
}

}  // namespace
}  // namespace gougi::consensus
