// SPDX-License-Identifier: MIT
// The search: iterative deepening alpha-beta with a transposition table. It takes a game and limits
// and says what it would play; on the way it reports to its Observer. It prints nothing, reads no
// clock but the Observer's, and knows no protocol. One search at a time, on the caller's thread and
// as many of its own as it was told to take; the Observer is asked from the caller's thread only.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "eval/evaluator.hpp"
#include "mate/solver.hpp"
#include "search/mate_watch.hpp"
#include "search/root_choice.hpp"
#include "search/search_clock.hpp"
#include "search/search_terms.hpp"
#include "search/transposition_table.hpp"
#include "search/tuning.hpp"
#include "search/value.hpp"
#include "search/view.hpp"
#include "search/worker.hpp"
#include "shogi/game.hpp"

namespace gougi::search {

class FreezeSearcher;

class Searcher : private Supervisor {
 public:
  /// `advice` is told of the big tables' memory.
  explicit Searcher(eval::Style style = eval::Style::kBalanced, MemoryAdvice advice = nullptr);
  ~Searcher() override;
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  void set_style(eval::Style style);
  /// Scores come from `network` (divided by `fv_scale`) from the next search on; null: from the
  /// hand-made terms. What is remembered of the other scores is for the caller to forget.
  void set_network(std::shared_ptr<const eval::NnueNetwork> network, int fv_scale);
  /// How other styles see positions: some of the threads take these views, where
  /// Settings::thread_council says so. As with set_network, forgetting is for the caller.
  void set_other_views(std::vector<View> views) { other_views_ = std::move(views); }
  /// The static score of a position, for the side to move.
  int evaluate(const shogi::Position& position) const;
  /// How many threads a search takes, at least 1. With one the same search finds the same.
  void set_threads(int count);
  /// Takes the tables; the memory is touched only in use.
  void resize_table(std::size_t megabytes);
  /// Forgets what earlier games taught.
  void new_game();

  Decision search(const shogi::Game& game, const Limits& limits, const Settings& settings,
                  Observer& observer);

 private:
  // Supervisor, for the first worker.
  std::uint64_t look(std::uint64_t nodes) override;
  void missed_window(int depth, std::size_t first, Bound bound) override;
  int mate_against(const shogi::Position& position) override;

  Decision search_freezes(const shogi::Game& game, const Limits& limits, const Settings& settings,
                          Observer& observer);
  void fill_task(const shogi::Position& root);
  std::vector<RootMove> find_root_moves(const Limits& limits) const;
  void tune();
  Outlook outlook_of(std::size_t thread) const;
  void prepare(const shogi::Game& game, const Limits& limits);
  // A mate by checks alone: proof-number search, which keeps what it found, has a look before the
  // tree and goes on beside it with a share of the nodes. A mate that is found ends the search.
  bool may_look_for_mate(const Limits& limits) const;
  bool mate_before(const Limits& limits);
  bool mate_beside();
  bool find_mate(std::uint64_t budget, bool goes_on);
  bool is_in_time(const shogi::Position& position, int plies) const;
  // Mates in positions of the expected line are put into the table.
  MateWatch::Mate watch(const shogi::Position& position);
  void watch_line();
  void think(const Limits& limits);
  void deepen(const Limits& limits);
  // Threads share a limit of nodes fairly, however the system shares its processors among them.
  void keep_step(std::uint64_t nodes);
  const Worker& best_worker() const;
  std::uint64_t nodes_of_helpers() const;
  std::uint64_t all_nodes() const;
  std::size_t line_count() const { return count_lines(settings_, main().root_moves().size()); }
  void report_lines(int depth, bool last);
  void report(int depth, int rank, const RootMove& root_move, Bound bound = Bound::kExact);
  void lengthen(std::vector<shogi::Move>& line) const;
  const RootMove& choice(const Worker& worker) const {
    return take_root_move(worker.root_moves(), settings_, root_.key());
  }
  shogi::Move expected_answer(const RootMove& best) const;
  Worker& main() { return *workers_.front(); }
  const Worker& main() const { return *workers_.front(); }

  eval::Style style_;
  std::shared_ptr<const eval::NnueNetwork> network_;  ///< as it was set
  View view_;
  std::vector<View> other_views_;
  std::vector<Tuned> tuned_;  ///< one for each variation that is in use
  TranspositionTable table_;
  Task task_;
  std::vector<std::unique_ptr<Worker>> workers_;
  mate::Solver mate_solver_;
  MateWatch mate_watch_;
  std::unique_ptr<FreezeSearcher> freeze_searcher_;  // from the first game of Freeze shogi on
  SearchClock clock_;

  // Of the running search.
  Settings settings_;
  Observer* observer_ = nullptr;
  shogi::Position root_ = shogi::Position::start();
  std::uint64_t node_limit_ = 0;
  std::optional<std::uint64_t> alone_;  // nodes before the others began; only if in step with them
  std::uint64_t mate_nodes_ = 0;        // spent on mates by checks
  bool mate_goes_on_ = false;           // neither excluded nor disproven
  int reported_depth_ = 0;
  base::TimePoint last_report_{};
};

}  // namespace gougi::search
