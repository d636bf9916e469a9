// SPDX-License-Identifier: MIT
// What a process holds at a moment, and whether it holds more and more of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "integration/processes.hpp"

namespace gougi::testing {

struct Census {
  long memory_kib = 0;
  long descriptors = 0;
  long threads = 0;
  long processes = 0;  ///< below it

  static Census of(std::int64_t pid) {
    const std::string folder = "/proc/" + std::to_string(pid);
    Census census;
    std::istringstream status(content_of(folder + "/status"));
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("VmRSS:")) census.memory_kib = std::atol(line.c_str() + 6);
      if (line.starts_with("Threads:")) census.threads = std::atol(line.c_str() + 8);
    }
    std::error_code gone;
    for (const auto& each : std::filesystem::directory_iterator(folder + "/fd", gone)) {
      static_cast<void>(each);
      ++census.descriptors;
    }
    census.processes = static_cast<long>(descendants_of(pid).size());
    return census;
  }
};

/// The censuses of one process, one a game.
class Growth {
 public:
  void add(const Census& census) { all_.push_back(census); }
  bool says_something() const { return all_.size() >= 2 * kFew; }

  /// By how much the least of the last few is above the most of the first few, which have warmed
  /// up: an engine that is being started again is there twice for a moment.
  long of(long Census::*field) const {
    if (!says_something()) return 0;
    long most = 0;
    long least = all_.back().*field;
    for (std::size_t i = 0; i < kFew; ++i) {
      most = std::max(most, all_[i].*field);
      least = std::min(least, all_[all_.size() - 1 - i].*field);
    }
    return least - most;
  }
  /// KiB a hundred games, from where a relay's memory of games and clocks is full, or the middle;
  /// nothing before that can be told from a warm-up.
  std::optional<double> memory_slope() const {
    const std::size_t from = std::max(kWarm, all_.size() / 2);
    if (all_.size() < from + kFew) return std::nullopt;
    const auto games = static_cast<double>(all_.size() - 1 - from);
    return 100.0 * static_cast<double>(all_.back().memory_kib - all_[from].memory_kib) / games;
  }
  const Census& first() const { return all_.front(); }
  const Census& last() const { return all_.back(); }
  bool empty() const { return all_.empty(); }

 private:
  static constexpr std::size_t kFew = 4;
  static constexpr std::size_t kWarm = 60;  ///< some 1,500 decisions: measured, without faults too
  std::vector<Census> all_;
};

}  // namespace gougi::testing
