// SPDX-License-Identifier: MIT
#include "relay/laggards.hpp"

#include <algorithm>

namespace gougi::relay {
namespace {

using base::Milliseconds;

// When most have answered, the rest have what is for this move alone, and of a main time as long
// again as the answers took, and never less than this: an engine that hangs must not eat the game's
// clock, one that only thinks longer must not be cut short.
constexpr Milliseconds kLeastWaitForLaggards{1000};
// Who talks does not hang: it has this part of the main time for one move, more than engines take.
// Smaller cuts short a long thought, larger lets one that never stops cost the game sooner.
constexpr int kShareOfMain = 8;
// … and of a main time that must last for the game, no more than this part of what the move may
// take, or the increment, which comes back: smaller cuts short who thinks longer now and then,
// larger leaves nothing after some waits.
constexpr int kLaggardsPartOfMain = 5;
// Of min_use: less is as good as no limit.
constexpr double kLeastUse = 0.001;

Milliseconds least_wait(const RoundWork& work) {
  const usi::SearchLimits& limits = work.poll.limits;
  const bool lives_on_main = limits.clock.given && limits.clock.byoyomi <= Milliseconds(0) &&
                             !work.clock.is_fixed() && !limits.movetime;
  if (!lives_on_main) return kLeastWaitForLaggards;
  const Milliseconds increment = limits.clock.of(work.poll.side()).increment;
  return std::min(kLeastWaitForLaggards,
                  std::max(increment, work.clock.plan.most / kLaggardsPartOfMain));
}

// From the beginning of the move: what an engine may use of the clock while the others wait.
Milliseconds share_of_a_move(const usi::SearchLimits& limits, shogi::Color side, bool talks) {
  const usi::SideClock own = limits.clock.of(side);
  return limits.clock.byoyomi + own.increment + (talks ? own.time / kShareOfMain : Milliseconds(0));
}

}  // namespace

void Laggards::hurry() const {
  const auto hurry_at = work_.timers.at(RoundTimer::kHurry);
  work_.timers.clear(RoundTimer::kHurry);
  const Poll& poll = work_.poll;
  if (work_.hurried || poll.stopped) return;
  const auto awaited = poll.book.awaited();
  const auto answered = poll.book.answered();
  const base::Duration elapsed = work_.elapsed();
  const settings::RelaySettings& settings = work_.port.settings;
  if (poll.budget.on()) return;  // who is slow has nodes as the others
  // Replies to what a strategy asked are no laggards' ballots.
  if (settings.quorum && answered >= *settings.quorum && awaited > 0) {
    // Enough have answered: the rest get so long that those have had `min_use` of it all.
    const double share = std::max(settings.min_use, kLeastUse);
    const auto more = static_cast<double>(elapsed.count()) * (1.0 / share - 1.0);
    stop_all_at(work_.now() + base::Duration(static_cast<base::Duration::rep>(more)));
    return;
  }
  const bool mirrored = poll.book.mirrors_have_voted();
  if (answered <= awaited && !mirrored) return;
  if (!work_.clock.plan.decide_after) return;  // but see Silence
  if (awaited == 0 || work_.clock.is_fixed()) return;
  const base::Duration wait = std::max<base::Duration>(least_wait(work_), elapsed);
  const bool talk = std::ranges::any_of(poll.book.voters, [](const VoterSearch& voter) {
    return voter.awaited() && voter.heard_at.has_value();
  });
  const base::TimePoint until =
      std::max(hurry_at.value_or(work_.now() + wait),
               poll.clock_start + share_of_a_move(poll.limits, poll.side(), talk));
  if (work_.now() < until) {
    work_.timers.set(RoundTimer::kHurry, until);
  } else {
    stop_all_at(work_.now());
  }
}

void Laggards::go_on_if_agreed() const {
  RoundClock& clock = work_.clock;
  if (!work_.poll.strategy->asks_only_if_split || work_.hurried) return;
  if (clock.first_share >= 1.0 || !clock.ballots_at()) return;
  if (!work_.timers.at(RoundTimer::kPartials)) return;
  auto& voters = work_.poll.book.voters;
  const bool due = std::ranges::any_of(voters, [&](const VoterSearch& voter) {
    return voter.awaited() && voter.is_due(work_.now());
  });
  if (!due || !work_.poll.agrees()) return;
  clock.first_share = 1.0;
  work_.timers.clear(RoundTimer::kPartials);
  const auto goes_on = [&](VoterSearch& voter) {
    if (!voter.awaited() || voter.stopped_at) return;
    const auto promised_end = voter.promised_end;
    clock.plan_search(work_.child_of(voter), voter, *clock.ballots_at(), work_.now());
    voter.promised_end = promised_end;
  };
  std::ranges::for_each(voters, goes_on);
  std::ranges::for_each(work_.poll.book.mirrors, goes_on);
}

void Laggards::stop_all_at(base::TimePoint at) const {
  work_.hurried = true;
  const base::TimePoint patience_ends = at + work_.port.settings.grace;
  if (work_.clock.first_share < 1.0 && work_.poll.book.anybody_awaited()) {
    // What the strategy asks next has its own time. Who is stopped may still say a last line.
    for (VoterSearch& voter : work_.poll.book.voters) {
      if (voter.awaited() && !voter.stopped_at) voter.stop_at = sooner(voter.stop_at, at);
    }
    work_.timers.set_if_sooner(RoundTimer::kPartials, patience_ends);
    return;
  }
  const auto stop_at = work_.timers.at(RoundTimer::kStop);
  if (stop_at && *stop_at <= at) return;
  work_.timers.set(RoundTimer::kStop, at);
  work_.timers.set_if_sooner(RoundTimer::kDecide, patience_ends);
}

}  // namespace gougi::relay
