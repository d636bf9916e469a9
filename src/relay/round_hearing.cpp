// SPDX-License-Identifier: MIT
// The round: what children say in it, and what becomes of that.
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

// What becomes of what a child says of a search: a function a kind.
class Round::Hearing {
 public:
  Hearing(Round& round, Child& child, const usi::HostEvent& event)
      : round_(round), child_(child), event_(event) {}

  void operator()(VoterSearch& voter) const {
    if (const auto* thinks = said<usi::EngineThinks>()) {
      round_.take_thought(voter, thinks->info);
    } else {
      take_end_of_vote(voter);
    }
  }

  void operator()(MirrorSearch& mirror) const {
    if (const auto* thinks = said<usi::EngineThinks>()) {
      mirror.last.take(thinks->info);
      mirror.heard_at = round_.work_.now();
    } else {
      take_end_of_vote(mirror);
    }
  }

  void operator()(ReplySearch& reply) const {
    if (const auto* thinks = said<usi::EngineThinks>()) {
      reply.last.take(thinks->info);
      round_.silence_.hear(reply);
    } else if (const auto* moves = said<usi::EngineMoves>()) {
      round_.take_move(child_, reply, moves->answer);
    } else if (is_lost()) {
      round_.inquiries_.lose(reply);
      round_.try_to_decide();
    }
  }

  void operator()(ProofSearch& solver) const {
    if (said<usi::EngineThinks>() != nullptr) {
      solver.heard_at = round_.work_.now();
    } else if (const auto* mates = said<usi::EngineMates>()) {
      solver.answer = mates->answer;
      round_.try_to_decide();
      round_.feed_solvers();
    } else if (is_lost()) {
      solver.answer = usi::CheckMateAnswer{usi::MateUnknown{}};
    }
  }

  void operator()(ThreatSearch& threat) const {
    if (const auto* mates = said<usi::EngineMates>()) {
      if (round_.threats_.done(threat, mates->answer)) round_.try_to_decide();
      round_.feed_solvers();
    } else if (is_lost()) {
      threat.id = 0;
      if (round_.threats_.is_waited_for()) round_.try_to_decide();
    }
  }

  void operator()(FreezeSearch& question) const {
    if (const auto* thinks = said<usi::EngineThinks>()) {
      question.last.take(thinks->info);
    } else if (const auto* moves = said<usi::EngineMoves>()) {
      round_.freeze_.answered(moves->answer);
      round_.try_to_decide();
    } else if (is_lost()) {
      round_.lose_freeze_question();
    }
  }

 private:
  template <class What>
  const What* said() const {
    return std::get_if<What>(&event_);
  }
  /// Of a voter's search, or of its mirror's.
  template <class Kind>
  void take_end_of_vote(Kind& search) const {
    if (const auto* moves = said<usi::EngineMoves>()) {
      round_.take_move(child_, search, moves->answer);
    } else if (const auto* unreadable = said<usi::EngineUnreadable>()) {
      round_.lose(search, &unreadable->words);
    } else if (const auto* lost = said<usi::SearchLost>()) {
      round_.take_dropped(search, *lost);
      round_.lose(search, nullptr);
    }
  }
  /// There is no answer, or none that anybody can read.
  bool is_lost() const {
    return std::holds_alternative<usi::SearchLost>(event_) ||
           std::holds_alternative<usi::EngineUnreadable>(event_);
  }

  Round& round_;
  Child& child_;
  const usi::HostEvent& event_;
};

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
  const auto id = std::visit(
      [](const auto& said) {
        if constexpr (requires { said.id; }) return said.id;
        return usi::SearchId{0};
      },
      event);
  work_.poll.book.find(child.index, id, Hearing(*this, child, event));
}

void Round::take_thought(VoterSearch& voter, const usi::InfoView& info) {
  voter.last.take(info);
  silence_.hear(voter);
  if (voter.own_ponder_position) return;
  agreement_.heard(voter);
  if (!info.pv.empty()) threats_.look_soon();
  display_.forward(voter, info);
}

void Round::learn_speed(Child& child, Search& search) const {
  const base::Duration took = work_.now() - search.asked_at;
  child.speed.add(search.last.nodes, took);
  search.answered_in = std::max(base::Milliseconds(1), base::to_ms(took));
  search.engines_nps = child.speed.per_second();
}

void Round::take_move(Child& child, VoterSearch& voter, const usi::BestMoveAnswer& answer) {
  Poll& poll = work_.poll;
  if (voter.ballot || was_elsewhere(voter)) return;
  work_.clock.learn_answer(child, voter);
  learn_speed(child, voter);
  if (restarts(work_, voter) && !std::holds_alternative<usi::DeclareWin>(answer.choice)) {
    poll.take_interim_answer(voter, answer);
    return ask(voter);
  }
  child.answers_in_silence = voter.last.pv.empty();
  poll.take_best_move(voter, answer, work_.now());
  agreement_.heard(voter);
  if (voter.ballot->counts()) {
    child.failures = 0;
  } else {
    tell_void_vote(child, voter, answer);
    mirrors_.take_over(voter, "voted for what cannot be played");
  }
  threats_.look_soon();
  try_to_decide();
}

void Round::tell_void_vote(Child& child, const VoterSearch& voter,
                           const usi::BestMoveAnswer& answer) {
  work_.port.out.warning(child.full_name() + " voted " +
                         work_.port.rules.wire().to_host(usi::format(answer)) +
                         ", which is void: " + voter.ballot->void_reason);
  // Who knows what position it thinks it is in: a fresh start tells it.
  if (!work_.judge->is_possible(answer)) {
    work_.port.children.give_up(child, "played an illegal move");
  }
}

