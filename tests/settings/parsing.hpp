// SPDX-License-Identifier: MIT
// Reading configurations in tests, with all names of the specification.
#pragma once

#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/path.hpp"
#include "settings/complaint_lines.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::settings {

inline const std::vector<std::string> kIdentifiers{
    "majority",         "optimistic", "pessimistic",  "alternate",         "optimistic-rise",
    "pessimistic-rise", "exchange",   "rotate-plies", "rotate-phase",      "rotate-drop",
    "rotate-rise",      "mate",       "mate-sfen",    "mate-pv",           "average",
    "softmax",          "veto",       "verify",       "relay-by-progress", "visits",
    "arbiter"};

inline std::vector<std::string> all_strategies() {
  std::vector<std::string> names = kIdentifiers;
  for (const char* name : {"多数決合議（3者）", "楽観合議", "詰探索エンジンとの合議",
                           "詰探索エンジンとの合議（「脊尾詰」対応版）",
                           "詰探索エンジンとの合議（読み筋の局面も詰探索）"}) {
    names.emplace_back(name);
  }
  return names;
}

// A folder that exists nowhere: parsing must not look at the disk.
#ifdef _WIN32
inline const std::filesystem::path kPlace = "C:/place/config";
#else
inline const std::filesystem::path kPlace = "/place/config";
#endif

inline std::string in_place(std::string_view relative) {
  return base::to_utf8((kPlace / base::path_from_utf8(relative)).lexically_normal());
}

inline RelaySettings parsed(std::string_view text, const std::vector<int>& member = {},
                            int processors = 1) {
  auto settings =
      parse_relay_settings(text, kPlace / "x.yaml", all_strategies(), member, processors);
  EXPECT_TRUE(settings) << settings.error().message;
  return settings ? *settings : RelaySettings{};
}

// The first complaint without the file's name: "7: engines[2].optoins: …".
inline std::string complaint(std::string_view text, const std::vector<int>& member = {}) {
  const auto settings = parse_relay_settings(text, "x.yaml", all_strategies(), member);
  if (settings) return "no complaint";
  EXPECT_THAT(settings.error().message, testing::StartsWith("x.yaml:"));
  return complaint_lines(settings.error()).front().substr(std::string("x.yaml:").size());
}

inline const std::string kOneEngine = "engines:\n  - command: e\n";
inline const std::string kThreeEngines = "engines: [{command: a}, {command: b}, {command: c}]\n";

}  // namespace gougi::settings
