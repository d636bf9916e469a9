// SPDX-License-Identifier: MIT
#include "relay/clock_plan.hpp"

#include <algorithm>
#include <utility>

#include "usi/host_side.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;

// The answer leaves so long before the flag falls, whoever has not answered: a twentieth of what
// the move has. A GUI's clock may run before its `go` reaches us and until it has read the answer;
// 60 ms at the most lost games in GUIs without grace on a loaded machine.
constexpr int kMarginPart = 20;
// Larger than 9, and an engine that answers after 90 of 100 ms has no vote; smaller, and the pipe
// to the GUI and its own waking up lose the game.
constexpr Milliseconds kLeastMargin{7};
// Larger takes time from long moves that no GUI was seen to need.
constexpr Milliseconds kMostMargin{400};
// Answers are wanted so long before that: the time it takes to read and count them.
constexpr Milliseconds kCounting{1};
constexpr Milliseconds kLeastStopLead{2};
constexpr Milliseconds kMostStopLead{150};
// So much of the main time stays on a clock with increment, or twice the increment if that is less:
// smaller, and an answer that a busy machine makes 30 ms late loses the game; larger, and that time
// is never thought in.
constexpr Milliseconds kKeptWithIncrement{200};
// All clocks zero: the GUI's clock is broken or the flag is down; answer fast, but with a thought.
constexpr Milliseconds kNoTimeLeft{60};

bool unlimited(const usi::SearchLimits& limits) { return limits.infinite || limits.wait_stop; }

// The most this move may take: everything on the clock, but of a main time never more than half, so
// that a child that hangs cannot lose the game in one move; nor the last of it, if the increment is
// enough to live on.
std::optional<Milliseconds> most_time(const usi::SearchLimits& limits, shogi::Color side) {
  if (unlimited(limits)) return std::nullopt;
  if (limits.movetime) return limits.movetime->count() > 0 ? *limits.movetime : kNoTimeLeft;
  if (limits.rtime) return limits.rtime->count() > 0 ? 3 * *limits.rtime : kNoTimeLeft;
  const bool other_limit = limits.depth || limits.nodes;
  if (!limits.clock.given && other_limit) return std::nullopt;
  const Milliseconds byoyomi = limits.clock.byoyomi;
  const auto [time, increment] = limits.clock.of(side);
  const Milliseconds kept =
      byoyomi > Milliseconds(0) ? Milliseconds(0) : std::min(kKeptWithIncrement, 2 * increment);
  const Milliseconds of_main = std::min(time - time / 2, std::max(Milliseconds(0), time - kept));
  const Milliseconds total = of_main + byoyomi + increment;
  if (total.count() <= 0) return other_limit ? std::nullopt : std::optional(kNoTimeLeft);
  return total;
}

}  // namespace

Milliseconds ClockPlan::first_stop_lead() const {
  return std::clamp(most / 40, kLeastStopLead, kMostStopLead);
}

ClockPlan plan_clock(const usi::SearchLimits& limits, shogi::Color side, const ClockRules& rules) {
  ClockPlan plan;
  const auto most = most_time(limits, side);
  if (!most) return plan;
  const Milliseconds quarter = *most / 4;
  const Milliseconds half = std::max(Milliseconds(1), *most / 2);
  const Milliseconds by_itself =
      std::max(std::clamp(*most / kMarginPart, kLeastMargin, kMostMargin),
               std::min(rules.often_late, quarter));
  const Milliseconds margin = std::min(rules.margin.value_or(by_itself), half);
  const Milliseconds seldom = rules.margin ? margin : std::min(rules.seldom_late, quarter);
  plan.most = *most;
  plan.reserve = std::min(std::max(margin + kCounting, seldom), std::max(half, margin));
  plan.decide_after = *most - margin;
  plan.answer_after = *most - plan.reserve;
  return plan;
}

usi::SearchLimits share_of(usi::SearchLimits limits, double share) {
  const auto part = [share](Milliseconds time) {
    const auto ms = static_cast<Milliseconds::rep>(static_cast<double>(time.count()) * share);
    return std::max(Milliseconds(ms), std::min(time, Milliseconds(1)));  // none means another thing
  };
  if (limits.movetime) limits.movetime = part(*limits.movetime);
  if (limits.rtime) limits.rtime = part(*limits.rtime);
  usi::ClockTimes& clock = limits.clock;
  for (Milliseconds* time :
       {&clock.btime, &clock.wtime, &clock.byoyomi, &clock.binc, &clock.winc}) {
    *time = part(*time);
  }
  return limits;
}

Milliseconds time_of(const usi::SearchLimits& limits, shogi::Color side) {
  if (limits.movetime) return *limits.movetime;
  return limits.clock.byoyomi + limits.clock.of(side).time + limits.clock.of(side).increment;
}

usi::SearchLimits with_sides_exchanged(usi::SearchLimits limits) {
  std::swap(limits.clock.btime, limits.clock.wtime);
  std::swap(limits.clock.binc, limits.clock.winc);
  return limits;
}

bool is_fixed_time(const usi::SearchLimits& limits, shogi::Color side) {
  if (unlimited(limits) || limits.depth || limits.nodes || limits.rtime) return false;
  if (limits.movetime) return true;
  return limits.clock.given && limits.clock.of(side).time <= Milliseconds{0} &&
         limits.clock.of(side).increment <= Milliseconds{0};
}

usi::SearchLimits told_limits(usi::SearchLimits limits, shogi::Color side,
                              base::Milliseconds less) {
  if (unlimited(limits) || limits.rtime) return limits;
  const Milliseconds least{1};
  if (limits.movetime) {
    limits.movetime = std::max(least, *limits.movetime - less);
    return limits;
  }
  usi::ClockTimes& clock = limits.clock;
  if (!clock.given && (limits.depth || limits.nodes)) return limits;
  if (time_of(limits, side) <= Milliseconds{0}) {
    if (limits.depth || limits.nodes) return limits;
    clock.given = true;
    clock.byoyomi = std::max(least, kNoTimeLeft - less);
    return limits;
  }
  return usi::what_is_left(std::move(limits), side, less);
}

}  // namespace gougi::relay
