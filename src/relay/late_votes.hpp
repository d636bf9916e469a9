// SPDX-License-Identifier: MIT
// Votes of those that have not answered: what they hold back, or thought last, is taken for their
// word where nothing else will come.
#pragma once

#include "relay/round_work.hpp"

namespace gougi::relay {

class LateVotes {
 public:
  explicit LateVotes(RoundWork& work) : work_(work) {}

  /// Its answer if that is held for a better one, or what it thought so far.
  void take_what_there_is(VoterSearch& voter) const;
  /// Of all, now: who has said nothing is lost.
  void take_all() const;
  /// The strategy has more to ask: the ballots are taken as they are, and their searches end.
  void take_for_questions() const;
  /// Nobody is waited for any more: of who died in mid-search the last line is its vote.
  void take_of_the_lost() const;
  /// Of who was lost and has been replaced the last line is no vote where the other has answered,
  /// unless that has searched less, or the line wins. Only where nobody is waited for any more.
  void put_aside_the_replaced() const;
  /// Whoever is not waited for any more but sees a mate on the board, or declares a win that the
  /// rules allow: that is its vote. Whether there was one.
  bool take_wins_in_sight() const;
  /// Time is up: who was told to stop and has not answered is slower than was known.
  void note_missed_stops() const;
  /// The round has ended: who was not waited for is shown, and recorded, with what it thought so
  /// far; and of the others, why they were not there.
  void close() const;

 private:
  /// It has no ballot, not even a void one: it was not asked, and is not asked any more.
  static bool leaves_out(VoterSearch& voter);

  RoundWork& work_;
};

}  // namespace gougi::relay
