// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as the state of a tuning. Used by the fuzzer
// (tuning_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <array>
#include <cstdio>
#include <string>
#include <string_view>

#include "fuzz/said.hpp"
#include "match/tuning_state.hpp"

namespace gougi::fuzz {

/// What was broken by such a state, or nothing.
inline std::string check_tuning_text(std::string_view bytes) {
  match::SpsaSettings settings;
  settings.iterations = 100;
  settings.parameters.resize(2);
  for (std::size_t i = 0; i < 2; ++i) {
    settings.parameters[i].name = i == 0 ? "A" : "B";
    settings.parameters[i].least = 0;
    settings.parameters[i].most = 100;
  }
  const auto state = match::parse_tuning_state(bytes, settings, 7);
  if (!state) return is_said_well(state.error().message) ? "" : "a bad complaint";
  const std::string text = match::to_text(*state, settings);
  const auto again = match::parse_tuning_state(text, settings, 7);
  return again && match::to_text(*again, settings) == text ? "" : "a state that changes";
}

/// The same of the bytes as they are, and with the sum that fits them.
inline std::string check_tuning(std::string_view bytes) {
  if (auto broken = check_tuning_text(bytes); !broken.empty()) return broken;
  std::array<char, 32> end{};
  std::snprintf(end.data(), end.size(), "end %016llx\n",
                static_cast<unsigned long long>(match::settings_hash(bytes)));
  return check_tuning_text(std::string(bytes) + end.data());
}

}  // namespace gougi::fuzz
