// SPDX-License-Identifier: MIT
// Putting a file in its place under its last name, or away. On Windows whoever has a file open
// keeps it from being renamed, replaced or removed, and virus scanners open each new file for a
// moment: it is tried again for a second, before hours of work are given up for that. Blocks; safe
// from any thread.
#pragma once

#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>

namespace gougi::base {

/// How long whoever has a file open is waited for: nobody is, where a loop may not stand still.
enum class Patience { kNone, kASecond };

/// Does `step(error)`, on Windows again for a second where it fails of what may pass.
template <class Step>
void with_patience(std::error_code& error, Patience patience, const Step& step) {
  constexpr bool kOthersCanHinder = std::filesystem::path::preferred_separator == '\\';
  constexpr std::chrono::milliseconds kPause{20};
  constexpr int kTries = 50;
  for (int tries = 1;; ++tries) {
    step(error);
    const bool may_pass = error && error != std::errc::no_such_file_or_directory;
    if (!may_pass || !kOthersCanHinder || patience == Patience::kNone || tries == kTries) return;
    std::this_thread::sleep_for(kPause);
  }
}

/// As std::filesystem::rename, with patience.
inline void rename(const std::filesystem::path& from, const std::filesystem::path& to,
                   std::error_code& error, Patience patience = Patience::kASecond) {
  with_patience(error, patience,
                [&](std::error_code& why) { std::filesystem::rename(from, to, why); });
}

/// As std::filesystem::remove, with patience.
inline void remove(const std::filesystem::path& file, std::error_code& error) {
  with_patience(error, Patience::kASecond,
                [&](std::error_code& why) { std::filesystem::remove(file, why); });
}

/// As rename, but nothing is replaced: the error is file_exists then. A link does that; where the
/// file system knows none, it is looked.
inline void rename_to_new(const std::filesystem::path& from, const std::filesystem::path& to,
                          std::error_code& error) {
  std::filesystem::create_hard_link(from, to, error);
  std::error_code ignored;
  if (!error) return base::remove(from, ignored);
  if (error == std::errc::file_exists) return;
  if (std::filesystem::exists(std::filesystem::symlink_status(to, ignored))) {
    error = std::make_error_code(std::errc::file_exists);
    return;
  }
  base::rename(from, to, error);
}

}  // namespace gougi::base
