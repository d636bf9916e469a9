// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as a line of the record of decisions. Used by the
// fuzzer (decision_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <string>
#include <string_view>

#include "fuzz/said.hpp"
#include "relay/decision_record.hpp"

namespace gougi::fuzz {

/// What was broken by `bytes`, or nothing. What is read is written and read again as the same, and
/// can be decided again.
inline std::string check_decision(std::string_view bytes) {
  const auto line = relay::parse_record(bytes);
  if (!line) return is_said_well(line.error().message) ? "" : "a bad complaint";
  const std::string text = relay::to_json(*line);
  if (text.find('\n') != std::string::npos || !base::is_valid_utf8(text)) return "no line";
  const auto again = relay::parse_record(text);
  if (!again) return "a record that cannot be read again: " + again.error().message;
  const std::string twice = relay::to_json(*again);
  return twice == text ? "" : "a record that changes: " + text + twice;
}

}  // namespace gougi::fuzz
