// SPDX-License-Identifier: MIT
// How late our own timers come on this machine, and so how much time an answer must have in hand. A
// busy or virtual machine stands still now and then, for a millisecond or for thirty, a loaded one
// for hundreds; a margin that always covers the longest wastes the clock, one that never does loses
// games. So the session sets itself probes while a clock runs, and keeps what it saw. Pure
// values; old samples fade.
#pragma once

#include <array>

#include "base/clock.hpp"

namespace gougi::relay {

class Lateness {
 public:
  /// A timer set for `span` came `late` after its time. Lateness of more than 400 ms is a machine
  /// that was suspended, and says nothing.
  void sample(base::Duration span, base::Duration late);

  /// The least margin with which at most `risk` of the moments chosen at random would be answered
  /// late; whole milliseconds, 0 to 400.
  base::Milliseconds margin(double risk) const;

 private:
  static constexpr int kMost = 400;
  std::array<double, kMost + 1> weight_{};  ///< of the delays between i - 1 and i ms
  double watched_ms_ = 0.0;
};

}  // namespace gougi::relay
