// SPDX-License-Identifier: MIT
#include "relay/council_doubts.hpp"

#include <algorithm>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "consensus/arbiter_model.hpp"
#include "consensus/strategy.hpp"

namespace gougi::relay {
namespace {

// It has others search what one found, lets one of them play, or lets one overrule another; who
// only compares ballots plays the one there is.
bool decides_between_engines(const consensus::Strategy& strategy) {
  const bool asks = strategy.first_share < 1;
  const bool seats = strategy.seats != nullptr && !strategy.needs_mate_engine;
  return asks || seats || strategy.wants_model;
}

}  // namespace

std::optional<std::string> too_few_engines(const settings::RelaySettings& settings) {
  const consensus::Strategy* const strategy = consensus::find_strategy(settings.consensus);
  if (strategy == nullptr || settings.engines.size() > 1) return std::nullopt;
  if (!decides_between_engines(*strategy)) return std::nullopt;
  return base::say(
      {"consensus: {0} decides between engines; one engine cannot be a council for it, and its "
       "move is played",
       "consensus: {0} "
       "は複数のエンジンから選ぶ合議です。エンジン1つでは成り立たず、その手を指します"},
      strategy->identifier);
}

std::optional<std::string> unmatched_members(const settings::RelaySettings& settings,
                                             const consensus::SharedArbiterModel& model) {
  const consensus::Strategy* const strategy = consensus::find_strategy(settings.consensus);
  if (!model || strategy == nullptr || !strategy->wants_model) return std::nullopt;
  std::string strangers;
  for (const consensus::ArbiterMember& member : model.model->members) {
    if (std::ranges::find(settings.engines, member.name, &settings::EngineSettings::name) !=
        settings.engines.end()) {
      continue;
    }
    strangers += (strangers.empty() ? "" : ", ") + base::printable(member.name, 60);
  }
  if (strangers.empty()) return std::nullopt;
  return base::say(
      {"rules.arbiter_model: {0} knows {1}, and no engine has that name; what it says of them is "
       "not used",
       "rules.arbiter_model: {0} にある {1} という名前のエンジンがありません。その分は使いません"},
      base::to_utf8(settings.rules.arbiter_model.filename()), base::printable(strangers, 300));
}

}  // namespace gougi::relay
