// SPDX-License-Identifier: MIT
#include "relay/clock_plan.hpp"

#include <algorithm>

namespace gougi::relay {
namespace {

using base::Milliseconds;

// The answer leaves this long before the flag falls. Smaller: a busy machine's scheduler loses the
// game (5 ms did, once in some hundred moves of three engines on two cores); larger than 9: an
// engine that answers after 90 of 100 ms has no vote.
constexpr Milliseconds kLeastMargin{7};
constexpr Milliseconds kMostMargin{60};
constexpr Milliseconds kLeastGrace{8};
// All clocks zero: the GUI's clock is broken or the flag is down; answer fast, but with a thought.
constexpr Milliseconds kNoTimeLeft{60};

Milliseconds own_time(const usi::ClockTimes& clock, shogi::Color side) {
  return side == shogi::Color::kBlack ? clock.btime : clock.wtime;
}
Milliseconds own_increment(const usi::ClockTimes& clock, shogi::Color side) {
  return side == shogi::Color::kBlack ? clock.binc : clock.winc;
}

bool unlimited(const usi::SearchLimits& limits) { return limits.infinite || limits.wait_stop; }

// The most this move may take: everything on the clock, but of a main time never more than half, so
// that a child that hangs cannot lose the game in one move.
std::optional<Milliseconds> most_time(const usi::SearchLimits& limits, shogi::Color side) {
  if (unlimited(limits)) return std::nullopt;
  if (limits.movetime) return *limits.movetime;
  if (limits.rtime) return 3 * *limits.rtime;
  const bool other_limit = limits.depth || limits.nodes;
  if (!limits.clock.given && other_limit) return std::nullopt;
  const Milliseconds extra = limits.clock.byoyomi + own_increment(limits.clock, side);
  const Milliseconds time = own_time(limits.clock, side);
  const Milliseconds total = time - time / 2 + extra;
  if (total.count() <= 0) return other_limit ? std::nullopt : std::optional(kNoTimeLeft);
  return total;
}

}  // namespace

ClockPlan plan_clock(const usi::SearchLimits& limits, shogi::Color side, const ClockRules& rules) {
  ClockPlan plan;
  const auto most = most_time(limits, side);
  if (!most) return plan;
  const Milliseconds quarter = *most / 4;
  const Milliseconds by_itself =
      std::clamp(*most / 20, kLeastMargin, kMostMargin) + std::min(rules.lateness, quarter);
  const Milliseconds margin =
      std::min(rules.margin.value_or(by_itself), std::max(Milliseconds(1), *most / 2));
  const Milliseconds grace =
      std::min(std::clamp(*most / 20, kLeastGrace, std::max(kLeastGrace, rules.grace)), quarter);
  plan.decide_after = *most - margin;
  plan.stop_after = *most - margin - grace / 2;
  plan.reserve = margin + grace;
  return plan;
}

usi::SearchLimits told_limits(usi::SearchLimits limits, shogi::Color side, const ClockPlan& plan,
                              Milliseconds elapsed) {
  if (!plan.decide_after) return limits;
  const Milliseconds less = plan.reserve + elapsed;
  const Milliseconds least{1};
  if (limits.movetime) {
    limits.movetime = std::max(least, *limits.movetime - less);
    return limits;
  }
  if (limits.rtime) return limits;
  usi::ClockTimes& clock = limits.clock;
  Milliseconds& time = side == shogi::Color::kBlack ? clock.btime : clock.wtime;
  if (time <= Milliseconds{0} && clock.byoyomi + own_increment(clock, side) <= Milliseconds{0}) {
    clock.given = true;
    clock.byoyomi = std::max(least, kNoTimeLeft - less);
    return limits;
  }
  // Off the byoyomi as far as it goes, the rest off the time.
  const Milliseconds off_byoyomi = std::min(clock.byoyomi, less);
  clock.byoyomi -= off_byoyomi;
  time = std::max(Milliseconds{0}, time - (less - off_byoyomi));
  if (time + clock.byoyomi + own_increment(clock, side) <= Milliseconds{0}) clock.byoyomi = least;
  return limits;
}

}  // namespace gougi::relay
