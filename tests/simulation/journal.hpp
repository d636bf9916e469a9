// SPDX-License-Identifier: MIT
// What has happened in a simulation, for its report: the trace, the hashes that simulations are
// compared by, and the complaint that ended it.
#pragma once

#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "simulation/simulation.hpp"

namespace gougi::simulation {

class Journal {
 public:
  /// `now` is the simulation's, and both outlive this.
  Journal(const Wanted& wanted, Report& report, const base::TimePoint& now)
      : wanted_(wanted), report_(report), now_(now), start_(now) {}

  /// Only the first counts.
  void complain(const std::string& what);
  /// A line of the trace: `who`'s ("E1"; "" is the GUI), to it (">"), from it ("<") or about it.
  void note(std::string_view who, std::string_view how, std::string_view what);
  /// An effect of the session's: what its behaviour is compared by.
  void write_down(int kind, int child, std::string_view what);

 private:
  std::int64_t micros() const;

  Wanted wanted_;
  Report& report_;
  const base::TimePoint& now_;
  base::TimePoint start_;
};

}  // namespace gougi::simulation
