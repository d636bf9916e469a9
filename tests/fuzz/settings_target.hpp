// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as a configuration or as the YAML file of a match, a
// farm or a tuning. Used by the fuzzer (settings_fuzz.cpp) and by the replay of its corpus in every
// build.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "fuzz/said.hpp"
#include "settings/farm_file.hpp"
#include "settings/match_file.hpp"
#include "settings/relay_settings.hpp"
#include "settings/tune_file.hpp"

namespace gougi::fuzz {

/// What was broken by `bytes`, or nothing.
inline std::string check_settings(std::string_view bytes) {
  constexpr std::array<std::string_view, 3> kOptions{"--games", "--openings", "--first"};
  const auto relay = settings::parse_relay_settings(bytes, "/place/x.yaml", {"majority"});
  if (!relay && !are_said_well(relay.error().message)) return "a bad complaint";
  if (relay) {
    if (relay->engines.empty()) return "a consensus of nobody";
    const auto again = settings::parse_relay_settings(bytes, "/place/x.yaml", {"majority"});
    if (!again || !(again->engines == relay->engines)) return "settings that change";
  }
  const auto match = settings::match_arguments(bytes, "x.yaml", kOptions);
  if (!match && !are_said_well(match.error().message)) return "a bad complaint about a match";
  const auto farm = settings::parse_farm_file(bytes, "x.yaml");
  if (!farm && !are_said_well(farm.error().message)) return "a bad complaint about a farm";
  const auto tune = settings::parse_tune_file(bytes, "x.yaml");
  if (!tune && !are_said_well(tune.error().message)) return "a bad complaint about a tuning";
  return "";
}

}  // namespace gougi::fuzz
