// SPDX-License-Identifier: MIT
// The round's clock: what children are told of it, when they are stopped, and what is learned from
// how they and this machine keep their time.
#include <algorithm>
#include <utility>

#include "base/log.hpp"
#include "relay/child.hpp"
#include "relay/session.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;

// The chances, a move, that our timers are later than the margin: before the flag at all, and where
// somebody has not even answered `stop`.
constexpr double kSeldom = 1e-4;
constexpr double kOften = 5e-3;
// Shorter ones would load the machine; between longer ones a stall that matters would not be seen.
constexpr Milliseconds kShortestProbe{2};
constexpr Milliseconds kLongestProbe{40};
// A clock of hours is watched no more often than that: it has margin enough.
constexpr int kMostProbesAMove = 2000;
constexpr int kProbesAMove = 50;
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
// Of a child that was told to stop. Less kills engines that a busy machine holds up; more, and one
// that hangs is away for many short moves.
constexpr Milliseconds kLeastPatience{400};
constexpr Milliseconds kMostPatience{2000};
constexpr int kPatienceFactor = 4;  // of the stop lead learned from it
// Of min_use: less is as good as no limit.
constexpr double kLeastUse = 0.001;

Milliseconds least_wait_for_laggards(const Round& round) {
  const usi::SearchLimits& limits = round.limits;
  const bool lives_on_main = limits.clock.given && limits.clock.byoyomi <= Milliseconds(0) &&
                             !is_fixed_time(limits, round.position().side_to_move()) &&
                             !limits.movetime;
  if (!lives_on_main) return kLeastWaitForLaggards;
  const bool black = round.position().side_to_move() == shogi::Color::kBlack;
  const Milliseconds increment = black ? limits.clock.binc : limits.clock.winc;
  return std::min(kLeastWaitForLaggards,
                  std::max(increment, round.plan.most / kLaggardsPartOfMain));
}

// From the beginning of the move: what an engine may use of the clock while the others wait.
Milliseconds share_of_a_move(const usi::SearchLimits& limits, shogi::Color side, bool talks) {
  const bool black = side == shogi::Color::kBlack;
  const Milliseconds main = black ? limits.clock.btime : limits.clock.wtime;
  const Milliseconds increment = black ? limits.clock.binc : limits.clock.winc;
  return limits.clock.byoyomi + increment + (talks ? main / kShareOfMain : Milliseconds(0));
}

}  // namespace

ClockRules Session::clock_rules() const {
  return {board_.own().margin, lateness_.margin(kOften), lateness_.margin(kSeldom)};
}

// How long a child may take to answer `stop` before it counts as hung: about a move, so that it is
// back soon, and never less than it took before.
void Session::set_patience() {
  for (auto& child : children_) {
    const Milliseconds most = round_->plan.decide_after ? round_->plan.most : kMostPatience;
    child->host.set_stopping_limit(std::clamp(std::max(most, kPatienceFactor * stop_lead(*child)),
                                              kLeastPatience, kMostPatience));
  }
}

void Session::set_probe() {
  probe_at_.reset();
  if (!round_ || !round_->plan.decide_after) return;
  probe_span_ =
      std::max(std::clamp(round_->plan.most / kProbesAMove, kShortestProbe, kLongestProbe),
               round_->plan.most / kMostProbesAMove);
  probe_at_ = now_ + probe_span_;
}

Milliseconds Session::stop_lead(const Child& child) const {
  const auto learned = base::to_ms(child.habits.stop_lead(round_->plan.first_stop_lead()));
  const bool told = child.settings != nullptr && child.settings->margin;
  return told ? std::max(learned, *child.settings->margin) : learned;
}

void Session::plan_search(Child& child, Asked& asked, base::TimePoint wanted_at) {
  asked.told_until.reset();
  asked.stop_at.reset();
  asked.stopped_at.reset();
  const base::Duration half = (wanted_at - now_) / 2;
  asked.stop_at = wanted_at - std::min<base::Duration>(stop_lead(child), half);
  asked.told_until = asked.stop_at;
}

