// SPDX-License-Identifier: MIT
#include "relay/round_clock.hpp"

#include <algorithm>

namespace gougi::relay {
namespace {

using base::Milliseconds;

// Of a child that was told to stop. Less kills engines that a busy machine holds up; more, and one
// that hangs is away for many short moves.
constexpr Milliseconds kLeastPatience{400};
constexpr Milliseconds kMostPatience{2000};
constexpr int kPatienceFactor = 4;  // of the stop lead learned from it

Milliseconds part_of(Milliseconds time, double share) {
  const double ms = static_cast<double>(time.count()) * share;
  return Milliseconds(static_cast<Milliseconds::rep>(ms));
}

}  // namespace

void RoundClock::start(const ClockRules& rules, base::TimePoint now) {
  poll_.clock_start = now;
  plan = plan_clock(poll_.limits, poll_.side(), rules);
  hold();
  if (!plan.decide_after) return;
  timers_.set(RoundTimer::kDecide, now + *plan.decide_after);
  if (freeze_share > 0.0) plan.answer_after = part_of(*plan.answer_after, 1.0 - freeze_share);
  timers_.set(RoundTimer::kStop, now + *plan.answer_after);
  if (first_share < 1.0) {
    timers_.set(RoundTimer::kPartials, *ballots_at() + 2 * plan.first_stop_lead());
  }
}

void RoundClock::hold() {
  timers_.clear(RoundTimer::kStop);
  timers_.clear(RoundTimer::kPartials);
  timers_.clear(RoundTimer::kDecide);
}

std::optional<base::TimePoint> RoundClock::ballots_at() const {
  if (!plan.answer_after) return std::nullopt;
  return poll_.clock_start + part_of(*plan.answer_after, first_share);
}

std::optional<base::TimePoint> RoundClock::ballot_at(const VoterSearch& voter) const {
  if (!voter.reserve || !plan.answer_after) return ballots_at();
  return poll_.clock_start + *plan.answer_after;
}

double RoundClock::take_share(double set, base::TimePoint now) {
  asked_share_ += set;
  if (!plan.answer_after || !is_fixed()) return set;
  const auto whole = static_cast<double>(base::to_ms(*plan.answer_after).count());
  const double used = static_cast<double>(base::to_ms(now - poll_.clock_start).count()) / whole;
  return std::max(set, std::min(1.0, poll_.strategy->first_share + asked_share_) - used);
}

Milliseconds RoundClock::stop_lead(const Child& child) const {
  const auto learned = base::to_ms(child.habits.stop_lead(plan.first_stop_lead()));
  const bool told = child.settings != nullptr && child.settings->margin;
  return told ? std::max(learned, *child.settings->margin) : learned;
}

void RoundClock::plan_search(const Child& child, Search& search, base::TimePoint wanted_at,
                             base::TimePoint now) const {
  search.stopped_at.reset();
  const base::Duration half = (wanted_at - now) / 2;
  search.stop_at = wanted_at - std::min<base::Duration>(stop_lead(child), half);
  search.promised_end = search.stop_at;
}

usi::SearchLimits RoundClock::limits_for(const Child& child, const Search& search,
                                         const usi::SearchLimits& limits, shogi::Color side,
                                         Milliseconds used, base::TimePoint now) const {
  if (!search.promised_end) return limits;
  const Milliseconds there_is = base::to_ms(*search.promised_end - now);
  const Milliseconds total = time_of(limits, side);
  if (total <= Milliseconds(0) && !limits.rtime) {  // the clock has run out, or there is none
    auto told = limits;
    const Milliseconds moment = std::max(Milliseconds(1), there_is);
    if (told.movetime) told.movetime = moment;
    if (!told.movetime) told.clock = {.given = true, .byoyomi = moment};
    return told;
  }
  if (!is_fixed_time(limits, side)) {
    // What it is told less is what it must not use of the whole.
    return told_limits(limits, side, plan.reserve + used + stop_lead(child));
  }
  // Beyond its time by what it leaves unused every time: `stop` comes before the flag does. But
  // what it leaves of long moves says little of short ones, or of what remains when it can begin.
  const bool begins = child.host.state() == usi::HostSide::State::kIdle;
  const Milliseconds surplus =
      begins ? std::min(child.habits.surplus(), there_is) : Milliseconds(0);
  auto told = told_limits(limits, side, total - there_is - surplus);
  told.wait_stop = child.host.quirks().wait_stop;
  return told;
}

void RoundClock::learn_answer(Child& child, const Search& search) const {
  const base::TimePoint said_at = child.host.answered_at();
  if (said_at < poll_.clock_start) return;  // in pondering, of whatever clock
  if (search.stopped_at && said_at >= *search.stopped_at) {
    child.habits.answered_stop(said_at - *search.stopped_at);
  } else if (search.promised_end && is_fixed() && !child.host.answered_to_stop()) {
    child.habits.answered_early(*search.promised_end - said_at);
  }
}

// About a move, so that it is back soon, and never less than it took before.
void RoundClock::set_patience(Children& children) const {
  for (const auto& child : children.all()) {
    const Milliseconds most = plan.decide_after ? plan.most : kMostPatience;
    child->host.set_stopping_limit(std::clamp(std::max(most, kPatienceFactor * stop_lead(*child)),
                                              kLeastPatience, kMostPatience));
  }
}

}  // namespace gougi::relay
