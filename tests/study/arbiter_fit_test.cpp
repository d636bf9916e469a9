// SPDX-License-Identifier: MIT
#include "study/arbiter_fit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.hpp"
#include "notation/freeze.hpp"

namespace gougi::study {
namespace {

using ::testing::HasSubstr;

const std::vector<std::string> kArbiterNames{"balanced", "attack", "defence"};

/// Judged positions of a world in which something is to be found, or nothing is.
class ArbiterWorld {
 public:
  explicit ArbiterWorld(std::uint64_t seed) : random_(seed) {}

  /// `truth`: what the challenger's move is worth over the anchor's, given its search's steadiness
  /// in [0, 1] and its value over the anchor's in centipawns.
  template <class Truth>
  std::vector<ArbiterSample> positions(int games, int each, const Truth& truth) {
    std::vector<ArbiterSample> samples;
    for (int game = 0; game < games; ++game) {
      for (int i = 0; i < each; ++i) samples.push_back(position(game, truth));
    }
    return samples;
  }
  double noise() { return random_.unit() + random_.unit() + random_.unit() - 1.5; }

 private:
  template <class Truth>
  ArbiterSample position(int game, const Truth& truth) {
    ArbiterSample sample;
    sample.game = static_cast<std::size_t>(game);
    sample.council.facts.ply = 1 + static_cast<int>(random_.below(150));
    sample.council.facts.may_ask = false;
    sample.council.facts.may_declare = false;
    sample.whole = 0.5;
    for (int i = 0; i < 3; ++i) {
      sample.council.facts.members.push_back(
          {.number = i + 1, .name = kArbiterNames[static_cast<std::size_t>(i)]});
      const bool differs = i > 0 && random_.below(2) == 0;
      const double steady = random_.unit();
      const int cp = static_cast<int>(100 * noise());
      sample.council.voters.push_back(voter(i + 1, differs ? i : 0, steady, cp));
      sample.win_rates.push_back(differs ? std::clamp(0.5 + truth(steady, cp), 0.0, 1.0) : 0.5);
    }
    return sample;
  }

  static consensus::Voter voter(int number, int move, double steady, int cp) {
    constexpr const char* kMoves[] = {"7g7f", "2g2f", "5g5f"};
    const auto mine = notation::parse_freeze_move(kMoves[move])->move;
    const auto before = notation::parse_freeze_move("1g1f")->move;
    consensus::Voter voter;
    voter.number = number;
    consensus::Ballot& ballot = voter.ballot.emplace();
    ballot.choice = mine;
    ballot.score = usi::Score::cp(cp);
    ballot.pv = {mine};
    ballot.depth = 12;
    ballot.nodes = 1000;
    const auto changed = static_cast<std::int64_t>(1000 * (1 - steady));
    ballot.course = {{11, changed, before, usi::Score::cp(cp)},
                     {12, 1000, mine, usi::Score::cp(cp)}};
    return voter;
  }

  base::Random random_;
};

const HeadroomEstimate& gain_of(const ArbiterFit& fit, const std::string& name) {
  return std::ranges::find(fit.gains, name, &ArbiterGain::name)->gain;
}

TEST(ArbiterFit, FindsThePlantedRuleAndGainsByItOnGamesThatItHasNotSeen) {
  ArbiterWorld world(3);
  // Steady challengers are right, others wrong; values say nothing.
  const auto samples = world.positions(
      80, 6, [&](double steady, int) { return 0.1 * (2 * steady - 1) + 0.02 * world.noise(); });
  const auto fit = fit_arbiter(samples, kArbiterNames, "balanced", 1);
  ASSERT_TRUE(fit) << fit.error().message;
  EXPECT_EQ(fit->positions, 480U);
  EXPECT_EQ(fit->games, 80U);
  EXPECT_LT(fit->log_loss, fit->base_loss);
  EXPECT_NEAR(fit->base_loss, 0.693, 0.001);
  for (const double tau : fit->model.taus) EXPECT_LT(tau, 1);
  const auto& steady =
      fit->model.weights[static_cast<std::size_t>(consensus::ArbiterFeature::kSteady)];
  EXPECT_GT(steady, 1);
  for (std::size_t i = 0; i < consensus::kArbiterFeatureCount; ++i) {
    EXPECT_LE(fit->model.weights.at(i), steady) << consensus::kArbiterFeatures.at(i);
  }
  const HeadroomEstimate& arbiter = gain_of(*fit, "arbiter");
  ASSERT_TRUE(arbiter.bounds);
  EXPECT_GT(arbiter.bounds->low, 0);
  EXPECT_LE(arbiter.value, gain_of(*fit, "perfect choice").value);
  EXPECT_GT(arbiter.value, gain_of(*fit, "majority").value);
}

TEST(ArbiterFit, OfPureNoiseNobodyEverOverrulesTheAnchor) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    ArbiterWorld world(seed);
    const auto samples = world.positions(60, 5, [&](double, int) { return 0.1 * world.noise(); });
    const auto fit = fit_arbiter(samples, kArbiterNames, "balanced", seed);
    ASSERT_TRUE(fit) << fit.error().message;
    EXPECT_EQ(fit->model.taus, (consensus::PhaseNumbers{1, 1, 1})) << seed;
    EXPECT_GT(fit->log_loss, fit->base_loss - 0.02);
  }
}

