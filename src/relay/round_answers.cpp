// SPDX-License-Identifier: MIT
// What children say of a round's searches.
#include <algorithm>
#include <utility>

#include "relay/round.hpp"

namespace gougi::relay {
namespace {

// Its ponder search has been stopped for its clock, and it has time for another.
bool restarts(const RoundWork& work, VoterSearch& voter) {
  const bool was_to_restart = std::exchange(voter.restarts_after_stop, false);
  return was_to_restart && !work.poll.stopped &&
         (voter.stop_at || !work.timers.at(RoundTimer::kStop));
}

// Who pondered elsewhere is done with what is not the position.
bool was_elsewhere(VoterSearch& voter) {
  if (!voter.own_ponder_position) return false;
  voter.id = 0;
  voter.last = {};
  return true;
}

}  // namespace

void Round::drain(Child& child) {
  while (const auto event = work_.port.children.next(child)) take(child, *event);
}

void Round::drain_solvers() {
  if (!threats_.take_stopped()) return;
  for (const auto& child : work_.port.children.all()) {
    if (!child->is_voter()) drain(*child);
  }
}

// A child that had not begun loses its search at once, which may end the round.
void Round::stop_search(Search& search) {
  Child& child = work_.child_of(search);
  work_.stop(search);
  drain(child);
}

void Round::take(Child& child, const usi::HostEvent& event) {
  if (ended()) return;
  SearchBook& book = work_.poll.book;
  if (const auto* thinks = std::get_if<usi::EngineThinks>(&event)) {
    take_thought(child, *thinks);
  } else if (const auto* moves = std::get_if<usi::EngineMoves>(&event)) {
    const auto found = book.find(child.index, moves->id);
    if (auto* const* voter = std::get_if<VoterSearch*>(&found)) {
      take_move(child, **voter, moves->answer);
    } else if (auto* const* reply = std::get_if<ReplySearch*>(&found)) {
      take_move(child, **reply, moves->answer);
    } else if (std::holds_alternative<FreezeSearch*>(found)) {
      freeze_.answered(moves->answer);
      try_to_decide();
    }
  } else if (const auto* mates = std::get_if<usi::EngineMates>(&event)) {
    take_mate(book.find(child.index, mates->id), mates->answer);
  } else if (const auto* unreadable = std::get_if<usi::EngineUnreadable>(&event)) {
    const auto found = book.find(child.index, unreadable->id);
    if (auto* const* voter = std::get_if<VoterSearch*>(&found)) {
      lose(**voter, &unreadable->words);
    } else {
      lose(found);
    }
  } else if (const auto* lost = std::get_if<usi::SearchLost>(&event)) {
    lose(book.find(child.index, lost->id));
  }
}

void Round::take_thought(Child& child, const usi::EngineThinks& event) {
  const auto found = work_.poll.book.find(child.index, event.id);
  if (auto* const* reply = std::get_if<ReplySearch*>(&found)) {
    (*reply)->last.take(event.info);
    (*reply)->heard_at = work_.now();
  } else if (auto* const* question = std::get_if<FreezeSearch*>(&found)) {
    (*question)->last.take(event.info);
  } else if (auto* const* solver = std::get_if<ProofSearch*>(&found)) {
    (*solver)->heard_at = work_.now();
  }
  auto* const* voter = std::get_if<VoterSearch*>(&found);
  if (voter == nullptr) return;
  (*voter)->last.take(event.info);
  (*voter)->heard_at = work_.now();
  if ((*voter)->own_ponder_position) return;
  if (!event.info.pv.empty()) threats_.look_soon();
  display_.forward(**voter, event.info);
}

void Round::take_move(Child& child, VoterSearch& voter, const usi::BestMoveAnswer& answer) {
  Poll& poll = work_.poll;
  if (voter.ballot || was_elsewhere(voter)) return;
  work_.clock.learn_answer(child, voter);
  if (restarts(work_, voter) && !std::holds_alternative<usi::DeclareWin>(answer.choice)) {
    poll.take_interim_answer(voter, answer);
    return ask(voter);
  }
  child.answers_in_silence = voter.last.pv.empty();
  poll.take_best_move(voter, answer, work_.now());
  if (voter.ballot->counts()) {
    child.failures = 0;
  } else {
    work_.port.out.warning(child.full_name() + " voted " +
                           work_.port.rules.to_host(usi::format(answer)) +
                           ", which is void: " + voter.ballot->void_reason);
    // Who knows what position it thinks it is in: a fresh start tells it.
    if (!work_.judge->is_possible(answer)) {
      work_.port.children.give_up(child, "played an illegal move");
    }
  }
  threats_.look_soon();
  try_to_decide();
}

void Round::take_move(Child& child, ReplySearch& reply, const usi::BestMoveAnswer& answer) {
  const PositionJudge judge(after(work_.poll.position(), {reply.question.move}));
  const bool possible = judge.is_possible(answer);
  if (possible) child.failures = 0;
  work_.clock.learn_answer(child, reply);
  if (answer.move()) reply.answer = answer.move();
  inquiries_.done(reply);
  try_to_decide();
  if (!possible) astray_ = &child;
}

void Round::take_mate(const SearchBook::Found& found, const usi::CheckMateAnswer& answer) {
  if (auto* const* threat = std::get_if<ThreatSearch*>(&found)) {
    if (threats_.done(**threat, answer)) try_to_decide();
  } else if (auto* const* solver = std::get_if<ProofSearch*>(&found)) {
    (*solver)->answer = answer;
    try_to_decide();
  } else {
    return;
  }
  feed_solvers();
}

void Round::feed_solvers() {
  if (ended()) return;
  threats_.feed();
  drain_solvers();
}

void Round::lose(const SearchBook::Found& found) {
  if (auto* const* threat = std::get_if<ThreatSearch*>(&found)) {
    (*threat)->id = 0;
    if (threats_.is_waited_for()) try_to_decide();
  } else if (auto* const* solver = std::get_if<ProofSearch*>(&found)) {
    (*solver)->answer = usi::CheckMateAnswer{usi::MateUnknown{}};
  } else if (auto* const* reply = std::get_if<ReplySearch*>(&found)) {
    inquiries_.done(**reply);
    try_to_decide();
  } else if (std::holds_alternative<FreezeSearch*>(found)) {
    freeze_.unanswered();
    try_to_decide();
  } else if (auto* const* voter = std::get_if<VoterSearch*>(&found)) {
    lose(**voter, nullptr);
  }
}

void Round::lose(VoterSearch& voter, const std::string* words) {
  Poll& poll = work_.poll;
  if (voter.ballot || was_elsewhere(voter)) return;
  if (words != nullptr) {
    if (restarts(work_, voter)) return ask(voter);
    poll.take_unreadable(voter, *words, work_.now());
    threats_.look_soon();
  } else if (!poll.stopped && voter.asked < 2) {
    voter.id = 0;  // it is asked again when it is back
    voter.restarts_after_stop = false;
  } else if (voter.last.pv.empty()) {
    poll.void_ballot(voter, "no answer", work_.now());
  } else {
    poll.take_partial(voter, work_.now());
  }
  try_to_decide();
}

void Round::child_is_ready(Child& child) {
  if (ended() || work_.poll.stopped) return;
  auto& book = work_.poll.book;
  VoterSearch* voter = book.voter(child.index);
  if (voter != nullptr && voter->id == 0 && !voter->ballot) ask(*voter);
  for (ProofSearch& solver : book.solvers) {
    if (solver.child == child.index && solver.id == 0 && !solver.answer) asking_.ask(solver);
  }
  threats_.look_soon();
}

void Round::join_if_free(Child& child) {
  if (ended() || work_.poll.stopped || work_.held) return;
  if (child.host.state() != usi::HostSide::State::kIdle) return;
  for (VoterSearch& voter : work_.poll.book.voters) {
    const bool lost =
        voter.asked == 1 && voter.id == 0 && !voter.ballot && !voter.own_ponder_position;
    if (voter.child == child.index && lost) return ask(voter);
  }
}

}  // namespace gougi::relay
