// SPDX-License-Identifier: MIT
// How long a program that ended waits before it is started again: a child of the relay, and a relay
// that gougi keep watches. Pure values.
#pragma once

#include <algorithm>

#include "base/clock.hpp"

namespace gougi::relay {

// Who dies again and again is restarted ever more seldom: faster would eat the machine that the
// others think on, slower would miss a whole game.
inline constexpr base::Milliseconds kFirstRestartDelay{1'000};
inline constexpr base::Milliseconds kLongestRestartDelay{30'000};

/// After so many ends in a row. The first one is answered at once.
constexpr base::Milliseconds restart_delay(int failures) {
  if (failures <= 1) return base::Milliseconds(0);
  base::Milliseconds delay = kFirstRestartDelay;
  for (int i = 2; i < failures && delay < kLongestRestartDelay; ++i) delay *= 2;
  return std::min(delay, kLongestRestartDelay);
}

}  // namespace gougi::relay
