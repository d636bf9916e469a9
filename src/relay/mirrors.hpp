// SPDX-License-Identifier: MIT
// Mirrors: a second process of an engine thinks along. The two share one seat of the council: who
// holds it is the voter, and the other stands by, asked for the same search in the same moment, its
// ballot put aside. Where the one that has the seat is dead, silent when time is up, or says what
// cannot be played, they change places: search, thoughts and ballot of the other are the voter's
// from then on, so that everything else in a round knows nothing of mirrors. While both are well
// the decision is that without a mirror.
#pragma once

#include <cstdint>
#include <string_view>

#include "relay/asking.hpp"
#include "relay/round_work.hpp"

namespace gougi::relay {

class Mirrors {
 public:
  Mirrors(RoundWork& work, const Asking& asking) : work_(work), asking_(asking) {}

  /// Every voter whose engine has a mirror has somebody who stands by, asked or not.
  void seat() const;
  /// … of this one; it has been seated later than the others.
  void seat(const VoterSearch& voter) const;
  /// Whether somebody stands by for it who has voted or is at work.
  bool stands_by(const VoterSearch& voter) const;
  /// The voter is not there, or its vote does not count.
  static bool wants_another(const VoterSearch& voter) {
    if (voter.own_ponder_position) return false;
    return voter.ballot ? !voter.counts() : voter.id == 0;
  }
  /// The voter will give no vote, or its vote is void: who stands by has its seat from now on.
  /// Whether somebody did.
  bool take_over(VoterSearch& voter, std::string_view why) const;
  /// The voter is lost and has said nothing that can be played: its seat is of who stands by, lost
  /// as well, for what that said last, if anything.
  void take_line(VoterSearch& voter) const;
  /// The decision comes now: votes of those that stand by are taken for the late.
  void speak_for_the_late() const;
  /// Nobody is waited for any more: for a vote that is void goes what who stands by said before it
  /// was lost.
  void speak_for_the_void() const;
  /// The strategy asks on: who stands by is done with this position.
  void end() const;

 private:
  /// What LateVotes would take for its vote.
  enum class Word : std::uint8_t { kNone, kVoid, kDoubtful, kLine, kAnswer };

  Word word_of(const VoterSearch& search) const;
  MirrorSearch* stand_by(const VoterSearch& voter) const;
  void change_places(VoterSearch& voter, MirrorSearch& mirror, std::string_view why) const;

  RoundWork& work_;
  const Asking& asking_;
};

}  // namespace gougi::relay
