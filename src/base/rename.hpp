// SPDX-License-Identifier: MIT
// Putting a file in its place under its last name. On Windows whoever has a file open keeps it from
// being renamed or replaced, and virus scanners open each new file for a moment: it is tried again
// for a second, before hours of work are given up for that. Blocks; safe from any thread.
#pragma once

#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>

namespace gougi::base {

/// How long whoever has a file open is waited for: nobody is, where a loop may not stand still.
enum class Patience { kNone, kASecond };

/// As std::filesystem::rename, with patience.
inline void rename(const std::filesystem::path& from, const std::filesystem::path& to,
                   std::error_code& error, Patience patience = Patience::kASecond) {
  constexpr bool kOthersCanHinder = std::filesystem::path::preferred_separator == '\\';
  constexpr std::chrono::milliseconds kPause{20};
  constexpr int kTries = 50;
  for (int tries = 1;; ++tries) {
    std::filesystem::rename(from, to, error);
    const bool may_pass = error && error != std::errc::no_such_file_or_directory;
    if (!may_pass || !kOthersCanHinder || tries == kTries || patience == Patience::kNone) {
      return;
    }
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace gougi::base
