// SPDX-License-Identifier: MIT
#include "search/time_keeper.hpp"

#include <algorithm>

namespace gougi::search {
namespace {

using base::Duration;
using base::Milliseconds;
using std::chrono::duration_cast;

/// What is spent when the clock has nothing to give: larger loses on time under a strict arbiter,
/// smaller may not finish the first ply.
constexpr Milliseconds kInstant{2};

/// Own moves that the main time should still last for. Smaller spends the clock in the opening,
/// larger leaves it unused at the end (an average game lasts about 115 plies).
constexpr int kMovesAhead = 36;
constexpr int kFewestMovesAhead = 24;

/// How far the optimum may be overdrawn while the best move keeps changing. With the fewest moves
/// ahead this is a twelfth of the clock, so that even a game of nothing but hard moves has time
/// left after 120 of them.
constexpr double kStretch = 2.0;

Duration scaled(Duration d, double factor) {
  return duration_cast<Duration>(std::chrono::duration<double>(d) * factor);
}

/// `available` less the delay, and less 1 % (at most 200 ms) for a machine that is busy. With less
/// than two delays on the clock half of it is kept back, so that something is searched at all.
Duration safe_part(Duration available, Milliseconds delay) {
  const Duration margin = Duration(delay) + std::min<Duration>(available / 100, Milliseconds(200));
  const Duration part = std::max(available - margin, available / 2);
  return std::min(std::max<Duration>(part, Duration::zero()), available);
}

}  // namespace

TimeKeeper::TimeKeeper(const Limits& limits, int ply, const TimeRules& rules) : rules_(rules) {
  rules_.worst_delay = std::max(rules.kept_back(), Milliseconds(0));
  if (limits.infinite) return;
  if (limits.movetime) {
    maximum_ = optimum_ =
        std::max<Duration>(safe_part(*limits.movetime, rules_.worst_delay), kInstant);
  }
  if (limits.clock) {
    plan_for_clock(*limits.clock, ply);
  } else if (!limits.movetime && !limits.depth && !limits.nodes) {
    maximum_ = optimum_ = kInstant;
  }
}

// To the end of the second that is begun, where the clock takes it anyway.
Duration TimeKeeper::used_fully(Duration time) const {
  if (!rules_.whole_seconds) return time;
  return std::chrono::ceil<std::chrono::seconds>(time + rules_.delay) - Duration(rules_.delay);
}

void TimeKeeper::plan_for_clock(const MoveClock& clock, int ply) {
  const Milliseconds zero(0);
  const Milliseconds time = std::max(clock.time, zero);
  const Milliseconds byoyomi = std::max(clock.byoyomi, zero);
  const Milliseconds increment = std::max(clock.increment, zero);
  const Duration all = time + increment + byoyomi;
  if (all <= kInstant) {
    maximum_ = optimum_ = std::min<Duration>(kInstant, maximum_.value_or(kInstant));
    return;
  }
  const Duration hard = safe_part(all, rules_.worst_delay);
  const Duration per_move = safe_part(byoyomi + increment, rules_.worst_delay);
  Duration optimum = hard;
  Duration maximum = hard;
  // With next to no main time left, byoyomi is all there is, and saving it helps nobody.
  saves_time_ = time > byoyomi / 2;
  if (saves_time_) {
    const int moves = std::max(kFewestMovesAhead, kMovesAhead - ply / 4);
    const double share = rules_.percent / 100.0 / moves;
    optimum = std::max<Duration>(per_move + scaled(time, share), rules_.minimum);
    maximum = std::max<Duration>(per_move + scaled(time, kStretch * share), rules_.minimum);
    optimum = std::min(hard, used_fully(optimum));
    maximum = std::min(hard, used_fully(maximum));
  }
  maximum_ = std::min(maximum, maximum_.value_or(maximum));
  optimum_ = std::min(optimum, *maximum_);
}

bool TimeKeeper::worth_another_iteration(base::TimePoint clock_start, base::TimePoint now,
                                         double instability) {
  if (!optimum_) return true;
  const Duration used = now - clock_start;
  if (!saves_time_) return used < *maximum_;
  // An iteration takes longer than all before it, so one begun past 60 % would seldom end in time.
  const Duration soft =
      std::max<Duration>(scaled(*optimum_, 0.6 + instability * (kStretch - 0.6)), rules_.minimum);
  if (used < std::min(soft, *maximum_)) return true;
  if (!rules_.whole_seconds) return false;
  maximum_ = std::min(*maximum_, used_fully(used));
  return used < *maximum_;
}

}  // namespace gougi::search
