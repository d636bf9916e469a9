// SPDX-License-Identifier: MIT
// What falls due in a round.
#include "relay/round.hpp"

namespace gougi::relay {

std::optional<base::TimePoint> Round::deadline() const {
  return sooner(work_.timers.next(), work_.poll.book.next_stop());
}

void Round::tick() {
  laggards_.go_on_if_agreed();
  stop_due_searches();
  for (std::size_t i = 0; i < kRoundTimers && !ended(); ++i) {
    const auto timer = static_cast<RoundTimer>(i);
    if (work_.timers.is_due(timer, work_.now())) handle(timer);
  }
}

// Without a default: a timer that is not handled does not compile.
void Round::handle(RoundTimer timer) {
  switch (timer) {
    case RoundTimer::kSilence:
      return watch_silence();
    case RoundTimer::kHurry:
      return laggards_.hurry();
    case RoundTimer::kAgreement:
      return agreement_.look();
    case RoundTimer::kPartials:
      work_.timers.clear(timer);
      // With no move of anybody's there is nothing to ask about: the first to answer are waited
      // for.
      if (reserve_.no_voter_has_said_anything()) return;
      mirrors_.speak_for_the_late();
      // Who resigned in its engine's place leaves nothing to ask about either.
      if (work_.poll.some_voter_has_said_something()) late_votes_.take_for_questions();
      return try_to_decide();
    case RoundTimer::kStop:
      return stop_voters();
    case RoundTimer::kDecide:
      late_votes_.note_missed_stops();
      return force();
    case RoundTimer::kWarmUp:
      return reserve_.warm_up();
    case RoundTimer::kReserve:
      if (reserve_.look_at_silence()) try_to_decide();
      return;
    case RoundTimer::kAnalysis:
      return display_.show_analysis();
    case RoundTimer::kMates:
      return feed_solvers();
    case RoundTimer::kMateNews:
      return threats_.tell_news();
    case RoundTimer::kFreeze:
      return watch_freeze_question();
    case RoundTimer::kThreats:
      threats_.wait_no_longer();
      return try_to_decide();
  }
}

void Round::stop_due_searches() {
  SearchBook& book = work_.poll.book;
  // First: of those that are lost by it nobody takes a seat.
  for (std::size_t i = 0; i < book.mirrors.size() && !ended(); ++i) {
    MirrorSearch& mirror = book.mirrors[i];
    if (mirror.awaited() && mirror.is_due(work_.now())) stop_search(mirror);
  }
  for (std::size_t i = 0; i < book.voters.size() && !ended(); ++i) {
    VoterSearch& voter = book.voters[i];
    if (voter.awaited() && voter.is_due(work_.now())) stop_search(voter);
  }
  for (std::size_t i = 0; i < book.replies.size() && !ended(); ++i) {
    ReplySearch& reply = book.replies[i];
    if (reply.runs() && reply.is_due(work_.now())) stop_search(reply);
  }
}

void Round::stop_voters() {
  work_.timers.clear(RoundTimer::kStop);
  work_.timers.clear(RoundTimer::kPartials);
  work_.poll.stopped = true;
  auto& mirrors = work_.poll.book.mirrors;
  for (std::size_t i = 0; i < mirrors.size() && !ended(); ++i) {
    if (mirrors[i].awaited()) stop_search(mirrors[i]);
  }
  auto& voters = work_.poll.book.voters;
  for (std::size_t i = 0; i < voters.size() && !ended(); ++i) {
    if (voters[i].awaited()) stop_search(voters[i]);
  }
  if (ended()) return;
  inquiries_.end();
  try_to_decide();
}

void Round::watch_silence() {
  work_.timers.clear(RoundTimer::kSilence);
  for (Search* search = silence_.overdue(); search != nullptr && !ended();) {
    stop_search(*search);
    if (!ended()) search = silence_.overdue();
  }
  if (!ended()) silence_.plan();
}

void Round::watch_freeze_question() {
  const bool late = freeze_.look_at_clock();
  drain(work_.port.children.reserve());
  if (late && !ended() && freeze_.is_open()) lose_freeze_question();
}

}  // namespace gougi::relay
