// SPDX-License-Identifier: MIT
// The search of Freeze shogi: what Searcher is for ordinary shogi, on one thread. Searcher hands it
// the games in which a freeze is in force or can still be declared, and lends it table, evaluation
// and settings. One search at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "search/freeze_tree.hpp"
#include "search/root_choice.hpp"
#include "search/search_clock.hpp"
#include "search/search_terms.hpp"

namespace gougi::search {

class FreezeSearcher : private Supervisor {
 public:
  /// `task` is filled before each search; `clock` is Searcher's, which knows the machine.
  FreezeSearcher(Task& task, SearchClock& clock) : task_(task), tree_(task), clock_(clock) {}

  void new_game() { tree_.new_game(); }
  Decision search(const shogi::Game& game, const Limits& limits, const Settings& settings,
                  Observer& observer);

 private:
  std::uint64_t look(std::uint64_t nodes) override;
  void missed_window(int depth, std::size_t first, Bound bound) override;
  int mate_against(const shogi::Position&) override { return 0; }

  void prepare(const shogi::Game& game, const Limits& limits);
  std::vector<FreezeRootMove> find_root_moves(const Limits& limits) const;
  void deepen(const Limits& limits);
  std::size_t line_count() const { return count_lines(settings_, tree_.root_moves().size()); }
  const FreezeRootMove& choice() const {
    return take_root_move(tree_.root_moves(), settings_, root_.key());
  }
  shogi::FreezeMove expected_answer(const FreezeRootMove& best) const;
  void report_lines(int depth, bool last);
  void report(int depth, int rank, const FreezeRootMove& root_move, Bound bound = Bound::kExact);
  bool is_stopped() const { return task_.stopped.load(std::memory_order_relaxed); }

  Task& task_;
  FreezeTree tree_;
  SearchClock& clock_;

  // Of the running search.
  Settings settings_;
  Observer* observer_ = nullptr;
  shogi::FreezePosition root_;
  int completed_depth_ = 0;
  int reported_depth_ = 0;
  base::TimePoint last_report_{};
};

}  // namespace gougi::search
