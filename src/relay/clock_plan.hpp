// SPDX-License-Identifier: MIT
// The arithmetic of a move's time: what children are told, when they are told to stop, and when the
// relay answers whatever is there. Pure values.
#pragma once

#include <optional>

#include "base/clock.hpp"
#include "shogi/types.hpp"
#include "usi/limits.hpp"

namespace gougi::relay {

struct ClockPlan {
  /// Since the move's clock began; nothing: no clock runs (depth, nodes, infinite).
  std::optional<base::Milliseconds> stop_after;    ///< children that still think are told `stop`
  std::optional<base::Milliseconds> decide_after;  ///< the answer is sent from what is there
  /// Taken off what children are told, so that they finish before stop_after by themselves.
  base::Milliseconds reserve{0};
};

struct ClockRules {
  std::optional<base::Milliseconds>
      margin;  ///< between the answer and the flag; nothing: by the time there is
  base::Milliseconds grace{200};   ///< the most a child is given to answer `stop`
  base::Milliseconds lateness{0};  ///< how late our own timers have been: kept back too
};

/// For the side to move; `limits` as the GUI sent them.
ClockPlan plan_clock(const usi::SearchLimits& limits, shogi::Color side, const ClockRules& rules);

/// `limits` as a child is told them when `elapsed` of the move's time is gone.
usi::SearchLimits told_limits(usi::SearchLimits limits, shogi::Color side, const ClockPlan& plan,
                              base::Milliseconds elapsed);

}  // namespace gougi::relay
