// SPDX-License-Identifier: MIT
// Who is still thinking when most, or enough, have answered: how long it is waited for; and voters
// that agree before a strategy's questions, who have the rest of the time. Sets times, sends
// nothing.
#pragma once

#include "relay/round_work.hpp"

namespace gougi::relay {

class Laggards {
 public:
  explicit Laggards(RoundWork& work) : work_(work) {}

  /// Cuts the time of those that are awaited, if it is time for that, or says when it is.
  void hurry() const;
  /// A strategy that asks only where votes differ has no use for the rest of the time where they do
  /// not: then the voters have it.
  void go_on_if_agreed() const;
  /// All that are awaited, unless that is too late anyway.
  void stop_all_at(base::TimePoint at) const;

 private:
  RoundWork& work_;
};

}  // namespace gougi::relay
