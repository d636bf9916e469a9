// SPDX-License-Identifier: MIT
// The round: asking, waiting, deciding.
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
      late_votes_(work_),
      inquiries_(work_),
      extension_(work_),
      reserve_(work_, asking_),
      threats_(work_),
      freeze_(work_),
      display_(work_) {
  work_.held = no_answer_before_stop(work_.poll.limits);
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
    work_.timers.clear(RoundTimer::kReserve);
  }
  if (poll.without_position || !poll.position().has_legal_move()) {
    guesses_.drop();
    try_to_decide();
    return work_.clock.plan;
  }
  asking_.seat_everybody();
  threats_.begin();
  if (poll.limits.ponder) guesses_.spread(poll);
  for (VoterSearch& voter : poll.book.voters) {
    if (!asking_.take_guess(voter)) asking_.ask_when_ready(voter);
  }
  for (ProofSearch& solver : poll.book.solvers) asking_.ask_when_ready(solver);
  guesses_.drop();  // those that were wrong
  try_to_decide();
  return work_.clock.plan;
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
  try_to_decide();
  return work_.clock.plan;
}

void Round::stop() {
  if (work_.answer_owed) return;
  work_.answer_owed = true;
  work_.held = false;
  work_.poll.limits.ponder = false;
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
  late_votes_.take_all();
  try_to_decide();
}

void Round::try_to_decide() {
  if (ended() || work_.held) return;
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
  late_votes_.take_of_the_lost();
  auto word = poll.verdict();
  if (std::holds_alternative<consensus::Decided>(word) && late_votes_.take_mates_in_sight()) {
    word = poll.verdict();
  }
  while (const auto* ask = std::get_if<consensus::Ask>(&word)) {
    inquiries_.begin(*ask);  // what it asks in vain, it is not asked again
    word = poll.verdict();
  }
  return word;
}

void Round::decide(const consensus::Decided& decided) {
  if (!threats_.have_been_waited_for() && extension_.begin()) return;
  Outcome outcome = work_.poll.outcome(decided);
  const bool waits = threats_.waits_for(outcome);
  drain_solvers();
  if (ended() || waits || freeze_.waits_for(outcome)) return;
  end_with(std::move(outcome));
}

void Round::find_somebody() {
  if (VoterSearch* another = asking_.seat_another()) return ask(*another);
  if (reserve_.may_help()) {
    reserve_.wake_if_alone();
  } else if (!reserve_.ask_for_a_moment()) {
    end_with(work_.poll.fallback());
  }
}

void Round::end_with(Outcome outcome) {
  late_votes_.close();
  outcome_ = std::move(outcome);
}

}  // namespace gougi::relay