TEST(ArbiterFit, TheSameDataAndSeedGiveTheSameModel) {
  ArbiterWorld world(5);
  const auto samples =
      world.positions(20, 4, [&](double, int cp) { return cp / 2000.0 + 0.02 * world.noise(); });
  const auto first = fit_arbiter(samples, kArbiterNames, "attack", 9);
  const auto second = fit_arbiter(samples, kArbiterNames, "attack", 9);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->model, second->model);
  EXPECT_EQ(first->log_loss, second->log_loss);
  EXPECT_EQ(first->model.anchor, "attack");
  EXPECT_EQ(gain_of(*first, "arbiter").value, gain_of(*second, "arbiter").value);
}

TEST(ArbiterFit, TellsHowFarItIsAndMayBeGivenUp) {
  ArbiterWorld world(5);
  const auto samples = world.positions(20, 5, [](double, int) { return 0.1; });
  std::vector<std::uint64_t> told;
  const auto progress = [&](std::uint64_t done, std::uint64_t all) {
    told.push_back(done);
    EXPECT_GT(all, done);
    return told.size() < 3;
  };
  const auto fit = fit_arbiter(samples, kArbiterNames, "balanced", 1, progress);
  ASSERT_FALSE(fit);
  EXPECT_THAT(fit.error().message, ::testing::HasSubstr("interrupted"));
  EXPECT_EQ(told, (std::vector<std::uint64_t>{0, 1, 2}));
}

TEST(ArbiterFit, TooFewGamesAndMovesThatNeverDifferAreRefused) {
  ArbiterWorld world(1);
  const auto nothing = [](double, int) { return 0.0; };
  const auto few = fit_arbiter(world.positions(9, 5, nothing), kArbiterNames, "balanced", 1);
  ASSERT_FALSE(few);
  EXPECT_THAT(few.error().message, HasSubstr("9 games are too few"));
  EXPECT_FALSE(fit_arbiter({}, kArbiterNames, "balanced", 1));
  const auto same = fit_arbiter(world.positions(20, 5, nothing), kArbiterNames, "balanced", 1);
  ASSERT_FALSE(same);
  EXPECT_THAT(same.error().message, HasSubstr("never differ"));
}

TEST(ArbiterFit, ALineBecomesTheCouncilThatTheStrategyWouldSee) {
  HeadroomOrder order;
  order.engines = {{"a", "a", {}}, {"b", "b", {}}};
  HeadroomLine line;
  line.game = 4;
  line.ply = 60;
  line.moves = {"7g7f", "resign"};
  line.win_rates = {0.7, 0};
  line.captures = {true, false};
  line.checks = {true, false};
  line.members = {0, 1};
  line.searches.resize(2);
  line.searches[0].choice = notation::parse_freeze_move("7g7f")->move;
  line.searches[1].choice = usi::Resign{};
  const ArbiterSample sample = arbiter_sample(line, order);
  EXPECT_EQ(sample.game, 4U);
  EXPECT_EQ(sample.council.facts.ply, 60);
  ASSERT_EQ(sample.council.voters.size(), 1U) << "who resigned is no voter";
  EXPECT_TRUE(sample.council.voters[0].captures);
  EXPECT_TRUE(sample.council.voters[0].checks);
  EXPECT_EQ(sample.win_rates, (std::vector<double>{0.7, 0}));
  EXPECT_EQ(sample.council.facts.members[1].name, "b");
}

// A study searches with all nodes for the move of its own anchor alone.
TEST(ArbiterFit, OnlyTheStudysAnchorIsComparedWithItselfWithAllNodes) {
  HeadroomOrder order;
  for (const std::string& name : kArbiterNames) order.engines.push_back({name, name, {}});
  order.anchor = 1;
  HeadroomLine line;
  line.moves = {"7g7f", "2g2f", "5g5f"};
  line.win_rates = {0.5, 0.4, 0.9};
  line.captures = line.checks = {false, false, false};
  line.members = {0, 1, 0};
  line.whole = 2;
  line.searches.resize(3);
  for (std::size_t i = 0; i < 3; ++i) {
    line.searches[i].choice = notation::parse_freeze_move(line.moves[line.members[i]])->move;
  }
  std::vector<ArbiterSample> samples;
  for (std::size_t game = 0; game < 20; ++game) {
    line.game = game;
    samples.push_back(arbiter_sample(line, order));
  }
  const auto names_of_gains = [&](const std::string& anchor) {
    const auto fit = fit_arbiter(samples, kArbiterNames, anchor, 1);
    EXPECT_TRUE(fit) << fit.error().message;
    std::vector<std::string> names;
    for (const ArbiterGain& each : fit->gains) names.push_back(each.name);
    return names;
  };
  EXPECT_THAT(names_of_gains("attack"), ::testing::Contains("anchor with all nodes"));
  EXPECT_THAT(names_of_gains("balanced"),
              ::testing::AllOf(::testing::Not(::testing::Contains("anchor with all nodes")),
                               ::testing::Contains("perfect choice")));
  const auto own = fit_arbiter(samples, kArbiterNames, "attack", 1);
  EXPECT_NEAR(gain_of(*own, "anchor with all nodes").value, 0.5, 1e-12);

  order.anchor = 0;  // of another study
  line.whole = 0;
  for (line.game = 20; line.game < 40; ++line.game) samples.push_back(arbiter_sample(line, order));
  const auto mixed = fit_arbiter(samples, kArbiterNames, "attack", 1);
  ASSERT_TRUE(mixed) << mixed.error().message;
  EXPECT_EQ(mixed->positions, 40U);
  EXPECT_NEAR(gain_of(*mixed, "anchor with all nodes").value, 0.5, 1e-12);
}

}  // namespace
}  // namespace gougi::study
