// SPDX-License-Identifier: MIT
#include "relay/lateness.hpp"

#include <algorithm>
#include <cmath>

namespace gougi::relay {
namespace {

// Half of what is known is forgotten in so much watched time: longer keeps the margin of a
// compilation that has long ended, shorter forgets between two stalls of a busy machine.
constexpr double kHalfLifeMs = 60'000.0;

}  // namespace

void Lateness::sample(base::Duration span, base::Duration late) {
  using Ms = std::chrono::duration<double, std::milli>;
  const double late_ms = Ms(late).count();
  const double span_ms = Ms(span).count();
  if (span_ms <= 0.0 || late_ms > kMost) return;
  const double kept = std::exp2(-span_ms / kHalfLifeMs);
  for (double& w : weight_) w *= kept;
  watched_ms_ = watched_ms_ * kept + span_ms + std::max(0.0, late_ms);
  // What stood still began on the average half a span before the timer's time.
  const double stood_still = late_ms + std::min(span_ms, late_ms) / 2;
  const int slot = std::clamp(static_cast<int>(std::ceil(stood_still)), 0, kMost);
  weight_[static_cast<std::size_t>(slot)] += 1.0;
}

base::Milliseconds Lateness::margin(double risk) const {
  // A moment is answered late if a stall of d begins within the d - margin before it can be. From
  // the longest down: `late` is the sum of all w * (d - margin).
  double late = 0.0;
  double stalls = 0.0;
  for (int m = kMost; m > 0; --m) {
    stalls += weight_[static_cast<std::size_t>(m)];
    late += stalls;  // with a margin of m - 1
    if (late > risk * watched_ms_) return base::Milliseconds(m);
  }
  return base::Milliseconds(0);
}

}  // namespace gougi::relay
