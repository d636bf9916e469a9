// SPDX-License-Identifier: MIT
// The clock of a running search: when to look at time and commands again, whether they end it, and
// by how much a busy machine makes answers late. It reads the Observer's clock and owns no thread.
#pragma once

#include <cstdint>
#include <optional>

#include "base/clock.hpp"
#include "search/search_terms.hpp"
#include "search/time_keeper.hpp"

namespace gougi::search {

class SearchClock {
 public:
  /// Starts for a search; `ply` is the number of the coming move. `observer` outlives the search.
  void begin(Observer& observer, const Limits& limits, int ply, const TimeRules& rules);
  /// Forgets how late earlier answers were.
  void forget_lag() { lag_ = base::Duration::zero(); }

  /// From now on the first nodes are counted anew, `nodes` having been searched.
  void pass_first_from(std::uint64_t nodes);
  /// From now on a stop is obeyed at once.
  void obey_at_once() { first_nodes_ = 0; }
  /// A look at the clock after `nodes`; true: these pass, whatever the time and the Observer say.
  bool look(std::uint64_t nodes);
  /// After how many further nodes to look again.
  std::uint64_t interval() const { return interval_; }
  /// Whether time is up, or the Observer wants an end; as of the last look.
  bool must_end();

  /// Asks whether the move pondered on was played; the clock runs from then on.
  void look_at_ponder();
  bool pondering() const { return pondering_; }
  /// As TimeKeeper has it.
  bool worth_another_iteration(double instability) {
    return keeper_->worth_another_iteration(observer_->clock_start(), observer_->now(),
                                            instability);
  }
  std::optional<base::Duration> optimum() const { return keeper_->optimum(); }
  base::Duration since_start() const { return observer_->now() - start_; }

  /// After the search: how late it was is kept back from the next.
  void learn_lag();

 private:
  void plan(const Limits& limits);

  base::Duration lag_{};  ///< by how much recent searches overran their time

  // Of the running search.
  Observer* observer_ = nullptr;
  TimeRules rules_;
  int ply_ = 1;
  std::optional<TimeKeeper> keeper_;
  base::TimePoint start_{};
  std::uint64_t first_nodes_ = 0;  // these pass whatever comes, or what passes up to
  base::TimePoint first_until_{};
  base::TimePoint last_look_{};
  std::uint64_t interval_ = 0;
  bool pondering_ = false;  // as last asked
};

}  // namespace gougi::search
