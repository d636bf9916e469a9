// SPDX-License-Identifier: MIT
// How a child keeps its time, learned from its answers: how long after `stop` it answers, and how
// much of the time it was told it leaves unused. With both, an engine far away or slow to stop is
// in time, and one with a safety margin of its own still thinks for nearly all there is.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "base/clock.hpp"

namespace gougi::relay {

class AnswerHabits {
 public:
  /// It answered `delay` after it was told to stop. Long ones are believed at once, short ones
  /// slowly.
  void answered_stop(base::Duration delay);
  /// It had not answered when the time was up, `waited` after it was told to stop.
  void missed_stop(base::Duration waited);
  /// It answered by itself, `unused` before the end of the time it was told (0: it used it all).
  void answered_early(base::Duration unused);

  /// How long before its answer is wanted it must be told to stop; `unknown` of a new child.
  base::Duration stop_lead(base::Duration unknown) const;
  /// What it may be told beyond its time: it left that unused each of the last times.
  base::Milliseconds surplus() const;

 private:
  static constexpr std::size_t kRemembered = 6;
  std::optional<base::Duration> stop_delay_;
  int stops_ = 0;  ///< seen
  std::array<base::Milliseconds, kRemembered> unused_{};
  std::size_t next_ = 0;
};

}  // namespace gougi::relay
