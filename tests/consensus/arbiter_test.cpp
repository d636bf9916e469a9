// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "consensus/arbiter_features.hpp"
#include "consensus/councils.hpp"

namespace gougi::consensus {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::size_t arbiter_place(ArbiterFeature feature) { return static_cast<std::size_t>(feature); }

ArbiterModel arbiter_believing(ArbiterFeature feature, double weight) {
  ArbiterModel model;
  model.members = {{"balanced", 600, {}}, {"attack", 600, {}}, {"defence", 600, {}}};
  model.anchor = "balanced";
  model.weights.at(arbiter_place(feature)) = weight;
  model.taus = {0.62, 0.62, 1};
  return model;
}

Council arbiter_council(std::vector<Voter> voters, ArbiterModel model) {
  Council council{std::move(voters)};
  council.facts.members = {{.number = 1, .name = "balanced"},
                           {.number = 2, .name = "attack"},
                           {.number = 3, .name = "defence"}};
  council.facts.arbiter = {std::make_shared<const ArbiterModel>(std::move(model))};
  return council;
}

TEST(Arbiter, TheAnchorPlaysUntilAChallengersProbabilityIsAboveTheThreshold) {
  const ArbiterModel model = arbiter_believing(ArbiterFeature::kValue, 1);
  // Logits of 0 and 0.8: the half of the difference is 0.4, p = 0.599.
  Council council = arbiter_council({at(1, kA, 0), at(2, kB, 480)}, model);
  EXPECT_EQ(winner("arbiter", council), 1);
  EXPECT_EQ(reason("arbiter", council),
            "anchor balanced: nearest challenger attack: p 0.60 ≤ 0.62");
  council.voters[1] = at(2, kB, 600);  // p = 0.622
  EXPECT_EQ(winner("arbiter", council), 2);
  EXPECT_EQ(reason("arbiter", council), "challenger attack: p 0.622 > 0.620: higher value");
  EXPECT_EQ(reason_ja("arbiter", council), "挑戦者 attack：確率 0.622 > 0.620：評価が高い");
  council.facts.ply = 101;
  EXPECT_EQ(winner("arbiter", council), 1) << "in this phase nobody overrules it";
  EXPECT_THAT(reason("arbiter", council), HasSubstr("lets nobody overrule it"));
}

TEST(Arbiter, WhoSaysThatItMatesIsNotOverruled) {
  ArbiterModel model = arbiter_believing(ArbiterFeature::kValue, 0);
  model.members[1].weights = {2, 2, 2};  // whatever is said, p = 0.73
  Council council = arbiter_council({at(1, kA, 0), at(2, kB, 480)}, model);
  EXPECT_EQ(winner("arbiter", council), 2);
  council.voters[0].ballot->score = usi::Score::mate_in(5);
  EXPECT_EQ(winner("arbiter", council), 1);
  EXPECT_EQ(reason("arbiter", council), "anchor balanced: it mates");
  EXPECT_EQ(reason_ja("arbiter", council), "基準 balanced：詰みがある");
  council.voters[0].ballot->score = usi::Score::mated_in(5);
  EXPECT_EQ(winner("arbiter", council), 2);
}

TEST(Arbiter, OfSeveralChallengersTheLikeliestPlays) {
  const ArbiterModel model = arbiter_believing(ArbiterFeature::kValue, 1);
  EXPECT_EQ(
      winner("arbiter", arbiter_council({at(1, kA, 0), at(2, kB, 900), at(3, kC, 1200)}, model)),
      3);
  EXPECT_EQ(
      winner("arbiter", arbiter_council({at(1, kA, 0), at(2, kB, 900), at(3, kC, 900)}, model)), 2);
  EXPECT_EQ(reason("arbiter", arbiter_council({at(1, kA, 0), at(2, kA, 900)}, model)),
            "anchor balanced: all 2 agree");
  EXPECT_EQ(reason("arbiter", arbiter_council({at(2, kA, 900)}, model)), "attack: the only ballot");
}

TEST(Arbiter, WhatIsNotKnownNeverOverrules) {
  const ArbiterModel model = arbiter_believing(ArbiterFeature::kValue, 1);
  Council council = arbiter_council({at(1, kA, 0), at(2, kB, 2000)}, model);
  council.facts.members[1].name = "stranger";
  EXPECT_EQ(winner("arbiter", council), 1);
  council.facts.members.clear();
  EXPECT_EQ(winner("arbiter", council), 1);
  EXPECT_THAT(reason("arbiter", council), StartsWith("anchor engine 1:"));
  EXPECT_THAT(reason_ja("arbiter", council), StartsWith("基準 エンジン1："));
  council = arbiter_council({at(1, kA, 0), at(2, kB, 2000)}, model);
  council.facts.arbiter = {};
  EXPECT_EQ(winner("arbiter", council), 1) << "there is no model";
  EXPECT_EQ(reason("arbiter", council), "anchor balanced: without a model nobody overrules it");
  EXPECT_EQ(winner("arbiter", arbiter_council({voter(1, kA), at(2, kB, 2000)}, model)), 1)
      << "an anchor without a value is not beaten by one";
}

TEST(Arbiter, TheModelNamesTheAnchorAndWithoutItTheFirstIsOne) {
  ArbiterModel model = arbiter_believing(ArbiterFeature::kValue, 1);
  model.anchor = "defence";
  EXPECT_EQ(winner("arbiter", arbiter_council({at(1, kA, 0), at(2, kB, 0), at(3, kC, 0)}, model)),
            3);
  EXPECT_EQ(winner("arbiter", arbiter_council({at(1, kA, 0), at(2, kB, 0)}, model)), 1);
}

TEST(Arbiter, NamesWhatSpeaksForTheChallengerAndThePliesThatTheLinesShare) {
  ArbiterModel model = arbiter_believing(ArbiterFeature::kCommonValue, 8);
  model.weights.at(arbiter_place(ArbiterFeature::kCheck)) = 1;
  Voter anchor = at(1, kA, 0);
  anchor.ballot->pv = {kA, kC, kD, kB};
  Voter challenger = at(2, kD, 600);
  challenger.ballot->pv = {kD, kC, kA, kB};  // the same moves in another order
  challenger.checks = true;
  EXPECT_EQ(common_plies(anchor, challenger), 4);
  const Council council = arbiter_council({anchor, challenger}, model);
  EXPECT_THAT(reason("arbiter", council),
              HasSubstr(": higher value after 4 plies of agreement, a check"));
  EXPECT_THAT(reason_ja("arbiter", council), HasSubstr("読み筋の4手が共通で評価が高い、王手"));
  ArbiterModel by_name = arbiter_believing(ArbiterFeature::kValue, 0);
  by_name.members[1].weights = {2, 0, 0};
  EXPECT_THAT(reason("arbiter", arbiter_council({anchor, challenger}, by_name)),
              HasSubstr("p 0.73 > 0.62: a better record in this phase"));
}

TEST(ArbiterFeatures, ChangeTheirSignWithTheirPlaces) {
  Voter first = at(1, kA, 100);
  first.ballot->depth = 14;
  first.ballot->nodes = 900;
  first.ballot->course = {
      {12, 100, kB, Score::cp(60)}, {13, 300, kA, Score::cp(80)}, {14, 900, kA, Score::cp(100)}};
  first.ballot->lines = {{kA, Score::cp(100)}, {kB, Score::cp(40)}};
  first.captures = true;
  Voter second = at(2, kB, -50);
  second.ballot->depth = 10;
  second.ballot->course = {{10, 0, kB, Score::mate_in(3)}};
  const Voter third = at(3, kA, 0);
  const ArbiterModel model = arbiter_believing(ArbiterFeature::kValue, 1);
  const Council council = arbiter_council({first, second, third}, model);
  const ArbiterVector there = arbiter_features(council, first, second, model);
  const ArbiterVector back = arbiter_features(council, second, first, model);
  for (std::size_t i = 0; i < there.size(); ++i) {
    EXPECT_EQ(there.at(i), -back.at(i)) << kArbiterFeatures.at(i);
  }
  const auto of = [&](ArbiterFeature feature) { return there.at(arbiter_place(feature)); };
  EXPECT_DOUBLE_EQ(of(ArbiterFeature::kValue), 150.0 / 600 / 2);
  EXPECT_DOUBLE_EQ(of(ArbiterFeature::kTrend), 40.0 / 600 / 2);
  EXPECT_DOUBLE_EQ(of(ArbiterFeature::kDepth), 0.2);
  EXPECT_DOUBLE_EQ(of(ArbiterFeature::kSteady), (8.0 / 9 - 1) / 2);
  EXPECT_DOUBLE_EQ(of(ArbiterFeature::kChanges), 1.0 / 6 / 2);
  EXPECT_DOUBLE_EQ(of(ArbiterFeature::kMargin), 0.05);
  EXPECT_DOUBLE_EQ(of(ArbiterFeature::kListed), -0.25) << "the other's move is its second";
  EXPECT_DOUBLE_EQ(of(ArbiterFeature::kConsidered), -0.5);
  EXPECT_DOUBLE_EQ(of(ArbiterFeature::kOthersValue), 0.05);
  EXPECT_DOUBLE_EQ(of(ArbiterFeature::kAgreement), 0.5);
  EXPECT_DOUBLE_EQ(of(ArbiterFeature::kCapture), 0.5);
  EXPECT_EQ(of(ArbiterFeature::kDrop), 0);
}

TEST(ArbiterFeatures, AreNumbersWhateverASearchSays) {
  for (const auto& score : {std::optional<Score>(), std::optional(Score::mate_in(1)),
                            std::optional(Score::mated_in(0)), std::optional(Score::cp(1 << 30))}) {
    Voter first = voter(1, kA, score);
    first.ballot->depth = -5;
    first.ballot->nodes = -1;
    if (score) first.ballot->course = {{1, 1LL << 62, kB, *score}, {2, 0, kA, *score}};
    const Voter second = voter(2, kB);
    const ArbiterModel model = arbiter_believing(ArbiterFeature::kValue, 1);
    const Council council = arbiter_council({first, second}, model);
    for (const double value : arbiter_features(council, first, second, model)) {
      EXPECT_LE(std::abs(value), 6);
    }
  }
}

}  // namespace
}  // namespace gougi::consensus
