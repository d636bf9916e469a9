// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as the log of a session. Used by the fuzzer
// (session_log_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "fuzz/said.hpp"
#include "study/log_replay.hpp"

namespace gougi::fuzz {

/// What was broken by `bytes`, or nothing: they are played again, however little sense they make.
inline std::string check_session_log(std::string_view bytes) {
  study::LogReplay replay;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const auto taken = replay.take(bytes.substr(0, end));
    if (!taken) return is_said_well(taken.error().message) ? "" : "a bad complaint";
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  const auto finished = replay.finish();
  if (!finished && !is_said_well(finished.error().message)) return "a bad complaint at the end";
  return "";
}

}  // namespace gougi::fuzz
