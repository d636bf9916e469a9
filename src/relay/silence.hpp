// SPDX-License-Identifier: MIT
// Engines that say nothing: every search has a bound on silence, with a clock or without. Who is
// silent for longer is asked for its move by `stop`, which harms nobody who only thinks quietly;
// who does not answer that either is given up by its conversation and restarted.
#pragma once

#include "relay/round_work.hpp"

namespace gougi::relay {

/// Of a mate solver that searches without a time limit.
inline constexpr base::Milliseconds kSilenceOfSolvers{600'000};

class Silence {
 public:
  explicit Silence(RoundWork& work) : work_(work) {}

  /// Sets the timer for the first of those that are waited for.
  void plan() const;
  /// It says something: it has longer then, or not as long any more, where it had all the time of
  /// those that think in silence.
  void hear(VoterSearch& voter) const;
  void hear(ReplySearch& reply) const;
  /// Somebody who has been silent for too long; nullptr: nobody, or no more.
  Search* overdue() const;

 private:
  /// How far the vote is; counted once for all whom one look concerns.
  struct Turnout {
    bool somebody;  ///< has answered
    bool most;      ///< have
  };
  Turnout turnout() const;
  bool is_watched(const VoterSearch& voter) const;
  bool is_watched(const ReplySearch& reply) const;
  base::TimePoint began(const Search& search) const;
  template <class Kind>
  void hear(Kind& search, double share) const;
  /// `share`: what it was told of the move's time.
  base::TimePoint silent_until(const Search& search, double share, Turnout turnout) const;

  RoundWork& work_;
};

}  // namespace gougi::relay
