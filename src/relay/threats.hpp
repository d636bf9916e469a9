// SPDX-License-Identifier: MIT
// Mates beyond the present position: solvers that have nothing else to do work through the
// positions of the voters' pvs. A mate of the opponent's after a voter's move speaks against that
// move, and the answer waits a moment for a solver's word on it; any mate is told to the engines
// that understand mateinfo.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "relay/outcome.hpp"
#include "relay/round_work.hpp"

namespace gougi::relay {

class Threats {
 public:
  explicit Threats(RoundWork& work) : work_(work) {}

  /// The round begins: whether solvers look at lines, and those that could be are made ready.
  void begin();
  /// There may be new positions, or somebody to look at them.
  void look_soon() const;
  /// Who is idle gets a position, who is overdue is told to stop; what comes of that is for the
  /// round to take.
  void feed();
  /// Somebody has been told to stop since it was asked last: what comes of that is to be taken.
  bool take_stopped() { return std::exchange(stopped_, false); }
  /// A solver has answered. True: an answer of the round's may have waited for it.
  bool done(ThreatSearch& threat, const usi::CheckMateAnswer& answer);
  /// An answer of the round's waits for a solver.
  bool is_waited_for() const { return of_.has_value(); }
  /// They were, at least once: answers wait until then, all together.
  bool have_been_waited_for() const { return until_.has_value(); }
  void wait_no_longer();
  /// Whether the round's answer waits for a solver's word on it.
  bool waits_for(const Outcome& outcome);
  /// Tells engines of the mates that were found, again and again.
  void tell_news();

 private:
  struct News {
    std::string line;
    int left = 0;          ///< so often still
    base::TimePoint at{};  ///< the next time
  };

  bool pv_is_solved() const;
  bool is_idle_solver(const Child& child) const;
  std::optional<ThreatSearch> next_job() const;
  void give(Child& child, ThreatSearch job, const usi::MateLimits& limits) const;
  void stop_overdue();
  base::Duration time() const;
  bool may_be_waited_for(usi::Move move) const;
  const ThreatSearch* job_at(std::uint64_t key) const;
  bool is_freeing_a_solver();

  RoundWork& work_;
  bool solves_lines_ = false;  ///< solvers without other work look for mates after moves
  bool stopped_ = false;       ///< a solver was told to, see take_stopped()
  std::vector<News> news_;
  std::optional<base::TimePoint> until_;
  std::optional<usi::Move> of_;  ///< the answer that waits
};

}  // namespace gougi::relay
