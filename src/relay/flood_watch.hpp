// SPDX-License-Identifier: MIT
// Whether a child prints more than any engine has to say: so many bytes, second after second. Such
// a child costs the loop the time that the others' answers need.
#pragma once

#include <cstddef>

#include "base/clock.hpp"

namespace gougi::relay {

class FloodWatch {
 public:
  /// Takes a line of `bytes`; true once it is too much. Two comparisons a line: floods are fast.
  bool line(std::size_t bytes, base::TimePoint now) {
    bytes_ += bytes + 1;
    return now >= window_end_ && end_window(now);
  }

 private:
  // An engine that prints every line it can think of, with a MultiPV of a hundred, stays below a
  // tenth of this.
  static constexpr std::size_t kMostInAWindow = std::size_t{4} << 20U;
  static constexpr base::Milliseconds kWindow{1000};
  // A burst is none: short searches of mated positions print all their iterations at once.
  static constexpr int kWindowsInARow = 3;

  bool end_window(base::TimePoint now) {
    // After a pause the bytes may be many windows' together.
    const bool much = bytes_ > kMostInAWindow && now < window_end_ + kWindow;
    bytes_ = 0;
    window_end_ = now + kWindow;
    in_a_row_ = much ? in_a_row_ + 1 : 0;
    return in_a_row_ >= kWindowsInARow;
  }

  std::size_t bytes_ = 0;
  base::TimePoint window_end_{};
  int in_a_row_ = 0;
};

}  // namespace gougi::relay
