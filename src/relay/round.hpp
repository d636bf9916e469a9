// SPDX-License-Identifier: MIT
// One `go` for a move, from its arrival to the answer: asking, waiting, deciding. It takes what the
// GUI says of it, what children say, and moments; it speaks to the children and shows what they
// think; it ends with an outcome, which its owner shows and plays. Its parts each know one thing:
// asking, silence, laggards, questions, threats, freezes, the extension, the reserve. Nobody is
// called back: what a part's `stop` brings up is taken by drain(), here.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "relay/agreement_clock.hpp"
#include "relay/asking.hpp"
#include "relay/freeze_choice.hpp"
#include "relay/inquiries.hpp"
#include "relay/laggards.hpp"
#include "relay/late_votes.hpp"
#include "relay/mirrors.hpp"
#include "relay/ponder_guesses.hpp"
#include "relay/reserve.hpp"
#include "relay/round_work.hpp"
#include "relay/silence.hpp"
#include "relay/thought_display.hpp"
#include "relay/threats.hpp"
#include "relay/vote_extension.hpp"

namespace gougi::relay {

class Round {
 public:
  /// Of `poll` game, lines, limits, facts and what follows from the session's state are set.
  Round(Port& port, PonderGuesses& guesses, const GameMemory& memory, Poll poll);
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;

  /// Asks everybody who is to be asked. Gives the plan of the clock.
  const ClockPlan& begin(const ClockRules& rules);
  /// Instead of that: the answer at once, and nobody is asked.
  void answer_unasked(const ClockRules& rules);

  // The GUI.
  const ClockPlan& ponder_hit(const usi::ClockTimes& clock, const ClockRules& rules);
  /// `stop`: the answer is owed soon.
  void stop();
  /// An answer now, from what there is.
  void force();

  // Children.
  /// What one has said of a search.
  void take(Child& child, const usi::HostEvent& event);
  void child_is_ready(Child& child);
  /// Its search for this round waited behind an older one until there was no time for it: it has
  /// what is left now.
  void join_if_free(Child& child);

  /// Ends, if it can; for a child has come or gone, too.
  void try_to_decide();

  // Time.
  void tick();
  std::optional<base::TimePoint> deadline() const;

  const Poll& poll() const { return work_.poll; }
  bool owes_answer() const { return work_.answer_owed; }
  /// It ponders no more: who ponders elsewhere may be right.
  void keep_guesses() { guesses_.keep(work_.poll); }
  /// Set: it has ended, and takes nothing more.
  const std::optional<Outcome>& outcome() const { return outcome_; }
  /// A child that answered a question with a move of another position: once, and when the outcome
  /// has been told. nullptr: none.
  Child* take_astray() { return std::exchange(astray_, nullptr); }

 private:
  bool ended() const { return outcome_.has_value(); }
  void start_clock(const ClockRules& rules);
  void ask(VoterSearch& voter);

  // What children say.
  class Hearing;
  void drain(Child& child);
  void drain_solvers();
  void stop_search(Search& search);
  void take_thought(VoterSearch& voter, const usi::InfoView& info);
  void take_move(Child& child, VoterSearch& voter, const usi::BestMoveAnswer& answer);
  void take_move(Child& child, MirrorSearch& mirror, const usi::BestMoveAnswer& answer);
  void take_move(Child& child, ReplySearch& reply, const usi::BestMoveAnswer& answer);
  void take_dropped(VoterSearch& voter, const usi::SearchLost& lost) const;
  /// `words`: of an answer that nobody can read; nullptr: there was none.
  void lose(VoterSearch& voter, const std::string* words);
  void lose(MirrorSearch& mirror, const std::string* words);
  /// Nobody who stands by took its seat.
  void tell_void_vote(Child& child, const VoterSearch& voter, const usi::BestMoveAnswer& answer);
  void lose_freeze_question();
  void learn_speed(Child& child, Search& search) const;
  void feed_solvers();

  // The decision.
  consensus::Verdict verdict();
  void decide(const consensus::Decided& decided);
  void fill_empty_seats();  ///< while the answer is held
  void find_somebody();     ///< no ballot counts
  /// Asks who has a seat now, and who stands by for it.
  void begin_seat(VoterSearch& voter);
  void end_with(Outcome outcome);

  // Time (round_time.cpp).
  void handle(RoundTimer timer);
  void stop_due_searches();
  void stop_voters();
  void watch_silence();
  void watch_freeze_question();

  RoundWork work_;
  PonderGuesses& guesses_;
  Asking asking_;
  Silence silence_;
  Laggards laggards_;
  AgreementClock agreement_;
  LateVotes late_votes_;
  Mirrors mirrors_;
  Inquiries inquiries_;
  VoteExtension extension_;
  Reserve reserve_;
  Threats threats_;
  FreezeChoice freeze_;
  ThoughtDisplay display_;
  std::optional<Outcome> outcome_;
  Child* astray_ = nullptr;
};

}  // namespace gougi::relay
