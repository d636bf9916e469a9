// SPDX-License-Identifier: MIT
// Time as the rooms speak of it: monotonic points and milliseconds. Who needs "now" is handed it.
#pragma once

#include <chrono>

namespace gougi::base {

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;
using Duration = Clock::duration;
using Milliseconds = std::chrono::milliseconds;

/// Whole milliseconds in `d`, rounded down.
inline Milliseconds to_ms(Duration d) { return std::chrono::floor<Milliseconds>(d); }

}  // namespace gougi::base
