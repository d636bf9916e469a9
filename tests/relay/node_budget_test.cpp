// SPDX-License-Identifier: MIT
// The arithmetic of a move's nodes.
#include "relay/node_budget.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <numeric>

#include "base/random.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;
using ::testing::ElementsAre;

std::vector<Nodes> shared(Nodes whole, const std::vector<double>& shares) {
  return shared_out(whole, shares);
}

usi::SearchLimits byoyomi() {
  usi::SearchLimits limits;
  limits.clock = {.given = true, .byoyomi = Milliseconds(1000)};
  return limits;
}
usi::SearchLimits nodes(std::uint64_t count) {
  usi::SearchLimits limits;
  limits.nodes = count;
  return limits;
}

TEST(NodeBudget, LargeSharesAreToldApartAndOfAThousandTheLargestAddUp) {
  const std::vector<double> two{1'000'000, 100'000};
  EXPECT_EQ(shared_out(110'000, two), (std::vector<Nodes>{100'000, 10'000}));
  const std::vector<double> many(1024, 1'000'000);
  const auto parts = shared_out(1'000'000'000'000'000, many);
  EXPECT_EQ(std::accumulate(parts.begin(), parts.end(), Nodes{0}), 1'000'000'000'000'000);
}

TEST(SharedOut, TheRemainderGoesToTheSmallerNumbers) {
  EXPECT_THAT(shared(300'000, {1, 1, 1}), ElementsAre(100'000, 100'000, 100'000));
  EXPECT_THAT(shared(11, {1, 1, 1}), ElementsAre(4, 4, 3));
  EXPECT_THAT(shared(2, {1, 1, 1}), ElementsAre(1, 1, 0));
  EXPECT_THAT(shared(6, {1, 2, 3}), ElementsAre(1, 2, 3));
  EXPECT_THAT(shared(10, {0.5, 1.5}), ElementsAre(3, 7));
}

TEST(SharedOut, WhoHasNoShareHasNothing) {
  EXPECT_THAT(shared(11, {0, 1, 1}), ElementsAre(0, 6, 5));
  EXPECT_THAT(shared(11, {0, 0}), ElementsAre(0, 0));
  EXPECT_THAT(shared(11, {}), ElementsAre());
}

TEST(SharedOut, AddsUpToJustTheWhole) {
  base::Random random(1);
  for (int round = 0; round < 2000; ++round) {
    std::vector<double> shares(1 + random.below(64));
    for (double& share : shares) {
      share = random.below(10) == 0 ? 1'000'000.0 : 0.0001 + 10 * random.unit();
    }
    const auto whole = static_cast<Nodes>(random.below(1'000'000'000'001));
    const auto parts = shared_out(whole, shares);
    EXPECT_EQ(std::accumulate(parts.begin(), parts.end(), Nodes{0}), whole);
    for (const Nodes part : parts) EXPECT_GE(part, 0);
  }
}

TEST(PartOf, CountsInThousandthsAndRoundsDown) {
  EXPECT_EQ(part_of(300'000, 0.45), 135'000);
  EXPECT_EQ(part_of(999, 0.6), 599);
  EXPECT_EQ(part_of(1'000'000'000'000, 0.15), 150'000'000'000);
  EXPECT_EQ(part_of(7, 1.0), 7);
  EXPECT_EQ(part_of(7, 0.0), 0);
}

TEST(NodeBudget, IsOffWithoutOneAndWhereNothingLimitsTheSearch) {
  EXPECT_FALSE(NodeBudget({}, nodes(500)).on());
  usi::SearchLimits infinite;
  infinite.infinite = true;
  EXPECT_FALSE(NodeBudget({.nodes = 500}, infinite).on());
  usi::SearchLimits depth;
  depth.depth = 5;
  EXPECT_FALSE(NodeBudget({.nodes = 500}, depth).on());
}

TEST(NodeBudget, IsWhatGoNodesSaysElseTheConfiguredNumber) {
  EXPECT_EQ(NodeBudget({.nodes = 500}, byoyomi()).sum(), 500);
  EXPECT_EQ(NodeBudget({.nodes = 500}, nodes(70)).sum(), 70);
  EXPECT_EQ(NodeBudget({.nodes = std::nullopt}, nodes(70)).sum(), 70);
  EXPECT_FALSE(NodeBudget({.nodes = std::nullopt}, byoyomi()).on());
}

TEST(NodeBudget, NeverGivesMoreThanIsLeft) {
  NodeBudget budget({.nodes = 100}, byoyomi());
  const std::vector<double> shares{1, 1};
  EXPECT_THAT(budget.take(60, shares), ElementsAre(30, 30));
  EXPECT_THAT(budget.take(60, shares), ElementsAre(20, 20));
  EXPECT_THAT(budget.take(60, shares), ElementsAre(0, 0));
}

TEST(NodeBudget, OfTheFirstEnginesTimeTheSlowGetFewerAndTheUnknownAsMany) {
  const NodeBudget plain({.nodes = 100}, byoyomi());
  EXPECT_EQ(plain.told(1000, 50, 100), 1000);
  const NodeBudget normalised({.nodes = 100, .normalise = true}, byoyomi());
  EXPECT_EQ(normalised.told(1000, 50, 100), 500);
  EXPECT_EQ(normalised.told(1000, 300, 100), 3000);
  EXPECT_EQ(normalised.told(1000, 0, 100), 1000);
  EXPECT_EQ(normalised.told(1000, 50, 0), 1000);
  EXPECT_EQ(normalised.told(1, 1, 1'000'000), 1);
  EXPECT_EQ(normalised.told(0, 50, 100), 0);
}

TEST(NodeSpeed, IsOfAllAnswersTogether) {
  NodeSpeed speed;
  EXPECT_EQ(speed.per_second(), 0);
  speed.add(0, Milliseconds(5));
  speed.add(5, Milliseconds(0));
  EXPECT_EQ(speed.per_second(), 0);
  speed.add(1000, Milliseconds(10));
  EXPECT_EQ(speed.per_second(), 100'000);
  speed.add(1000, Milliseconds(30));
  EXPECT_EQ(speed.per_second(), 50'000);
}

TEST(NodeBudget, WhatIsUnusedIsWhatIsCertain) {
  using Ms = base::Milliseconds;
  EXPECT_EQ(unused(1000, 1000, {300, 3000, Ms(100)}), 700);
  EXPECT_EQ(unused(1000, 1000, {300, 3000, Ms(200)}), 400);  // it may have gone on
  EXPECT_EQ(unused(1000, 1000, {300, 3000, Ms(500)}), 0);
  EXPECT_EQ(unused(1000, 1000, {1200, 3000, Ms(1)}), 0);
  EXPECT_EQ(unused(1000, 1000, {300, 0, Ms(100)}), 0);
  EXPECT_EQ(unused(1000, 0, {300, 3000, Ms(100)}), 0);
  EXPECT_EQ(unused(1000, 500, {250, 1000, Ms(100)}), 500);  // normalised: half of what it was told
  constexpr Nodes kAsManyAsThereAre = std::numeric_limits<Nodes>::max();
  EXPECT_EQ(unused(1000, 1000, {kAsManyAsThereAre, kAsManyAsThereAre, Ms(1'000'000)}), 0);
}

TEST(NodeBudget, WhatIsGivenBackCanBeTakenAgainAndNoMore) {
  usi::SearchLimits limits;
  limits.nodes = 1000;
  NodeBudget budget(settings::Budget{std::nullopt, false}, limits);
  const std::vector<double> one{1.0};
  budget.take(700, one);
  budget.give_back(200);
  EXPECT_EQ(budget.left(), 500);
  EXPECT_EQ(budget.take_note_of_given_back(), 200);
  EXPECT_EQ(budget.take_note_of_given_back(), 0);
  budget.give_back(5000);
  EXPECT_EQ(budget.left(), 1000);
}

}  // namespace
}  // namespace gougi::relay
