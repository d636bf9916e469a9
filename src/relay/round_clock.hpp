// SPDX-License-Identifier: MIT
// The clock of a move: when ballots are wanted, what a child is told of the time, and when it is
// stopped. Sets timers and a search's times, sends nothing.
#pragma once

#include <optional>

#include "relay/children.hpp"
#include "relay/clock_plan.hpp"
#include "relay/poll.hpp"
#include "relay/timers.hpp"

namespace gougi::relay {

class RoundClock {
 public:
  /// `poll` and `timers` are those of the round, and live as long.
  RoundClock(Poll& poll, RoundTimers& timers) : poll_(poll), timers_(timers) {}

  ClockPlan plan;
  double first_share = 1.0;   ///< of the time: what the ballots have
  double freeze_share = 0.0;  ///< of the time: what a FreezeSearch needs

  /// Sets plan and timers from the poll's limits, for a clock that begins now.
  void start(const ClockRules& rules, base::TimePoint now);
  /// It begins at ponderhit.
  void hold();

  /// When the voters' ballots are wanted; nothing: no clock runs.
  std::optional<base::TimePoint> ballots_at() const;
  /// The same of one voter: nothing is asked after the reserve's.
  std::optional<base::TimePoint> ballot_at(const VoterSearch& voter) const;
  /// Of the move's time: what the voters are told of it.
  double told_share() const {
    return (poll_.strategy->asks_only_if_split ? 1.0 : first_share) * (1.0 - freeze_share);
  }
  /// The same of one voter.
  double told_share(const VoterSearch& voter) const {
    return voter.reserve ? 1.0 - freeze_share : told_share();
  }
  bool is_fixed() const { return is_fixed_time(poll_.limits, poll_.side()); }
  /// Of the move's time: what questions have that are asked now, for which the strategy has set so
  /// much. Of a fixed time nothing is kept for later moves: what those before them have left of
  /// theirs is added.
  double take_share(double set, base::TimePoint now);

  /// How long before its answer is wanted the child is told to stop.
  base::Milliseconds stop_lead(const Child& child) const;
  /// Sets the times of a search whose answer is wanted then.
  void plan_search(const Child& child, Search& search, base::TimePoint wanted_at,
                   base::TimePoint now) const;
  /// `limits` as the child is told them for a search so planned, when so much of the move's time
  /// has been used.
  usi::SearchLimits limits_for(const Child& child, const Search& search,
                               const usi::SearchLimits& limits, shogi::Color side,
                               base::Milliseconds used, base::TimePoint now) const;
  /// It has answered: what that says of its habits.
  void learn_answer(Child& child, const Search& search) const;
  /// How long children may take to answer `stop` before they count as hung.
  void set_patience(Children& children) const;

 private:
  Poll& poll_;
  RoundTimers& timers_;
  double asked_share_ = 0.0;  ///< of the time: what questions were set
};

}  // namespace gougi::relay
