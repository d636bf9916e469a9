// SPDX-License-Identifier: MIT
// While a clock runs, the session sets itself timers to learn from how late they come.
#pragma once

#include "relay/clock_plan.hpp"
#include "relay/lateness.hpp"
#include "relay/own_options.hpp"
#include "relay/timers.hpp"

namespace gougi::relay {

class LatenessProbe {
 public:
  explicit LatenessProbe(SessionTimers& timers) : timers_(timers) {}

  /// A clock begins; without one there is nothing to learn for.
  void begin(const ClockPlan& plan, base::TimePoint now);
  void end() { timers_.clear(SessionTimer::kProbe); }
  /// The probe is due.
  void take(base::TimePoint now);
  ClockRules rules(const OwnOptions& own) const;

 private:
  SessionTimers& timers_;
  Lateness lateness_;
  base::Duration span_{0};
};

}  // namespace gougi::relay
