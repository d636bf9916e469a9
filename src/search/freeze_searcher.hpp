// SPDX-License-Identifier: MIT
// The search of Freeze shogi: what Searcher is for ordinary shogi, on one thread. Searcher hands it
// the games in which a freeze is in force or can still be declared, and lends it table, evaluation
// and settings. One search at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "search/freeze_tree.hpp"
#include "search/searcher.hpp"

namespace gougi::search {

class FreezeSearcher : private Supervisor {
 public:
  /// `task` is filled before each search; `lag` is what Searcher knows of the machine, too.
  FreezeSearcher(Task& task, base::Duration& lag) : task_(task), tree_(task), lag_(lag) {}

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
  int deepest(const Limits& limits) const;
  bool enough(int depth, const Limits& limits) const;
  void look_at_ponder();
  std::unique_ptr<TimeKeeper> make_time_keeper(const Limits& limits) const;
  void learn_lag();
  std::size_t line_count() const;
  const FreezeRootMove& choice() const;
  shogi::FreezeMove expected_answer(const FreezeRootMove& best) const;
  void report_lines(int depth, bool last);
  void report(int depth, int rank, const FreezeRootMove& root_move, Bound bound = Bound::kExact);
  bool is_stopped() const { return task_.stopped.load(std::memory_order_relaxed); }

  Task& task_;
  FreezeTree tree_;
  base::Duration& lag_;

  // Of the running search.
  Settings settings_;
  Observer* observer_ = nullptr;
  std::unique_ptr<TimeKeeper> time_keeper_;
  shogi::FreezePosition root_;
  base::TimePoint start_{};
  std::uint64_t first_nodes_ = 0;
  base::TimePoint first_until_{};
  base::TimePoint last_look_{};
  std::uint64_t look_interval_ = 0;
  int completed_depth_ = 0;
  int reported_depth_ = 0;
  base::TimePoint last_report_{};
  bool pondering_ = false;
};

}  // namespace gougi::search
