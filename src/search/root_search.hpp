// SPDX-License-Identifier: MIT
// One search of ordinary shogi or of Freeze shogi (rules.hpp), from the root: which moves, a mate
// search before and beside the iterations, the iterations of the first worker beside those of the
// others, when it is enough, whose move is taken, and what is told on the way. Tables, views and
// clock are Searcher's, which uses it alone. One search at a time, on the caller's thread and those
// of its helpers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "search/mate_watch.hpp"
#include "search/root_choice.hpp"
#include "search/rules.hpp"
#include "search/search_clock.hpp"
#include "search/search_terms.hpp"
#include "search/worker.hpp"
#include "shogi/game.hpp"

namespace gougi::search {

template <typename Rules>
class RootSearch : private Supervisor<Rules> {
 public:
  /// `task` names table and first view; a search fills in the rest. One thread, for now.
  RootSearch(Task& task, SearchClock& clock);

  /// As many as there is memory for, at least one.
  void set_threads(std::size_t count);
  /// Takes its memory, if it has not yet.
  void warm_up();
  /// Forgets what earlier games taught.
  void new_game();
  /// `outlooks`: one for each thread that is wished for.
  Decision search(const shogi::Game& game, const Limits& limits, const Settings& settings,
                  std::span<const Outlook> outlooks, Observer& observer);

 private:
  using Position = typename Rules::Position;
  using Move = typename Rules::Move;
  using Root = RootMove<Move>;
  using Mate = FoundMate<Move>;

  // Supervisor, for the first worker.
  std::uint64_t look(std::uint64_t nodes) override;
  void missed_window(int depth, std::size_t first, Bound bound) override;
  Mate mate_against(Move move, const Position& position) override;

  void prepare(const shogi::Game& game, const Limits& limits, std::span<const Outlook> outlooks);
  void fill_task(const Limits& limits);
  std::vector<Root> find_root_moves(const Limits& limits) const;
  // A mate by checks alone: proof-number search, which keeps what it found, has a look before the
  // tree and goes on beside it with a share of the nodes. A mate that is found ends the search.
  bool may_look_for_mate(const Limits& limits) const;
  bool mate_before(const Limits& limits);
  bool mate_beside();
  bool find_mate(std::uint64_t budget, bool goes_on);
  bool is_in_time(const Position& position, int plies) const;
  bool ends_before(std::span<const Move> way, std::size_t plies) const;
  // Mates in positions of the expected line are put into the table.
  Mate watch(const Position& position, std::span<const Move> way);
  void watch_line();
  void think(const Limits& limits);
  void deepen(const Limits& limits);
  // Threads share a limit of nodes fairly, however the system shares its processors among them.
  void keep_step(std::uint64_t nodes);
  const Worker<Rules>& best_worker() const;
  std::uint64_t nodes_of_helpers() const;
  std::uint64_t all_nodes() const;
  /// Of the limit; what the helpers have done counts, too.
  std::uint64_t nodes_left() const;
  std::size_t line_count() const { return count_lines(settings_, main().root_moves().size()); }
  void report_lines(int depth, bool last);
  void report(int depth, int rank, const Root& root_move, Bound bound = Bound::kExact);
  /// The legal move that the table has for a position, if any.
  Move known_move(const Position& position) const;
  void lengthen(std::vector<Move>& line) const;
  /// The static score where no search came to one.
  int value_of(const Root& root_move) const;
  const Root& choice(const Worker<Rules>& worker) const {
    return take_root_move(worker.root_moves(), settings_, root_.key());
  }
  Move expected_answer(const Root& best) const;
  const shogi::Position& board() const { return Rules::board(root_); }
  Worker<Rules>& main() { return *workers_.front(); }
  const Worker<Rules>& main() const { return *workers_.front(); }

  Task& task_;
  SearchClock& clock_;
  std::vector<std::unique_ptr<Worker<Rules>>> workers_;
  typename Rules::MateSolver mate_solver_;
  MateWatch<Rules> mate_watch_;

  // Of the running search.
  Settings settings_;
  Observer* observer_ = nullptr;
  const shogi::Game* game_ = nullptr;
  Position root_{shogi::Position::start()};
  std::uint64_t node_limit_ = 0;
  std::optional<std::uint64_t> alone_;  // nodes before the others began; only if in step with them
  std::uint64_t mate_nodes_ = 0;        // spent on mates by checks
  bool mate_goes_on_ = false;           // neither excluded nor disproven
  std::size_t wished_threads_ = 1;
  int missing_threads_ = 0;  // that were wished for and not to be had
  int reported_depth_ = 0;
  base::TimePoint last_report_{};
};

}  // namespace gougi::search
