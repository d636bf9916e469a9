// SPDX-License-Identifier: MIT
// The agreement clock (G_AgreementClock): of a main time or an increment a move gets more where the
// voters disagree or change their minds, and less where they agree: the usual time of a move times
// base + disagreement · d + instability · i. Voters are told the longest that it can come to, as
// time for this move alone, and are stopped when it has been reached. It acts where saved time is
// kept for later moves: not in byoyomi alone, nor with a budget of nodes, nor for a strategy that
// asks on, nor with one voter. Sets timers, sends nothing.
#pragma once

#include <span>

#include "relay/round_work.hpp"

namespace gougi::relay {

/// The time of a move without it: byoyomi, increment, and a part of the main time.
base::Milliseconds usual_time(const usi::SearchLimits& limits, shogi::Color side, int moves);

/// What one voter would play.
struct Favourite {
  usi::Move move;
  double weight = 1.0;                ///< > 0
  base::Milliseconds found_after{0};  ///< of this move's clock: since then it has been this move
};

/// 0: all would play the same; 1: no two of them.
double disagreement(std::span<const Favourite> favourites);
/// By weight, how long it took to find what they would play now.
base::Milliseconds settled_after(std::span<const Favourite> favourites);
/// When all are stopped, if nobody changes its mind: the first t at which t is as long as
/// base · (numbers.base + numbers.disagreement · d + numbers.instability · i), with i, the part of
/// the time that went before they settled, = settled / t.
base::Milliseconds agreed_time(base::Milliseconds usual, double d, base::Milliseconds settled,
                               const settings::AgreementClock& numbers);

class AgreementClock {
 public:
  explicit AgreementClock(RoundWork& work) : work_(work) {}

  /// The clock of the move begins, and the voters have their places.
  void begin() const;
  /// The voter has said something, or answered.
  void heard(VoterSearch& voter) const;
  /// Its timer is due.
  void look() const;
  /// What a voter that is asked now may be told; only where the poll has a plan.
  base::Milliseconds left_for(const VoterSearch& voter) const;

 private:
  bool acts() const;
  void note_favourite(VoterSearch& voter) const;
  void plan() const;
  base::TimePoint not_before() const;

  RoundWork& work_;
};

}  // namespace gougi::relay
