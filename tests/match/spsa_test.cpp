// SPDX-License-Identifier: MIT
#include "match/spsa.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "match/tuning_state.hpp"

namespace gougi::match {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t kPairs = 2;  // an iteration

SpsaSettings five(std::uint64_t iterations, std::uint64_t seed = 1) {
  SpsaSettings settings;
  settings.iterations = iterations;
  settings.seed = seed;
  const double rate = usual_spsa_rate(iterations * kPairs);
  settings.parameters = {{"a", 100, 0, 400, 10, rate},
                         {"b", 50, 0, 1000, 40, rate},
                         {"c", 2000, 0, 4096, 100, rate},
                         {"d", 8, 0, 20, 1, rate},
                         {"e", 300, 0, 600, 20, rate}};
  return settings;
}

const std::vector<double> kBest{140, 250, 1500, 8, 390};

/// The strength of an engine with these numbers: two Elo less one step beside the best.
double elo(const SpsaSettings& settings, const std::vector<std::int64_t>& values) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double steps = (static_cast<double>(values[i]) - kBest[i]) / settings.parameters[i].step;
    sum -= 2 * steps * steps;
  }
  return sum;
}

/// Games with the luck that games have.
double play(const SpsaSettings& settings, const SpsaTrial& trial, base::Random& luck) {
  const double better = elo(settings, trial.plus) - elo(settings, trial.minus);
  const double score = 1 / (1 + std::pow(10, -better / 400));
  int result = 0;
  for (std::uint64_t i = 0; i < 2 * kPairs; ++i) {
    if (luck.unit() < 0.3) continue;  // a draw
    result += luck.unit() < score ? 1 : -1;
  }
  return result;
}

double steps_off(const Spsa& spsa) {
  double sum = 0;
  for (std::size_t i = 0; i < kBest.size(); ++i) {
    const double steps = (spsa.values()[i] - kBest[i]) / spsa.settings().parameters[i].step;
    sum += steps * steps;
  }
  return std::sqrt(sum);
}

Spsa walk(const SpsaSettings& settings, std::uint64_t from, std::vector<double> values,
          std::uint64_t to) {
  Spsa spsa(settings);
  if (from > 0) spsa.go_on_from(from, std::move(values));
  while (spsa.iteration() < to) {
    base::Random luck(1000 + spsa.iteration());
    spsa.learn(play(settings, spsa.trial(), luck));
  }
  return spsa;
}

TEST(Spsa, ClimbsANoisyHillOfFiveNumbers) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const SpsaSettings settings = five(15000, seed);
    const double before = steps_off(Spsa(settings));
    const Spsa spsa = walk(settings, 0, {}, settings.iterations);
    EXPECT_TRUE(spsa.is_finished());
    EXPECT_GT(before, 9);
    EXPECT_LT(steps_off(spsa), before / 5) << seed;
  }
}

TEST(Spsa, AWalkThatIsResumedAnywhereEndsWhereTheWholeOneEnds) {
  const SpsaSettings settings = five(200);
  const Spsa whole = walk(settings, 0, {}, 200);
  for (const std::uint64_t at : {1, 77, 199}) {
    const Spsa first = walk(settings, 0, {}, at);
    TuningState state;
    state.settings = 5;
    state.iteration = first.iteration();
    state.values = first.values();
    const auto read = parse_tuning_state(to_text(state, settings), settings, 5);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(walk(settings, read->iteration, read->values, 200).values(), whole.values());
  }
  EXPECT_NE(walk(five(200, 2), 0, {}, 200).values(), whole.values());
}

TEST(Spsa, TrialsAreWholeNumbersWithinTheBoundsThatDiffer) {
  SpsaSettings settings = five(50);
  settings.parameters[0].start = 0;
  settings.parameters[1].start = 1000;
  settings.parameters[3] = {"d", 8, 0, 20, 0.5, 0.05};
  Spsa spsa(settings);
  int ups = 0;
  while (!spsa.is_finished()) {
    const SpsaTrial trial = spsa.trial();
    for (std::size_t i = 0; i < trial.plus.size(); ++i) {
      for (const auto value : {trial.plus[i], trial.minus[i]}) {
        EXPECT_GE(static_cast<double>(value), settings.parameters[i].least);
        EXPECT_LE(static_cast<double>(value), settings.parameters[i].most);
      }
      EXPECT_NE(trial.plus[i], trial.minus[i]);
    }
    ups += trial.plus[2] > trial.minus[2] ? 1 : 0;
    EXPECT_EQ(trial.plus, spsa.trial().plus);
    spsa.learn(trial.plus[0] > trial.minus[0] ? -4 : 4);  // always down, where it is already
    EXPECT_EQ(spsa.values()[0], 0);
  }
  EXPECT_GT(ups, 10);
  EXPECT_LT(ups, 40);
}

TEST(Spsa, TheLastIterationHasTheStepAndTheRateThatWereGiven) {
  SpsaSettings settings;
  settings.iterations = 1000;
  settings.parameters = {{"x", 5000, 0, 10000, 100, 0.01}};
  Spsa spsa(settings);
  const auto width = [&spsa] {
    const SpsaTrial trial = spsa.trial();
    return std::abs(trial.plus[0] - trial.minus[0]);
  };
  EXPECT_NEAR(static_cast<double>(width()), 200 * std::pow(1000, 0.101), 1);
  spsa.go_on_from(999, {5000});
  EXPECT_EQ(width(), 200);
  spsa.learn(1);
  EXPECT_NEAR(std::abs(spsa.values()[0] - 5000), 0.01 * 100, 1e-9);
}

