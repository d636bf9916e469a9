// SPDX-License-Identifier: MIT
// Whether the session spins: timer after timer without time, or more of them than any search needs.
#pragma once

#include <string>

#include "base/clock.hpp"

namespace gougi::simulation {

class SpinRules {
 public:
  /// `voters`: where there are many, with their mirrors; 0: a few.
  SpinRules(int voters, base::TimePoint start);

  void time_passes() { at_once_ = 0; }
  /// A timer has gone off. `clock`: which clock of the GUI's ran then, counted from 1, of this
  /// length; `worked`: an engine was told something. A complaint or "".
  std::string timer(base::TimePoint now, int clock, base::Milliseconds length, bool worked);

 private:
  double most_;  ///< a second
  int at_once_ = 0;
  base::TimePoint last_;
  double left_;
  double left_for_probes_ = 0;
  int probed_clock_ = 0;
};

}  // namespace gougi::simulation
