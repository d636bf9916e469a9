// SPDX-License-Identifier: MIT
// How whoever asked for long work hears of it, and may end it. Used by what reads and writes large
// files, and by what fits models.
#pragma once

#include <cstdint>
#include <functional>

namespace gougi::base {

/// Called now and then by who works: so many steps of all are done. False: it is to be given up.
using Progress = std::function<bool(std::uint64_t done, std::uint64_t all)>;

/// Counts steps so short that to tell of each would take longer than to do it.
class Steps {
 public:
  Steps(const Progress& progress, std::uint64_t all) : progress_(progress), all_(all) {}

  /// One more is done. False: it is to be given up.
  bool next() {
    constexpr std::uint64_t kBetween = 4096;
    return ++done_ % kBetween != 0 || !progress_ || progress_(done_, all_);
  }

 private:
  const Progress& progress_;
  std::uint64_t all_;
  std::uint64_t done_ = 0;
};

}  // namespace gougi::base
