// SPDX-License-Identifier: MIT
// Who takes part in a round, and the words and clock with which voters and solvers are asked for
// its position.
#pragma once

#include "relay/game_memory.hpp"
#include "relay/ponder_guesses.hpp"
#include "relay/round_work.hpp"
#include "relay/silence.hpp"

namespace gougi::relay {

class Asking {
 public:
  Asking(RoundWork& work, PonderGuesses& guesses, const GameMemory& memory)
      : work_(work), guesses_(guesses), memory_(memory) {}

  /// Everybody who is to take part has a place.
  void seat_everybody() const;
  /// Where a rule chose who plays and nobody of these has a ballot, the next engine that is ready;
  /// nullptr: there is none, or it is too late.
  VoterSearch* seat_another() const;
  /// Where those are lost, too, who have what others of a budget had not searched: one of these
  /// others, who has that again and may be asked as soon as it is ready; nullptr: there is none, or
  /// it is too late.
  VoterSearch* let_back() const;
  /// The reserve's place, behind the others.
  VoterSearch& seat_reserve() const;
  /// Whether its child has pondered on this very position in a round that has ended: then it goes
  /// on with that.
  bool take_guess(VoterSearch& voter) const;
  /// One that ponders on another clock is only stopped: what comes of that is for the round to
  /// take.
  void ask(VoterSearch& voter) const;
  void ask(ProofSearch& solver) const;
  /// As soon as it can be; a `go` without `isready` makes it ready.
  template <class Kind>
  void ask_when_ready(Kind& search) const {
    Child& child = work_.child_of(search);
    if (child.host.ready()) {
      ask(search);
    } else if (child.waits_for_isready()) {
      work_.port.children.request_ready(child, work_.now());
    }
  }
  /// The ponder search has been for the right position: its clock runs from now on.
  void go_on_from_ponder(VoterSearch& voter, const usi::ClockTimes& clock) const;
  /// Whether it may, with clocks that it was not told.
  bool may_go_on(const Child& child, const usi::ClockTimes& told, const usi::ClockTimes& now) const;

  /// A voter of no ballot, whose child is this.
  VoterSearch voter_for(const Child& child) const;
  /// With nobody at work, who loads is not waited for as long as before a game.
  void bound_loading() const;

 private:
  void share_out_nodes() const;
  Nodes rest_of_the_budget() const;
  void replace_all_but(int number) const;
  usi::SearchLimits pondering_limits(const Child& child, const VoterSearch& voter) const;
  usi::SearchLimits thinking_limits(const Child& child, VoterSearch& voter) const;
  usi::SearchLimits nodes_for(const Child& child, VoterSearch& voter) const;
  usi::SearchLimits told_part(const Child& child, const VoterSearch& voter) const;
  void plan(const Child& child, VoterSearch& voter, base::TimePoint wanted_at) const;
  void stop_pondering(const Child& child, VoterSearch& voter) const;

  RoundWork& work_;
  PonderGuesses& guesses_;
  const GameMemory& memory_;
};

}  // namespace gougi::relay
