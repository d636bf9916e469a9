// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as a GougiShogi.config. Used by the fuzzer
// (old_configuration_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fuzz/said.hpp"
#include "settings/old_configuration.hpp"

namespace gougi::fuzz {

/// What was broken by `bytes`, or nothing. What is read can be written as YAML that says the same.
inline std::string check_old_configuration(std::string_view bytes) {
  const std::vector<std::string> strategies{"majority", "optimistic", "多数決合議（3者）",
                                            "楽観合議"};
  const auto old = settings::parse_old_configuration(bytes, "/place/x.config", strategies, nullptr);
  if (!old) return are_said_well(old.error().message) ? "" : "a bad complaint";
  const auto yaml =
      settings::old_configuration_as_yaml(bytes, "/place/x.config", "/place", strategies, nullptr);
  if (!yaml) return "settings that cannot be written: " + yaml.error().message;
  const auto again = settings::parse_relay_settings(*yaml, "/place/x.yaml", strategies);
  if (!again) return "YAML that cannot be read: " + again.error().message;
  if (again->engines.size() != old->engines.size()) return "engines that are lost";
  for (std::size_t i = 0; i < old->engines.size(); ++i) {
    if (again->engines[i].command != old->engines[i].command) return "a command that changes";
  }
  return "";
}

}  // namespace gougi::fuzz
