// SPDX-License-Identifier: MIT
#include "relay/arbiter_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gougi::relay {
namespace {

using ::testing::HasSubstr;

consensus::ArbiterModel some_arbiter() {
  consensus::ArbiterModel model;
  model.members = {{"攻め \"a\"", 512, {0.1, -0.25, 1e-7}}, {"b", 600, {}}};
  model.anchor = "b";
  for (std::size_t i = 0; i < model.weights.size(); ++i) model.weights.at(i) = 0.3 * double(i) - 1;
  model.taus = {0.65, 1, 0.9};
  model.data = "0123456789abcdef";
  return model;
}

TEST(ArbiterJson, AModelComesBackToTheLastBitAndIsSmall) {
  const std::string text = arbiter_text(some_arbiter());
  EXPECT_LT(text.size(), 4096U);
  const auto back = parse_arbiter(text);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back->model, some_arbiter());
}

TEST(ArbiterJson, WhatIsBuiltInNeverOverrulesAnybodyYet) {
  const consensus::ArbiterModel& model = *shipped_arbiter().model;
  EXPECT_EQ(model.anchor, "balanced");
  EXPECT_EQ(model.taus, (consensus::PhaseNumbers{1, 1, 1}));
  EXPECT_EQ(model.data, "");
}

TEST(ArbiterJson, HostileModelsAreRefusedInOneLine) {
  const std::string good = arbiter_text(some_arbiter());
  for (std::size_t length = 0; length + 2 < good.size(); length += 7) {
    EXPECT_FALSE(parse_arbiter(good.substr(0, length))) << length;
  }
  const auto refusal = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    const auto model = parse_arbiter(text);
    if (model) return "taken: " + text;
    EXPECT_EQ(model.error().message.find('\n'), std::string::npos);
    return model.error().message;
  };
  EXPECT_THAT(refusal("arbiter 1", "arbiter 2"), HasSubstr("no arbiter of this version"));
  EXPECT_THAT(refusal("\"anchor\": \"b\"", "\"anchor\": \"c\""), HasSubstr("none of the members"));
  EXPECT_THAT(refusal("\"value\": -1.0", "\"value\": NaN"), HasSubstr("no JSON"));
  EXPECT_THAT(refusal("\"value\": -1.0", "\"value\": null"),
              HasSubstr("weights.value is null, but a number from -1000 to 1000 is expected"));
  EXPECT_THAT(refusal("\"value\": -1.0", "\"value\": 1e99"),
              HasSubstr("weights.value is 1e+99, but a number from -1000 to 1000 is expected"));
  EXPECT_THAT(refusal("\"value\": -1.0", "\"value\": 1e999"), HasSubstr("no place in a double"));
  EXPECT_THAT(refusal("\"value\"", "\"charm\""), HasSubstr("charm, which nobody knows"));
  EXPECT_THAT(refusal("\"value\": -1.0,", ""), HasSubstr("not complete"));
  EXPECT_THAT(refusal("\"value\": -1.0,", "\"value\": 5, \"value\": -1.0,"),
              HasSubstr("has value twice in one object"));
  EXPECT_THAT(refusal("512", "0"), HasSubstr("eval_coef"));
  EXPECT_THAT(refusal("0.65", "1.5"),
              HasSubstr("taus has 1.5 at taus[1], but a number from 0 to 1 is expected"));
  EXPECT_THAT(refusal("0.65", "0.65, 1"), HasSubstr("not three"));
  EXPECT_THAT(refusal("\"taus\"", "\"tau\""), HasSubstr("taus is missing"));
  EXPECT_THAT(refusal("\"name\": \"b\"", "\"name\": \"\""), HasSubstr("empty"));
  EXPECT_THAT(refusal("攻め \\\"a\\\"", "b"), HasSubstr("twice"));
  EXPECT_THAT(refusal("\"taus\"", "\"tau\": 1, \"taus\""),
              HasSubstr("tau is nothing that belongs here"));
  EXPECT_THAT(refusal("\"eval_coef\"", "\"wieght\": [1, 1, 1], \"eval_coef\""),
              HasSubstr("members[1].wieght is nothing that belongs here"));
  EXPECT_FALSE(parse_arbiter(std::string(100'000, ' ')));
  EXPECT_FALSE(parse_arbiter(std::string(60'000, '[')));
  EXPECT_FALSE(parse_arbiter("null"));
  EXPECT_FALSE(parse_arbiter("\xff\xfe"));
}

}  // namespace
}  // namespace gougi::relay
