// SPDX-License-Identifier: MIT
// The round: asking and deciding.
#include "relay/round.hpp"

#include <algorithm>
#include <utility>

namespace gougi::relay {

Round::Round(Port& port, PonderGuesses& guesses, const GameMemory& memory, Poll poll)
    : work_(port, std::move(poll)),
      guesses_(guesses),
      asking_(work_, guesses, memory),
      silence_(work_),
      laggards_(work_),
      agreement_(work_),
      late_votes_(work_),
      mirrors_(work_, asking_),
      inquiries_(work_),
      extension_(work_),
      reserve_(work_, asking_),
      threats_(work_),
      freeze_(work_),
      display_(work_) {
  work_.held = no_answer_before_stop(work_.poll.limits);
  work_.poll.budget = NodeBudget(port.own().budget, work_.poll.limits);
  work_.clock.first_share = work_.poll.strategy->first_share;
  work_.clock.freeze_share = share_for_freezes(port, work_.poll.position());
}

void Round::start_clock(const ClockRules& rules) {
  work_.clock.start(rules, work_.now());
  reserve_.arm();
  work_.clock.set_patience(work_.port.children);
}

const ClockPlan& Round::begin(const ClockRules& rules) {
  Poll& poll = work_.poll;
  start_clock(rules);
  if (poll.limits.ponder) {  // it starts at ponderhit
    work_.clock.hold();
    reserve_.disarm();
  }
  if (poll.without_position || !poll.position().has_legal_move()) {
    guesses_.drop();
    try_to_decide();
    return work_.clock.plan;
  }
  asking_.seat_everybody();
  mirrors_.seat();
  if (!poll.limits.ponder) agreement_.begin();
  threats_.begin();
  if (poll.limits.ponder && !poll.budget.on()) guesses_.spread(poll);
  for (VoterSearch& voter : poll.book.voters) {
    if (asking_.take_guess(voter)) {
      agreement_.heard(voter);
    } else {
      asking_.ask_when_ready(voter);
    }
  }
  for (MirrorSearch& mirror : poll.book.mirrors) asking_.ask_when_ready(mirror);
  for (ProofSearch& solver : poll.book.solvers) asking_.ask_when_ready(solver);
  guesses_.drop();  // those that were wrong
  try_to_decide();
  return work_.clock.plan;
}

void Round::answer_unasked(const ClockRules& rules) {
  start_clock(rules);
  force();
}

void Round::ask(VoterSearch& voter) {
  Child& child = work_.child_of(voter);
  asking_.ask(voter);
  drain(child);
}

const ClockPlan& Round::ponder_hit(const usi::ClockTimes& clock, const ClockRules& rules) {
  usi::SearchLimits& limits = work_.poll.limits;
  const usi::ClockTimes before = limits.clock;
  limits.ponder = false;
  if (clock.given) limits.clock = clock;
  work_.held = limits.infinite || limits.wait_stop;
  start_clock(rules);
  agreement_.begin();
  auto& voters = work_.poll.book.voters;
  for (std::size_t i = 0; i < voters.size() && !ended(); ++i) {
    VoterSearch& voter = voters[i];
    if (voter.ballot) continue;  // it was done early
    Child& child = work_.child_of(voter);
    if (voter.own_ponder_position) {
      voter.own_ponder_position.reset();
      voter.last = {};
      voter.id = 0;
      if (child.host.ready()) ask(voter);
    } else if (voter.pondering && asking_.may_go_on(child, before, clock)) {
      asking_.go_on_from_ponder(voter, clock);
    } else if (child.host.ready()) {
      ask(voter);
    }
  }
  auto& mirrors = work_.poll.book.mirrors;  // what is heard meanwhile may seat another
  for (std::size_t i = 0; i < mirrors.size() && !ended(); ++i) {
    MirrorSearch& mirror = mirrors[i];
    if (mirror.ballot) continue;
    Child& child = work_.child_of(mirror);
    if (mirror.pondering && asking_.may_go_on(child, before, clock)) {
      asking_.go_on_from_ponder(mirror, clock);
    } else if (child.host.ready()) {
      ask(mirror);
    }
  }
  for (VoterSearch& voter : voters) {  // who died meanwhile
    if (voter.id == 0 && !voter.ballot) mirrors_.take_over(voter, "is not there");
  }
  try_to_decide();
  return work_.clock.plan;
}

void Round::stop() {
  if (work_.answer_owed) return;
  work_.answer_owed = true;
  work_.held = false;
  work_.poll.never_hit = std::exchange(work_.poll.limits.ponder, false);
  keep_guesses();
  work_.timers.set_if_sooner(RoundTimer::kDecide, work_.now() + work_.port.settings.grace);
  freeze_.hurry();
  drain(work_.port.children.reserve());
  if (!ended()) stop_voters();
}

void Round::force() {
  keep_guesses();
  work_.answer_owed = true;
  work_.forced = true;
  work_.held = false;
  work_.poll.stopped = true;
  inquiries_.end();
  mirrors_.speak_for_the_late();
  late_votes_.take_all();
  try_to_decide();
}

// The decision.

void Round::try_to_decide() {
  if (ended()) return;
  if (work_.held) return fill_empty_seats();
  if (work_.poll.without_position) {
    Outcome resigned;
    resigned.reason = "the position is unusable";
    resigned.reason_ja = "局面が正しくない";
    return end_with(std::move(resigned));
  }
  if (const ProofSearch* solver = work_.poll.proof()) {
    return end_with(work_.poll.mate_outcome(*solver));
  }
  const consensus::Verdict word = verdict();
  asking_.bound_loading();
  if (const auto* decided = std::get_if<consensus::Decided>(&word)) {
    decide(*decided);
  } else if (std::holds_alternative<consensus::NoBallot>(word)) {
    find_somebody();
  } else {
    laggards_.hurry();
    silence_.plan();
  }
}

consensus::Verdict Round::verdict() {
  const Poll& poll = work_.poll;
  if (!poll.book.anybody_awaited() && (poll.book.answered() > 0 || poll.stopped)) {
    mirrors_.speak_for_the_void();
    late_votes_.take_of_the_lost();
    late_votes_.put_aside_the_replaced();
  }
  auto word = poll.verdict();
  if (std::holds_alternative<consensus::Decided>(word) && late_votes_.take_wins_in_sight()) {
    word = poll.verdict();
  }
  while (const auto* ask = std::get_if<consensus::Ask>(&word)) {
    mirrors_.end();
    inquiries_.begin(*ask);  // what it asks in vain, it is not asked again
    word = poll.verdict();
  }
  return word;
}

void Round::decide(const consensus::Decided& decided) {
  const bool has_asked_on = threats_.have_been_waited_for() || work_.poll.book.freeze() != nullptr;
  if (!has_asked_on && extension_.begin()) return;
  Outcome outcome = work_.poll.outcome(decided);
  const bool waits = threats_.waits_for(outcome);
  drain_solvers();
  if (ended() || waits || freeze_.waits_for(outcome)) return;
  end_with(std::move(outcome));
}

// Nobody is to stand by in an analysis while whose turn it is cannot think.
void Round::fill_empty_seats() {
  const Poll& poll = work_.poll;
  if (poll.without_position || poll.limits.ponder) return;
  if (poll.book.anybody_awaited() || poll.book.answered() > 0) return;
  if (VoterSearch* another = asking_.seat_another()) begin_seat(*another);
}

void Round::find_somebody() {
  if (VoterSearch* another = asking_.seat_another()) return begin_seat(*another);
  if (VoterSearch* another = asking_.let_back()) {
    begin_seat(*another);
    if (ended() || work_.poll.book.anybody_awaited()) return;
  }
  if (reserve_.may_help()) {
    reserve_.wake_if_alone();
  } else if (!reserve_.ask_for_a_moment()) {
    end_with(work_.poll.fallback());
  }
}

void Round::begin_seat(VoterSearch& voter) {
  Child& child = work_.child_of(voter);
  mirrors_.seat(voter);
  MirrorSearch* mirror = work_.poll.book.mirror_of(voter.number);
  asking_.ask_when_ready(voter);
  drain(child);
  if (ended() || mirror == nullptr) return;
  asking_.ask_when_ready(*mirror);
  VoterSearch* seat = work_.poll.book.voter(child.index);
  if (seat != nullptr && Mirrors::wants_another(*seat)) mirrors_.take_over(*seat, "is not there");
}

void Round::end_with(Outcome outcome) {
  late_votes_.close();
  outcome_ = std::move(outcome);
}

}  // namespace gougi::relay
