// SPDX-License-Identifier: MIT
// One program at a time makes a file or a folder of results.
#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

#include "base/path.hpp"
#include "io/file_lock.hpp"

namespace gougi::tools {

/// Holds the turn of what is made at a place, by a lock beside it that goes away with it. One that
/// a killed program has left is the next one's.
class OutputTurn {
 public:
  explicit OutputTurn(const std::filesystem::path& to) {
    file_ = base::whole_path(to);
    if (file_.filename().empty()) file_ = file_.parent_path();  // "DIR/"
    file_ += ".gougi-lock";
    std::error_code error;
    const std::filesystem::file_status there = std::filesystem::symlink_status(file_, error);
    if (std::filesystem::exists(there) &&
        !(std::filesystem::is_regular_file(there) && std::filesystem::is_empty(file_, error))) {
      return;
    }
    // Again where who had it takes it away in between.
    for (int i = 0; i < kTries && !(lock_ && (lock_->is_held() || lock_->is_refused())); ++i) {
      { const std::ofstream made(file_, std::ios::app); }
      lock_.emplace(file_);
    }
  }
  ~OutputTurn() {
    if (!lock_ || lock_->is_refused()) return;
    // Where the file system knows locks, and this is none, another may have made the file anew.
    if (!lock_->is_held() && io::FileLock(file_).is_refused()) return;
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
  }
  OutputTurn(const OutputTurn&) = delete;
  OutputTurn& operator=(const OutputTurn&) = delete;

  /// Another program has it.
  bool is_refused() const { return lock_ && lock_->is_refused(); }

 private:
  static constexpr int kTries = 5;

  std::filesystem::path file_;
  std::optional<io::FileLock> lock_;
};

}  // namespace gougi::tools
