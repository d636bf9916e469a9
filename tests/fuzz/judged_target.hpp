// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as positions that were judged before. Used by the
// fuzzer (judged_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "analysis/judged_positions.hpp"
#include "fuzz/bytes_file.hpp"
#include "fuzz/said.hpp"

namespace gougi::fuzz {

inline std::string check_judged_file(const std::filesystem::path& file) {
  auto judged = analysis::JudgedPositions::open(file);
  if (!judged) return is_said_well(judged.error().message) ? "" : "a bad complaint";
  (*judged)->find("a");
  if (const auto kept = (*judged)->keep("a", "b"); !kept) {
    return is_said_well(kept.error().message) ? "" : "a bad complaint about what is to be kept";
  }
  return (*judged)->find("a") == "b" ? "" : "what was kept is not there";
}

/// What was broken by `bytes`, or nothing.
inline std::string check_judged(std::string_view bytes) {
  return check_as_file(bytes, check_judged_file);
}

}  // namespace gougi::fuzz
