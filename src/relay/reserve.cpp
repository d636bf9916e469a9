// SPDX-License-Identifier: MIT
#include "relay/reserve.hpp"

#include <algorithm>
#include <utility>

namespace gougi::relay {
namespace {

using base::Milliseconds;

// When no engine is ready at `go`, those that load have this part of the time (or of this long,
// without a clock) before the reserve is asked: it needs the rest to think.
constexpr Milliseconds kLongestWaitForLoading{10'000};
// … and in a search of hours.
constexpr Milliseconds kLongestBeforeReserve{300'000};
constexpr int kReserveShare = 2;
// Its process is started so long before, in short searches half of the way.
constexpr Milliseconds kWarmUp{2'000};

// What the reserve engine has where `stop` found no vote that counts. The GUI waits.
constexpr Milliseconds kMostAfterStop{50};

}  // namespace

Milliseconds Reserve::wait() const {
  const Milliseconds wait =
      work_.clock.plan.decide_after.value_or(kLongestWaitForLoading) / kReserveShare;
  return std::min(wait, kLongestBeforeReserve);
}

void Reserve::arm() const {
  const base::TimePoint at = work_.now() + wait();
  work_.timers.set(RoundTimer::kWarmUp, at - std::min(kWarmUp, wait() / 2));
  work_.timers.set(RoundTimer::kReserve, at);
}

void Reserve::disarm() const {
  work_.timers.clear(RoundTimer::kWarmUp);
  work_.timers.clear(RoundTimer::kReserve);
}

void Reserve::warm_up() const {
  work_.timers.clear(RoundTimer::kWarmUp);
  Child& reserve = work_.port.children.reserve();
  if (reserve.process_runs || !no_voter_has_said_anything() || !may_help()) return;
  if (!may_be_only_silent()) work_.port.children.start(reserve);
}

bool Reserve::is_seated() const {
  return std::ranges::any_of(work_.poll.book.voters, &VoterSearch::reserve);
}

bool Reserve::may_join(const VoterSearch& voter) const {
  return !voter.ballot && voter.asked < 2 && !voter.is_asked_no_more() &&
         work_.child_of(voter).hopeful();
}

bool Reserve::may_help() const {
  if (work_.poll.stopped || !work_.poll.position().has_legal_move()) return false;
  if (!is_seated() && work_.port.children.reserve().could_start) return true;
  return std::ranges::any_of(work_.poll.book.voters, [&](const VoterSearch& voter) {
    return may_join(voter) && work_.child_of(voter).failures < 3;
  });
}

void Reserve::wake() const {
  disarm();
  if (is_seated()) return;
  VoterSearch& voter = asking_.seat_reserve();
  Child& reserve = work_.port.children.reserve();
  if (!reserve.process_runs) {
    work_.port.children.start(reserve);
  } else if (reserve.host.ready()) {
    asking_.ask(voter);
  }
}

void Reserve::wake_if_alone() const {
  const bool somebody_may_join = std::ranges::any_of(
      work_.poll.book.voters,
      [&](const VoterSearch& voter) { return voter.id == 0 && may_join(voter); });
  const auto& at = work_.timers.at(RoundTimer::kReserve);
  // No time is set after it was woken, or where nobody waits for it: then it is.
  if (!somebody_may_join || work_.now() >= at) wake();
}

bool Reserve::ask_for_a_moment() const {
  Child& reserve = work_.port.children.reserve();
  const bool wanted = work_.answer_owed && !work_.forced && !is_seated();
  const auto decide_at = work_.timers.at(RoundTimer::kDecide);
  if (!wanted || !reserve.host.ready()) return false;
  if (!decide_at || !work_.poll.position().has_legal_move()) return false;
  VoterSearch& voter = asking_.seat_reserve();
  ++voter.asked;
  voter.freezes = reserve.host.freeze_ability();
  const Milliseconds moment =
      std::clamp(base::to_ms(*decide_at - work_.now()) / 4, Milliseconds(1), kMostAfterStop);
  voter.stop_at = work_.now() + 2 * moment;
  usi::SearchLimits limits;
  limits.movetime = moment;
  work_.port.start(voter, reserve,
                   {work_.poll.lines.in(reserve.freeze_view()), std::move(limits),
                    work_.poll.side(), work_.judge});
  return true;
}

bool Reserve::no_voter_has_said_anything() const {
  const auto has_said_something = [&](const VoterSearch& mirror) {
    return work_.poll.has_said_something(mirror);
  };
  return !work_.poll.some_voter_has_said_something() &&
         std::ranges::none_of(work_.poll.book.mirrors, has_said_something);
}

// It has answered without a line of thought before.
bool Reserve::may_be_only_silent() const {
  return std::ranges::any_of(work_.poll.book.voters, [&](const VoterSearch& voter) {
    return voter.awaited() && work_.child_of(voter).answers_in_silence;
  });
}

bool Reserve::look_at_silence() const {
  const base::TimePoint due = *work_.timers.at(RoundTimer::kReserve);
  work_.timers.clear(RoundTimer::kReserve);
  if (!no_voter_has_said_anything() || !may_help()) return true;
  const bool maybe_only_silent = may_be_only_silent();
  if (maybe_only_silent && !work_.clock.plan.decide_after) return false;
  const base::TimePoint began = work_.poll.clock_start;
  // The last quarter is enough, if there is one.
  const base::TimePoint last_quarter = due + (due - began) / 2;
  if (maybe_only_silent && due <= began + wait() && due < last_quarter) {
    work_.timers.set(RoundTimer::kReserve, last_quarter);
    return false;
  }
  wake();
  return true;
}

}  // namespace gougi::relay
