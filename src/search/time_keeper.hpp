// SPDX-License-Identifier: MIT
// When to stop thinking. Pure arithmetic on time points that the caller hands in, so that a test
// plays whole games in virtual time. It reads no clock and owns no thread.
#pragma once

#include <algorithm>
#include <optional>

#include "base/clock.hpp"
#include "search/limits.hpp"

namespace gougi::search {

/// How a clock is used.
struct TimeRules {
  /// What the way to the GUI and back costs: with whole_seconds the answer leaves that much before
  /// a second is full.
  base::Milliseconds delay{30};
  /// What it may cost at worst: the answer leaves that much before the clock ends.
  base::Milliseconds worst_delay{30};
  base::Milliseconds minimum{0};  ///< a move is worth at least this, if the clock has it
  int percent = 100;              ///< of the main time that a move would take otherwise
  bool whole_seconds = false;     ///< the clock counts begun seconds: they are used to their end

  /// Who sets one of the delays means at least as much for the other.
  base::Milliseconds kept_back() const { return std::max(delay, worst_delay); }
};

class TimeKeeper {
 public:
  /// `ply` is the number of the coming move in the game.
  TimeKeeper(const Limits& limits, int ply, const TimeRules& rules);

  /// Counted from the start of the clock: past this the search ends, finished or not. Nothing: no
  /// limit of time.
  std::optional<base::Duration> maximum() const { return maximum_; }
  /// The time a quiet move is worth; at most maximum().
  std::optional<base::Duration> optimum() const { return optimum_; }

  /// Whether the move has to leave now. `clock_start` is when this move's clock began.
  bool must_stop(base::TimePoint clock_start, base::TimePoint now) const {
    return maximum_ && now - clock_start >= *maximum_;
  }

  /// Whether a further iteration is worth its time. `instability` is 0 for a best move that has
  /// long been the same and 1 for one that has just changed; it stretches the optimum. On a clock
  /// of whole seconds the one that is begun is used to its end: maximum() then is that end.
  bool worth_another_iteration(base::TimePoint clock_start, base::TimePoint now,
                               double instability);

 private:
  void plan_for_clock(const MoveClock& clock, int ply);
  base::Duration used_fully(base::Duration time) const;

  TimeRules rules_;
  std::optional<base::Duration> maximum_;
  std::optional<base::Duration> optimum_;
  bool saves_time_ = false;  ///< time not used now helps later moves
};

}  // namespace gougi::search
