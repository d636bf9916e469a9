// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as the file of a headroom study. Used by the fuzzer
// (headroom_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "fuzz/said.hpp"
#include "study/headroom_lines.hpp"

namespace gougi::fuzz {

/// Of a line as the first of a file: what is taken is written as the same study.
inline std::string check_headroom_order(std::string_view text) {
  const auto order = study::parse_headroom_order(text);
  if (!order) return is_said_well(order.error().message) ? "" : "a bad complaint about an order";
  const std::string line = study::to_line(*order);
  const auto again = study::parse_headroom_order(line);
  if (!again || study::to_line(*again) != line) return "an order that changes";
  if (study::difference(line, *order)) return "an order that differs from itself";
  const auto other = study::difference(text, *order);
  return !other || is_said_well(*other) ? "" : "a bad word about a difference";
}

/// Of a line as one of a study of two engines.
inline std::string check_headroom_position(std::string_view text) {
  const auto line = study::parse_headroom_line(text, 2, 100);
  if (!line) return is_said_well(line.error().message) ? "" : "a bad complaint about a position";
  if (line->left_out.empty()) study::sample_of(*line);
  const std::string written = study::to_line(*line);
  const auto again = study::parse_headroom_line(written, 2, 100);
  return again && study::to_line(*again) == written ? "" : "a position that changes";
}

/// What was broken by `bytes`, or nothing.
inline std::string check_headroom(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    if (auto broken = check_headroom_order(line); !broken.empty()) return broken;
    if (auto broken = check_headroom_position(line); !broken.empty()) return broken;
    bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
  }
  return "";
}

}  // namespace gougi::fuzz
