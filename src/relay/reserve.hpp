// SPDX-License-Identifier: MIT
// The bundled engine, for when no voter has a move: when it is started, asked, and for how long.
#pragma once

#include "relay/asking.hpp"
#include "relay/round_work.hpp"

namespace gougi::relay {

class Reserve {
 public:
  Reserve(RoundWork& work, const Asking& asking) : work_(work), asking_(asking) {}

  /// The clock begins: until then, children that load are waited for.
  void arm() const;
  void disarm() const;
  /// Its process is started, if it may be needed: nobody has said anything.
  void warm_up() const;
  /// Whether it, or somebody who comes back, can still bring a vote.
  bool may_help() const;
  /// It has its place and is asked, now or when it is ready.
  void wake() const;
  /// The same, unless somebody else may still join the search in time.
  void wake_if_alone() const;
  /// What was stopped may have brought nothing but void votes, as where nobody saw what is frozen.
  /// Whether it is asked.
  bool ask_for_a_moment() const;
  /// Its time has come; false: it is looked again later.
  bool look_at_silence() const;
  bool no_voter_has_said_anything() const;

 private:
  bool is_seated() const;
  /// It may still be asked, and answer.
  bool may_join(const VoterSearch& voter) const;
  bool may_be_only_silent() const;
  base::Milliseconds wait() const;

  RoundWork& work_;
  const Asking& asking_;
};

}  // namespace gougi::relay
