// SPDX-License-Identifier: MIT
#include "relay/arbiter_json.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/say.hpp"

namespace gougi::relay {
namespace {

using consensus::ArbiterMember;
using consensus::ArbiterModel;
using consensus::kArbiterFeatureCount;
using consensus::kArbiterFeatures;
using consensus::kGamePhases;

constexpr std::string_view kModelFormat = "gougi arbiter 1";
constexpr std::size_t kMostMembers = 64;
constexpr std::size_t kMostName = 200;
constexpr int kMostCoef = 1'000'000;
// Logits a unit: at a tenth of it one unit of anything is certainty, and a fit with ridge has none
// near it. Without a bound the features' sum could be no number, and every phrase would say so.
constexpr double kMostWeight = 1000;

std::string short_bound(double value) { return std::to_string(static_cast<int>(value)); }

void read_phases(const JsonReader& from, std::string_view key, double least, double most,
                 consensus::PhaseNumbers& to) {
  std::size_t count = 0;
  from.array(key, [&](const Json& element, const std::string& place) {
    const double value = element.is_number() ? element.get<double>() : most + 1;
    if (!(value >= least && value <= most)) {
      return from.fail(
          key, base::say({"has {0} at {1}, but a number from {2} to {3} is expected",
                          "{1} が {0} です。{2} から {3} の数が必要です"},
                         JsonReader::shown(element), place, short_bound(least), short_bound(most)));
    }
    if (count < kGamePhases) to.at(count) = value;
    ++count;
  });
  if (count != kGamePhases)
    from.fail(key, base::say({"has not three numbers", "数が3つではありません"}));
}

void read_member(const JsonReader& from, ArbiterMember& to) {
  from.text("name", to.name);
  if (to.name.empty() || to.name.size() > kMostName)
    from.fail("name", base::say({"is empty, or too long", "空か、長すぎます"}));
  from.integer("eval_coef", to.eval_coef, 1, kMostCoef);
  read_phases(from, "weights", -kMostWeight, kMostWeight, to.weights);
  from.only({"name", "eval_coef", "weights"});
}

void read_weights(const JsonReader& from, ArbiterModel& to) {
  const Json* weights = from.require("weights");
  if (weights == nullptr) return;
  if (!weights->is_object())
    return from.fail("weights", base::say({"is no object", "オブジェクトではありません"}));
  for (const auto& [name, value] : weights->items()) {
    const auto* const known = std::ranges::find(kArbiterFeatures, name);
    if (known == kArbiterFeatures.end()) {
      return from.fail("weights",
                       base::say({"has {0}, which nobody knows", "{0} という項目は使えません"},
                                 base::printable(name, 60)));
    }
    const double weight = value.is_number() ? value.get<double>() : kMostWeight + 1;
    if (!(std::abs(weight) <= kMostWeight)) {
      return from.fail(
          "weights." + name,
          base::say({"is {0}, but a number from {1} to {2} is expected",
                     "{0} です。{1} から {2} の数が必要です"},
                    JsonReader::shown(value), short_bound(-kMostWeight), short_bound(kMostWeight)));
    }
    to.weights.at(static_cast<std::size_t>(known - kArbiterFeatures.begin())) = weight;
  }
  if (weights->size() != kArbiterFeatureCount)
    from.fail("weights", base::say({"is not complete", "足りない項目があります"}));
}

ArbiterModel read_model(const JsonReader& from) {
  ArbiterModel model;
  std::string format;
  from.text("format", format);
  if (format != kModelFormat) {
    from.fail("format",
              base::say({"is not \"{0}\": no arbiter of this version",
                         "\"{0}\" ではなく、このバージョンの裁定合議のモデルではありません"},
                        kModelFormat));
  }
  from.text("anchor", model.anchor);
  from.objects("members", [&](const JsonReader& each) {
    if (model.members.size() == kMostMembers)
      return from.fail("members", base::say({"are too many", "多すぎます"}));
    read_member(each, model.members.emplace_back());
  });
  const auto named = [&](const std::string& name) {
    return std::ranges::count(model.members, name, &ArbiterMember::name);
  };
  if (named(model.anchor) == 0)
    from.fail("anchor", base::say({"is none of the members", "members のどれでもありません"}));
  for (const ArbiterMember& member : model.members) {
    if (named(member.name) > 1)
      from.fail("members", base::say({"has one name twice", "同じ名前が2つあります"}));
  }
  read_weights(from, model);
  read_phases(from, "taus", 0, 1, model.taus);
  from.text("data", model.data);
  if (model.data.size() > kMostName) from.fail("data", base::say({"is too long", "長すぎます"}));
  from.only({"format", "anchor", "members", "weights", "taus", "data"});
  return model;
}

}  // namespace

Json arbiter_json(const ArbiterModel& model) {
  Json json;
  json["format"] = kModelFormat;
  json["anchor"] = model.anchor;
  json["members"] = Json::array();
  for (const ArbiterMember& member : model.members) {
    Json& to = json["members"].emplace_back();
    to["name"] = member.name;
    to["eval_coef"] = member.eval_coef;
    to["weights"] = member.weights;
  }
  for (std::size_t i = 0; i < kArbiterFeatureCount; ++i) {
    json["weights"][std::string(kArbiterFeatures.at(i))] = model.weights.at(i);
  }
  json["taus"] = model.taus;
  json["data"] = model.data;
  return json;
}

consensus::SharedArbiterModel read_arbiter(const JsonReader& from) {
  return {std::make_shared<const ArbiterModel>(read_model(from))};
}

std::string arbiter_text(const ArbiterModel& model) {
  return arbiter_json(model).dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

base::Result<consensus::SharedArbiterModel> parse_arbiter(std::string_view text) {
  if (text.size() > kMostModelBytes)
    return base::fail(base::say({"is longer than 64 KiB: no arbiter's model",
                                 "64 KiB を超えていて、裁定合議のモデルではありません"}));
  const auto json = parse_json_document(text);
  if (!json) return tl::unexpected(json.error());
  std::string error;
  const JsonReader reader(*json, "", error);
  auto model = read_arbiter(reader);
  if (!error.empty()) return base::fail(error);
  return model;
}

}  // namespace gougi::relay