// Its ballot is put aside: see Mirrors.
void Round::take_move(Child& child, MirrorSearch& mirror, const usi::BestMoveAnswer& answer) {
  if (mirror.ballot) return;
  work_.clock.learn_answer(child, mirror);
  learn_speed(child, mirror);
  if (restarts(work_, mirror)) {
    work_.poll.take_interim_answer(mirror, answer);
    return ask(mirror);
  }
  child.answers_in_silence = mirror.last.pv.empty();
  work_.poll.take_best_move(mirror, answer, work_.now());
  if (mirror.ballot->counts()) {
    child.failures = 0;
  } else {
    tell_void_vote(child, mirror, answer);
  }
  VoterSearch* seat = work_.poll.book.voter(child.other->index);
  const bool is_only_a_line = seat != nullptr && seat->ballot && seat->ballot->partial;
  if (seat != nullptr && Mirrors::wants_another(*seat)) {
    mirrors_.take_over(*seat, "has no vote");
  } else if (is_only_a_line && mirror.ballot->counts()) {
    mirrors_.take_over(*seat, "is lost");
  }
  try_to_decide();  // whose seat it shares may be waited for no longer
}

void Round::take_move(Child& child, ReplySearch& reply, const usi::BestMoveAnswer& answer) {
  const PositionJudge judge(after(work_.poll.position(), {reply.question.move}));
  const bool possible = judge.is_possible(answer);
  if (possible) child.failures = 0;
  work_.clock.learn_answer(child, reply);
  learn_speed(child, reply);
  if (answer.move()) reply.answer = answer.move();
  inquiries_.done(reply);
  try_to_decide();
  if (!possible) astray_ = &child;
}

void Round::feed_solvers() {
  if (ended()) return;
  threats_.feed();
  drain_solvers();
}

void Round::lose_freeze_question() {
  freeze_.unanswered();
  try_to_decide();
}

// What it said last may be no vote: better than that is what was taken for an older search's.
void Round::take_dropped(VoterSearch& voter, const usi::SearchLost& lost) const {
  if (!lost.dropped || voter.ballot || voter.own_ponder_position) return;
  if (!work_.poll.has_said_something(voter)) work_.poll.take_interim_answer(voter, *lost.dropped);
}

void Round::lose(VoterSearch& voter, const std::string* words) {
  Poll& poll = work_.poll;
  if (voter.ballot || was_elsewhere(voter)) return;
  if (words != nullptr) {
    if (restarts(work_, voter)) return ask(voter);
    poll.take_unreadable(voter, *words, work_.now());
    if (!voter.counts()) mirrors_.take_over(voter, "gave an answer that nobody can read");
    threats_.look_soon();
  } else if (mirrors_.stands_by(voter)) {
    voter.id = 0;  // it stands by when it is back
    voter.restarts_after_stop = false;
    mirrors_.take_over(voter, "is lost");
  } else if (!poll.stopped && (work_.held || voter.asked < 2)) {
    if (work_.held) voter.asked = std::min(voter.asked, 1);  // restarts meanwhile cost nothing
    voter.id = 0;                                            // it is asked again when it is back
    voter.restarts_after_stop = false;
  } else {
    if (!poll.has_said_something(voter)) mirrors_.take_line(voter);
    poll.take_partial(voter, work_.now());
  }
  try_to_decide();
}

void Round::lose(MirrorSearch& mirror, const std::string* words) {
  if (mirror.ballot) return;
  if (words != nullptr) {
    if (restarts(work_, mirror)) return ask(mirror);
    work_.poll.take_unreadable(mirror, *words, work_.now());
  } else {
    mirror.id = 0;  // what it said last may still be needed
    mirror.restarts_after_stop = false;
  }
}

void Round::child_is_ready(Child& child) {
  if (ended() || work_.poll.stopped) return;
  auto& book = work_.poll.book;
  VoterSearch* voter = book.voter(child.index);
  if (voter != nullptr && voter->id == 0 && !voter->ballot) ask(*voter);
  MirrorSearch* mirror = book.mirror(child.index);
  if (mirror != nullptr && mirror->id == 0 && !mirror->ballot && !ended()) {
    ask(*mirror);
    VoterSearch* seat = book.voter(child.other->index);
    if (seat != nullptr && Mirrors::wants_another(*seat)) mirrors_.take_over(*seat, "is lost");
  }
  for (ProofSearch& solver : book.solvers) {
    if (solver.child == child.index && solver.id == 0 && !solver.answer) asking_.ask(solver);
  }
  threats_.look_soon();
}

void Round::join_if_free(Child& child) {
  if (ended() || work_.poll.stopped || work_.held) return;
  if (child.host.state() != usi::HostSide::State::kIdle) return;
  const auto lost = [&](const VoterSearch& voter) {
    return voter.child == child.index && voter.asked == 1 && voter.id == 0 && !voter.ballot &&
           !voter.own_ponder_position;
  };
  auto& book = work_.poll.book;
  for (VoterSearch& voter : book.voters) {
    if (lost(voter)) return ask(voter);
  }
  for (MirrorSearch& mirror : book.mirrors) {
    if (lost(mirror)) return ask(mirror);
  }
}

}  // namespace gougi::relay
