// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as positions that were judged before. Used by the
// fuzzer (judged_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <system_error>

#include "analysis/judged_positions.hpp"
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
  static const std::filesystem::path file =
      std::filesystem::temp_directory_path() /
      ("gougi-judged-fuzz-" + std::to_string(std::random_device{}()) + ".db");
  const auto clear = [] {
    std::error_code ignored;
    for (const char* const ending : {"", "-wal", "-shm", "-journal", ".progress", ".lock"}) {
      std::filesystem::remove(file.string() + ending, ignored);
    }
  };
  clear();
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
  const std::string broken = check_judged_file(file);
  clear();
  return broken;
}

}  // namespace gougi::fuzz
