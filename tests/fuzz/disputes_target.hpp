// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as the judged disputes of a study. Used by the fuzzer
// (disputes_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "fuzz/bytes_file.hpp"
#include "fuzz/said.hpp"
#include "tools/judged_disputes.hpp"

namespace gougi::fuzz {

inline base::Result<tools::JudgedDisputes> open_disputes(const std::filesystem::path& file) {
  constexpr std::uint64_t kUnits = 5;
  return tools::JudgedDisputes::open(file, std::nullopt, {"study", {{"nodes", "1000"}}}, kUnits);
}

/// What is known is of the study, what is added stays, and nothing that was known is lost.
inline std::string check_disputes_file(const std::filesystem::path& file) {
  tools::JudgedDisputes::Known known;
  {
    auto judged = open_disputes(file);
    if (!judged) return is_said_well(judged.error().message) ? "" : "a bad complaint";
    known = judged->known();
    for (std::uint64_t unit = 0; unit < 5; ++unit) {
      if (judged->wants(unit) == known.contains(unit)) return "known and wanted";
    }
    if (judged->wanted() + known.size() != 5) return "disputes of another study";
    for (const auto& [unit, rates] : known) {
      for (const double rate : rates) {
        if (!(rate >= 0 && rate <= 1)) return "a win rate that is none";
      }
    }
    for (std::uint64_t unit = 0; unit < 5; ++unit) {
      if (!judged->wants(unit)) continue;
      if (!judged->add(unit, {0.25, 1})) return "a dispute that cannot be added";
      known.emplace(unit, std::vector<double>{0.25, 1});
      break;
    }
  }
  const auto again = open_disputes(file);
  return again && again->known() == known ? "" : "disputes that change";
}

/// What was broken by `bytes`, or nothing: as the file, and behind its first line.
inline std::string check_disputes(std::string_view bytes) {
  return check_as_file(bytes, [bytes](const std::filesystem::path& file) {
    if (auto broken = check_disputes_file(file); !broken.empty()) return broken;
    std::filesystem::remove(file);
    if (!open_disputes(file)) return std::string("no new file");
    std::ofstream(file, std::ios::binary | std::ios::app) << bytes;
    return check_disputes_file(file);
  });
}

}  // namespace gougi::fuzz
