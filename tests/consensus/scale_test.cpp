// SPDX-License-Identifier: MIT
#include "consensus/scale.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "consensus/councils.hpp"
#include "consensus/win_rate.hpp"

namespace gougi::consensus {
namespace {

// Steeper than its coefficient up to 300, nearly flat up to 2000.
const Scale kKinked{600, {{100, 0.6}, {300, 0.75}, {2000, 0.8}}};

PhaseScales only_in(std::size_t phase, const Scale& scale) {
  PhaseScales scales;
  scales.of.at(phase) = scale;
  return scales;
}

Verdict choice_of_rule(std::string_view rule, const Council& council) {
  return decide(*find_strategy(rule), council);
}
int chosen(std::string_view rule, const Council& council) {
  return std::get<Decided>(choice_of_rule(rule, council)).voter;
}

TEST(Scale, AMapGoesThroughItsKnotsAndIsItsOwnMirror) {
  for (const ScaleKnot& knot : kKinked.knots) {
    const int cp = static_cast<int>(knot.cp);
    EXPECT_NEAR(win_rate(Score::cp(cp), kKinked), knot.win_rate, 1e-12);
    EXPECT_NEAR(win_rate(Score::cp(-cp), kKinked), 1 - knot.win_rate, 1e-12);
  }
  EXPECT_EQ(logit(Score::cp(0), kKinked), 0.0);
  EXPECT_EQ(logit(Score::mate_in(3), kKinked), std::numeric_limits<double>::infinity());
}

TEST(Scale, BetweenKnotsItIsLinearInLogitAndBeyondThemItRisesAsTheCoefficientHasIt) {
  const auto at = [](int cp) { return logit(Score::cp(cp), kKinked); };
  EXPECT_NEAR(at(50), at(100) / 2, 1e-12);
  EXPECT_NEAR(at(200), (at(100) + at(300)) / 2, 1e-12);
  EXPECT_NEAR(at(2600), at(2000) + 1, 1e-12);
  EXPECT_NEAR(at(-2600), at(-2000) - 1, 1e-12);
}

TEST(Scale, ItRisesEverywhere) {
  double last = logit(Score::cp(-5000), kKinked);
  for (int cp = -4999; cp <= 5000; ++cp) {
    const double now = logit(Score::cp(cp), kKinked);
    ASSERT_GT(now, last) << cp;
    last = now;
  }
  for (const int cp : {std::numeric_limits<int>::min(), std::numeric_limits<int>::max()}) {
    EXPECT_GE(win_rate(Score::cp(cp), kKinked), 0.0);
    EXPECT_LE(win_rate(Score::cp(cp), kKinked), 1.0);
  }
}

TEST(Scale, AWinRateIsFoundAgainAsCentipawns) {
  for (const int cp : {-4000, -2000, -700, -1, 0, 60, 100, 250, 1999, 2500}) {
    EXPECT_NEAR(centipawns_at(logit(Score::cp(cp), kKinked), kKinked), cp, 1e-6);
    EXPECT_NEAR(centipawns_at(logit(Score::cp(cp), Scale{370}), Scale{370}), cp, 1e-6);
  }
  EXPECT_EQ(centipawns_at(3, Scale{600}), 1800);
}

TEST(Scale, EachPhaseHasItsOwn) {
  const PhaseScales scales = only_in(1, kKinked);
  EXPECT_EQ(scales.at(50), Scale{});
  EXPECT_EQ(scales.at(51), kKinked);
  EXPECT_EQ(scales.at(100), kKinked);
  EXPECT_EQ(scales.at(101), Scale{});
  EXPECT_TRUE(scales.has_map());
  EXPECT_FALSE(PhaseScales::all(Scale{700}).has_map());
}

// Engine 1 says 2000 and means little; engine 2 says 1000 and means it.
TEST(Scale, EveryRuleThatComparesValuesGoesByTheMap) {
  Council council{{at(1, kA, 2000), at(2, kB, 1000)}};
  council.voters[0].ballot->lines = {{kA, Score::cp(2000)}, {kB, Score::cp(1000)}};
  council.voters[1].ballot->lines = {{kB, Score::cp(1000)}, {kA, Score::cp(300)}};
  council.facts.dice = 0.999999;
  EXPECT_EQ(chosen("optimistic", council), 1);
  EXPECT_EQ(chosen("pessimistic", council), 2);
  EXPECT_EQ(chosen("average", council), 1);
  council.voters[0].scale = kKinked;
  EXPECT_EQ(chosen("optimistic", council), 2);
  EXPECT_EQ(chosen("pessimistic", council), 1);
  EXPECT_EQ(chosen("average", council), 2);
  const Verdict verdict = choice_of_rule("pessimistic", council);
  EXPECT_EQ(std::get<Decided>(verdict).reason, "lowest value of all: 80.0%");
  council.facts.numbers.temperature = 0.0001;
  EXPECT_EQ(chosen("softmax", council), 2);
}

TEST(Scale, ARiseIsOneOnTheMap) {
  Council council{{at(1, kA, 2000), at(2, kB, 500)}};
  council.voters[0].previous = Score::cp(1000);
  council.voters[1].previous = Score::cp(0);
  EXPECT_EQ(chosen("optimistic-rise", council), 1);
  council.voters[0].scale = kKinked;
  EXPECT_EQ(chosen("optimistic-rise", council), 2);
}

TEST(Scale, AVetoIsOneOnTheJudgesMap) {
  Council council{{at(1, kA, 100), at(2, kA, 100), at(3, kB, 2000)}};
  council.replies = {reply(3, kA, -400)};  // 400 of its own 2000
  EXPECT_EQ(chosen("veto", council), 3);
  council.voters[2].scale = kKinked;
  EXPECT_EQ(chosen("veto", council), 1);
}

TEST(Scale, AHandOverAfterADropIsByWhatTheScoresAreWorth) {
  Facts facts;
  facts.ply = 5;
  facts.engines = 2;
  facts.history = {{1, 1, Score::cp(1900)}, {3, 1, Score::cp(1500)}};
  const std::vector<int> both{1, 2};
  const auto seats = [&] { return find_strategy("rotate-drop")->seats(facts, both); };
  EXPECT_EQ(seats(), std::vector<int>{2}) << "it fell by 400";
  facts.members = {{.number = 1, .scales = PhaseScales::all(kKinked)}, {.number = 2}};
  EXPECT_EQ(seats(), std::vector<int>{1}) << "which is worth no 100 there";
  facts.history = {{1, 1, Score::cp(300)}, {3, 1, Score::cp(250)}};
  EXPECT_EQ(seats(), std::vector<int>{2}) << "and here 50 are";
  facts.members[0].scales = PhaseScales::all(Scale{600});
  EXPECT_EQ(seats(), std::vector<int>{1}) << "without a map they are 50";
}

TEST(Scale, ProgressAndVerificationGoByTheMembersMaps) {
  Facts facts;
  facts.ply = 40;
  facts.members = {{.number = 1, .opening = 2}, {.number = 2, .middle = 2}};
  facts.history = {{36, 1, Score::cp(1200)}, {38, 1, Score::cp(1200)}};
  const std::vector<int> both{1, 2};
  const auto seats = [&] { return find_strategy("relay-by-progress")->seats(facts, both); };
  EXPECT_EQ(seats(), std::vector<int>{2}) << "it is decided, and so the middle game";
  facts.members[0].scales = only_in(0, Scale{600, {{1200, 0.6}}});
  EXPECT_EQ(seats(), std::vector<int>{1});
  facts.members[0].scales = only_in(1, Scale{600, {{1200, 0.6}}});
  EXPECT_EQ(seats(), std::vector<int>{2}) << "the map of another phase";
}

}  // namespace
}  // namespace gougi::consensus