TEST(Spsa, TheUsualRateIsFishtestsForItsNumberOfGames) {
  EXPECT_DOUBLE_EQ(usual_spsa_rate(30'000), 0.002);
  EXPECT_GT(usual_spsa_rate(3000), 0.01);
  EXPECT_EQ(usual_spsa_rate(1), usual_spsa_rate(0));
  EXPECT_LE(usual_spsa_rate(1), 0.1);
}

class TuningStateTest : public ::testing::Test {
 protected:
  TuningStateTest() {
    state_.settings = 0x1234;
    state_.games = {.losses = 3, .draws = 2, .wins = 7};
    Spsa spsa(settings_);
    state_.values = spsa.values();
    add_point(state_, settings_);
    for (int i = 0; i < 3; ++i) {
      spsa.learn(i - 0.3);
      state_.iteration = spsa.iteration();
      state_.values = spsa.values();
      add_point(state_, settings_);
    }
    text_ = to_text(state_, settings_);
  }

  std::string complaint(const std::string& text, std::uint64_t settings = 0x1234) const {
    const auto read = parse_tuning_state(text, settings_, settings);
    return read ? "none" : read.error().message;
  }
  /// With a check sum that fits, as a hostile file would have it.
  std::string with(const std::string& what, const std::string& instead) const {
    std::string text = text_.substr(0, text_.rfind("end "));
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    text.replace(at, what.size(), instead);
    std::string sum(16, '0');
    std::snprintf(sum.data(), sum.size() + 1, "%016llx",
                  static_cast<unsigned long long>(settings_hash(text)));
    return text + "end " + sum + '\n';
  }

  SpsaSettings settings_ = five(10);
  TuningState state_;
  std::string text_;
};

TEST_F(TuningStateTest, IsReadAsItWasWritten) {
  const auto read = parse_tuning_state(text_, settings_, 0x1234);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->iteration, 3U);
  EXPECT_EQ(read->values, state_.values);
  EXPECT_EQ(read->games, state_.games);
  EXPECT_EQ(read->curve.size(), 4U);
  EXPECT_EQ(to_text(*read, settings_), text_);
}

TEST_F(TuningStateTest, ACurveStaysShort) {
  SpsaSettings longer = five(100'000);
  TuningState state;
  state.values = Spsa(longer).values();
  for (state.iteration = 0; state.iteration <= longer.iterations; ++state.iteration) {
    add_point(state, longer);
  }
  state.iteration = longer.iterations;
  EXPECT_LE(state.curve.size(), 402U);
  EXPECT_EQ(state.curve.back().iteration, 100'000U);
  const std::string text = to_text(state, longer);
  EXPECT_LT(text.size(), kMostStateBytes / 50);
  EXPECT_TRUE(parse_tuning_state(text, longer, 0));
}

TEST_F(TuningStateTest, OneOfOtherSettingsIsRefused) {
  EXPECT_THAT(complaint(text_, 0x1235), HasSubstr("belongs to other settings"));
  EXPECT_THAT(complaint("SQLite format 3"), HasSubstr("is no state of gougi tune"));
  EXPECT_THAT(complaint(""), HasSubstr("is no state of gougi tune"));
}

TEST_F(TuningStateTest, DamageIsSeenWhereverItIs) {
  for (std::size_t i = 0; i < text_.size(); ++i) {
    EXPECT_NE(complaint(text_.substr(0, i)), "none") << i;
    std::string other = text_;
    other[i] = other[i] == '1' ? '2' : '1';  // always another one
    EXPECT_NE(complaint(other), "none") << i;
  }
  EXPECT_NE(complaint(text_ + "x"), "none");
}

TEST_F(TuningStateTest, WhatNoWalkHasIsRefusedWithAnySum) {
  ASSERT_EQ(complaint(with("iteration 3", "iteration 4")), "none");
  const auto refused = HasSubstr("is damaged near line");
  EXPECT_THAT(complaint(with("iteration 3", "iteration 11")), refused);
  EXPECT_THAT(complaint(with("iteration 3", "iteration -3")), refused);
  EXPECT_THAT(complaint(with("iteration 3", "iteration 99999999999999999999")), refused);
  EXPECT_THAT(complaint(with("games 7 2 3", "games 7 2")), refused);
  EXPECT_THAT(complaint(with("games 7 2 3", "games 7 2 3 4")), refused);
  EXPECT_THAT(complaint(with("value c ", "value d ")), refused);
  for (const char* const number :
       {"nan ", "inf ", "-inf ", "1e300 ", "-1 ", "5000 ", "0x10 ", "x "}) {
    EXPECT_THAT(complaint(with("value c ", std::string("value c ") + number)), refused);
    EXPECT_THAT(complaint(with("at 1 ", std::string("at 1 ") + number)), refused);
  }
  EXPECT_THAT(complaint(with("points 4", "points 4000000000")), refused);
  EXPECT_THAT(complaint(with("points 4", "points 3")), refused);
  EXPECT_THAT(complaint(with("at 2", "at 1")), refused);
  EXPECT_THAT(complaint(with("at 3", "at 9")), refused);
  EXPECT_THAT(complaint(with("points", std::string("poi\0nts", 7))), refused);
}

}  // namespace
}  // namespace gougi::match