usi::SearchLimits Session::limits_for(const Child& child, const Asked& asked,
                                      const usi::SearchLimits& limits, shogi::Color side,
                                      Milliseconds used) const {
  if (!asked.told_until) return limits;
  const Milliseconds there_is = base::to_ms(*asked.told_until - now_);
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
    return told_limits(limits, side, round_->plan.reserve + used + stop_lead(child));
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

void Session::learn_answer(Child& child, const Asked& asked, const Round& round) const {
  const base::TimePoint said_at = child.host.answered_at();
  if (said_at < round.clock_start) return;  // in pondering, of whatever clock
  if (asked.stopped_at && said_at >= *asked.stopped_at) {
    child.habits.answered_stop(said_at - *asked.stopped_at);
  } else if (asked.told_until && is_fixed_time(round.limits, round.position().side_to_move())) {
    child.habits.answered_early(*asked.told_until - said_at);
  }
}

void Session::watch_clock() {
  if (probe_at_ && now_ >= *probe_at_) {
    lateness_.sample(probe_span_, now_ - *probe_at_);
    set_probe();
  }
  go_on_if_agreed();
  stop_due_searches();
  if (round_ && round_->silence_at && now_ >= *round_->silence_at) watch_silence();
  if (round_ && round_->hurry_at && now_ >= *round_->hurry_at) hurry_laggards();
  if (round_ && round_->partials_at && now_ >= *round_->partials_at) take_partials();
  if (round_ && round_->stop_at && now_ >= *round_->stop_at) stop_voters();
  if (round_ && round_->decide_at && now_ >= *round_->decide_at) {
    for (const Seat& seat : round_->seats) {
      if (!seat.awaited() || !seat.stopped_at) continue;
      children_[static_cast<std::size_t>(seat.child)]->habits.missed_stop(now_ - *seat.stopped_at);
    }
    force_decision();
  }
  if (round_ && round_->reserve_at && now_ >= *round_->reserve_at) call_reserve_if_silent();
  if (round_ && round_->analysis_at && now_ >= *round_->analysis_at) show_analysis();
  if (round_ && round_->mates_at && now_ >= *round_->mates_at) feed_solvers();
  if (round_ && round_->mate_news_at && now_ >= *round_->mate_news_at) tell_mate_news();
  if (round_ && round_->freeze_question && !round_->freeze_question->done) {
    FreezeQuestion& question = *round_->freeze_question;
    if (question.stop_at && now_ >= *question.stop_at) stop_search(question);
    if (round_ && !question.done && now_ >= question.until) freeze_unanswered();
  }
  if (round_ && round_->threat_of && now_ >= *round_->threats_until) {
    round_->threat_of.reset();
    consider();
  }
}

std::optional<base::TimePoint> Session::clock_deadline() const {
  std::optional<base::TimePoint> first = probe_at_;
  if (!round_) return first;
  const auto consider_time = [&](const std::optional<base::TimePoint>& at) {
    if (at && (!first || *at < *first)) first = at;
  };
  consider_time(round_->stop_at);
  consider_time(round_->partials_at);
  consider_time(round_->hurry_at);
  consider_time(round_->decide_at);
  consider_time(round_->reserve_at);
  consider_time(round_->silence_at);
  consider_time(round_->mates_at);
  consider_time(round_->analysis_at);
  consider_time(round_->mate_news_at);
  if (round_->threat_of) consider_time(round_->threats_until);
  if (round_->freeze_question && !round_->freeze_question->done) {
    consider_time(round_->freeze_question->stop_at);
    consider_time(round_->freeze_question->until);
  }
  for (const Seat& seat : round_->seats) {
    if (seat.awaited()) consider_time(seat.stop_at);
  }
  for (const Inquiry& inquiry : round_->inquiries) {
    if (inquiry.search != 0 && !inquiry.done) consider_time(inquiry.stop_at);
  }
  return first;
}

void Session::stop_search(Asked& asked) {
  asked.stop_at.reset();
  if (!asked.stopped_at) asked.stopped_at = now_;
  children_[static_cast<std::size_t>(asked.child)]->host.stop(now_);
}

void Session::stop_due_searches() {
  // A child that had not begun loses its search at once, which may end the round.
  for (std::size_t i = 0; round_ && i < round_->seats.size(); ++i) {
    Seat& seat = round_->seats[i];
    if (seat.awaited() && seat.stop_at && now_ >= *seat.stop_at) stop_search(seat);
  }
  for (std::size_t i = 0; round_ && i < round_->inquiries.size(); ++i) {
    Inquiry& inquiry = round_->inquiries[i];
    if (inquiry.search == 0 || inquiry.done) continue;
    if (inquiry.stop_at && now_ >= *inquiry.stop_at) stop_search(inquiry);
  }
}

void Session::stop_voters() {
  round_->stop_at.reset();
  round_->partials_at.reset();
  round_->stopped = true;
  for (std::size_t i = 0; round_ && i < round_->seats.size(); ++i) {
    if (round_->seats[i].awaited()) stop_search(round_->seats[i]);
  }
  if (!round_) return;
  end_inquiries();
  consider();
}

void Session::take_partials() {
  round_->partials_at.reset();
  // With no move of anybody's there is nothing to ask about: the first to answer are waited for.
  if (no_voter_has_said_anything()) return;
  for (Seat& seat : round_->seats) {
    if (seat.ballot || seat.reserve) continue;
    take_what_there_is(*round_, seat);
    if (seat.search != 0) children_[static_cast<std::size_t>(seat.child)]->host.abandon(now_);
  }
  consider();
}

// Its answer if that is held for a better one, or what it thought so far.
void Session::take_what_there_is(Round& round, Seat& seat) {
  Child& child = *children_[static_cast<std::size_t>(seat.child)];
  const usi::HostSide& host = child.host;
  const auto* held = seat.search != 0 && seat.search == host.current() && !seat.elsewhere
                         ? host.held_answer()
                         : nullptr;
  if (held != nullptr) {
    learn_answer(child, seat, round);
    round.take_best_move(seat, *held, now_);
  } else {
    round.take_partial(seat, now_);
  }
}

void Session::hurry_laggards() {
  const auto hurry_at = std::exchange(round_->hurry_at, std::nullopt);
  if (round_->hurried || round_->stopped) return;
  const auto awaited =
      std::ranges::count_if(round_->seats, [](const Seat& s) { return s.awaited(); });
  const auto answered = std::ranges::count_if(
      round_->seats, [](const Seat& s) { return s.ballot && s.ballot->counts() && !s.reserve; });
  const base::Duration elapsed = now_ - round_->clock_start;
  // Replies to what a strategy asked are no laggards' ballots.
  if (settings_.quorum && answered >= *settings_.quorum && awaited > 0) {
    // Enough have answered: the rest get so long that those have had `min_use` of it all.
    const double share = std::max(settings_.min_use, kLeastUse);
    const auto more = static_cast<double>(elapsed.count()) * (1.0 / share - 1.0);
    stop_all_at(now_ + base::Duration(static_cast<base::Duration::rep>(more)));
    return;
  }
  if (answered <= awaited) return;
  if (!round_->plan.decide_after) return;  // but see watch_silence
  const auto side = round_->position().side_to_move();
  if (awaited == 0 || is_fixed_time(round_->limits, side)) return;
  const base::Duration wait = std::max<base::Duration>(least_wait_for_laggards(*round_), elapsed);
  const bool talk = std::ranges::any_of(
      round_->seats, [](const Seat& s) { return s.awaited() && s.heard_at.has_value(); });
  const base::TimePoint until =
      std::max(hurry_at.value_or(now_ + wait),
               round_->clock_start + share_of_a_move(round_->limits, side, talk));
  if (now_ < until) {
    round_->hurry_at = until;
  } else {
    stop_all_at(now_);
  }
}

// A strategy that asks only where votes differ has no use for the rest of the time where they do
// not: then the voters have it.
void Session::go_on_if_agreed() {
  if (!round_ || !round_->strategy || !round_->strategy->asks_only_if_split) return;
  if (round_->hurried) return;
  if (round_->first_share >= 1.0 || !round_->ballots_at() || !round_->partials_at) return;
  const bool due = std::ranges::any_of(round_->seats, [&](const Seat& seat) {
    return seat.awaited() && seat.stop_at && now_ >= *seat.stop_at;
  });
  if (!due || !round_->agrees()) return;
  round_->first_share = 1.0;
  round_->partials_at.reset();
  for (Seat& seat : round_->seats) {
    if (!seat.awaited() || seat.stopped_at) continue;
    const auto told_until = seat.told_until;
    plan_search(*children_[static_cast<std::size_t>(seat.child)], seat, *round_->ballots_at());
    seat.told_until = told_until;
  }
}

void Session::stop_all_at(base::TimePoint at) {
  if (round_->first_share < 1.0 && round_->anybody_awaited()) {
    // What the strategy asks next has its own time. Who is stopped may still say a last line.
    round_->hurried = true;
    for (Seat& seat : round_->seats) {
      if (seat.awaited() && !seat.stopped_at)
        seat.stop_at = std::min(seat.stop_at.value_or(at), at);
    }
    const base::TimePoint partials_at = at + settings_.grace;
    round_->partials_at = std::min(round_->partials_at.value_or(partials_at), partials_at);
    return;
  }
  round_->hurried = true;
  if (round_->stop_at && *round_->stop_at <= at) return;
  round_->stop_at = at;
  const base::TimePoint decide_at = at + settings_.grace;
  round_->decide_at = std::min(round_->decide_at.value_or(decide_at), decide_at);
}

}  // namespace gougi::relay
