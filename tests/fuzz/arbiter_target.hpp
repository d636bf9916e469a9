// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as the model of the arbiter. Used by the fuzzer
// (arbiter_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <string>
#include <string_view>

#include "fuzz/said.hpp"
#include "relay/arbiter_json.hpp"

namespace gougi::fuzz {

/// What was broken by `bytes`, or nothing.
inline std::string check_arbiter(std::string_view bytes) {
  const auto model = relay::parse_arbiter(bytes);
  if (!model) return is_said_well(model.error().message) ? "" : "a bad complaint";
  const std::string text = relay::arbiter_text(*model->model);
  const auto again = relay::parse_arbiter(text);
  return again && relay::arbiter_text(*again->model) == text ? "" : "a model that changes";
}

}  // namespace gougi::fuzz
