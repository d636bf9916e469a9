// SPDX-License-Identifier: MIT
// Engines that say nothing: every search has a bound on silence, with a clock or without. Who is
// silent for longer is asked for its move by `stop`, which harms nobody who only thinks quietly;
// who does not answer that either is given up by its conversation and restarted.
#include <algorithm>

#include "base/log.hpp"
#include "relay/child.hpp"
#include "relay/session.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;

// Nothing at all has come in this search, for so long; and where somebody has answered already.
// Shorter cuts the first long thought of engines that print nothing, longer keeps people waiting
// for one that hangs.
constexpr Milliseconds kMute{60'000};
constexpr Milliseconds kMuteWhileOthersWait{20'000};
// Who is known to print nothing, or has its time for this move alone and may print nothing, has so
// much more.
constexpr int kQuietFactor = 10;
// Who has said something: for as long again as its search has taken until then, or where most of
// the others are still at work, for so many times as long. An iteration takes a few times as long
// as the one before.
constexpr int kTalkFactor = 8;
// Of a clock that must last, what one move may use: more than engines take.
constexpr int kShareOfClock = 8;

base::Duration share_of_span(base::Duration whole, double share) {
  return base::Duration(
      static_cast<base::Duration::rep>(static_cast<double>(whole.count()) * share));
}

}  // namespace

base::TimePoint Session::silent_until(const Asked& asked, double share) const {
  const Child& child = *children_[static_cast<std::size_t>(asked.child)];
  const auto side = round_->position().side_to_move();
  const bool fixed = is_fixed_time(round_->limits, side);
  base::Duration of_the_clock =
      round_->plan.decide_after ? round_->plan.most / (fixed ? 1 : kShareOfClock) : Milliseconds(0);
  if (!fixed) of_the_clock = share_of_span(of_the_clock, share);
  const base::TimePoint began = std::max(asked.asked_at, round_->clock_start);
  const bool inquiries = !round_->inquiries.empty();
  const auto answered = std::ranges::count_if(
      round_->seats, [](const Seat& s) { return s.ballot && s.ballot->counts() && !s.reserve; });
  const auto awaited =
      std::ranges::count_if(round_->seats, [](const Seat& s) { return s.awaited(); });
  if (asked.heard_at && *asked.heard_at >= began) {
    const bool most = answered > awaited && !inquiries;
    const base::Duration so_far = *asked.heard_at - began;
    return *asked.heard_at + std::max({base::Duration(most ? kMuteWhileOthersWait : kMute),
                                       so_far * (most ? 1 : kTalkFactor), of_the_clock});
  }
  const bool others_wait = answered > 0 && !inquiries;
  base::Duration patience = others_wait ? kMuteWhileOthersWait : kMute;
  const bool its_own_time = round_->plan.decide_after && fixed && !child.talks;
  if (child.answers_in_silence || its_own_time) patience *= kQuietFactor;
  if (child.answers_in_silence) patience = std::max(patience, of_the_clock);
  return began + patience;
}

// For the first of those that are waited for; who says something meanwhile has longer then.
void Session::plan_silence() {
  round_->silence_at.reset();
  if (round_->held) return;
  if (round_->kind == Round::Kind::kMate) return plan_silence_of_solvers();
  const auto consider_time = [&](const Asked& asked, double share) {
    if (asked.stopped_at) return;  // its conversation waits for the answer
    const base::TimePoint until = silent_until(asked, share);
    round_->silence_at = std::min(round_->silence_at.value_or(until), until);
  };
  for (const Seat& seat : round_->seats) {
    if (seat.awaited() && !seat.elsewhere) consider_time(seat, round_->told_share(seat));
  }
  for (const Inquiry& inquiry : round_->inquiries) {
    if (inquiry.search != 0 && !inquiry.done) consider_time(inquiry, inquiry.share);
  }
}

// Who was given a time for a mate has all of it.
void Session::plan_silence_of_solvers() {
  if (round_->mate_limits.time) return;
  for (const SolverSeat& solver : round_->solvers) {
    if (solver.search == 0 || solver.answer || solver.stopped) continue;
    const base::TimePoint until = solver.heard_at + kQuietFactor * kMute;
    round_->silence_at = std::min(round_->silence_at.value_or(until), until);
  }
}

void Session::watch_solvers() {
  for (std::size_t i = 0; round_ && i < round_->solvers.size(); ++i) {
    SolverSeat& solver = round_->solvers[i];
    if (solver.search == 0 || solver.answer || solver.stopped) continue;
    if (now_ < solver.heard_at + kQuietFactor * kMute) continue;
    solver.stopped = true;
    Child& child = *children_[static_cast<std::size_t>(solver.child)];
    base::log::warning(label(child) + " has said nothing for long: it is asked for its answer");
    child.host.stop(now_);
  }
  if (round_) plan_silence();
}

void Session::watch_silence() {
  round_->silence_at.reset();
  if (round_->held) return;
  if (round_->kind == Round::Kind::kMate) return watch_solvers();
  // A child that had not begun loses its search at once, which may end the round.
  for (std::size_t i = 0; round_ && i < round_->seats.size(); ++i) {
    Seat& seat = round_->seats[i];
    if (!seat.awaited() || seat.elsewhere || seat.stopped_at) continue;
    if (now_ >= silent_until(seat, round_->told_share(seat))) stop_search(seat);
  }
  for (std::size_t i = 0; round_ && i < round_->inquiries.size(); ++i) {
    Inquiry& inquiry = round_->inquiries[i];
    if (inquiry.search == 0 || inquiry.done || inquiry.stopped_at) continue;
    if (now_ >= silent_until(inquiry, inquiry.share)) stop_search(inquiry);
  }
  if (round_) plan_silence();
}

}  // namespace gougi::relay
