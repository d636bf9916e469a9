// SPDX-License-Identifier: MIT
// The arithmetic of a move's time: what children are told, by when their answers are wanted, and
// when the relay answers whatever is there. Pure values.
#pragma once

#include <optional>

#include "base/clock.hpp"
#include "shogi/types.hpp"
#include "usi/limits.hpp"

namespace gougi::relay {

struct ClockPlan {
  /// Since the move's clock began; nothing: no clock runs (depth, nodes, infinite).
  std::optional<base::Milliseconds> answer_after;  ///< ballots are wanted by then
  std::optional<base::Milliseconds> decide_after;  ///< the answer is sent from what is there
  base::Milliseconds reserve{0};  ///< between answer_after and the flag: children are told less
  base::Milliseconds most{0};     ///< what the move may take at all

  /// How long before answer_after a child is told to stop whose delay is not known yet.
  base::Milliseconds first_stop_lead() const;
};

struct ClockRules {
  /// Between the answer and the flag; nothing: by the time there is and the machine's lateness.
  std::optional<base::Milliseconds> margin;
  base::Milliseconds often_late{0};   ///< our timers are later than this once in some hundred moves
  base::Milliseconds seldom_late{0};  ///< … once in some ten thousand
};

/// For the side to move; `limits` as the GUI sent them.
ClockPlan plan_clock(const usi::SearchLimits& limits, shogi::Color side, const ClockRules& rules);

/// `limits` with `share` of every time in them.
usi::SearchLimits share_of(usi::SearchLimits limits, double share);

/// All that stands on the clock of `side`, byoyomi and increment included.
base::Milliseconds time_of(const usi::SearchLimits& limits, shogi::Color side);

/// `limits` with each side's time on the other's clock.
usi::SearchLimits with_sides_exchanged(usi::SearchLimits limits);

/// `limits` as a child is told them: `less` taken off the side to move's clock. A negative `less`
/// adds, for a child that is known to stop early.
usi::SearchLimits told_limits(usi::SearchLimits limits, shogi::Color side, base::Milliseconds less);

/// Only byoyomi, movetime: a child can use all that it is told.
bool is_fixed_time(const usi::SearchLimits& limits, shogi::Color side);

}  // namespace gougi::relay
