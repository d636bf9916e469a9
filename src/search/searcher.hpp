// SPDX-License-Identifier: MIT
// The search: iterative deepening alpha-beta with a transposition table. It takes a game and limits
// and says what it would play; on the way it reports to its Observer. A game in which a freeze is
// in force or can still be declared is searched by the rules of Freeze shogi. It prints nothing,
// reads no clock but the Observer's, and knows no protocol. One search at a time, on the caller's
// thread and as many of its own as it was told to take; the Observer is asked from the caller's
// thread only.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "eval/evaluator.hpp"
#include "eval/score_source.hpp"
#include "search/root_search.hpp"
#include "search/search_clock.hpp"
#include "search/search_terms.hpp"
#include "search/transposition_table.hpp"
#include "search/tuning.hpp"
#include "search/view.hpp"
#include "search/worker.hpp"
#include "shogi/game.hpp"

namespace gougi::search {

class Searcher {
 public:
  /// `advice` is told of the big tables' memory.
  explicit Searcher(eval::Style style = eval::Style::kBalanced, MemoryAdvice advice = nullptr);
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  void set_style(eval::Style style);
  /// Scores come from `source` from the next search on; at first from the hand-made terms. What is
  /// remembered of the other scores is for the caller to forget.
  void set_source(eval::ScoreSource source);
  /// How other styles see positions: some of the threads take these views, where
  /// Settings::thread_council says so. As with set_source, forgetting is for the caller.
  void set_other_views(std::vector<View> views) { other_views_ = std::move(views); }
  /// The static score of a game's position, for the side to move.
  int evaluate(const shogi::Game& game) const;
  /// How many threads a search takes, at least 1, and no more than there are: see
  /// Decision::missing_threads. With one the same search finds the same.
  void set_threads(int count);
  /// Takes the tables; the memory is touched only in use.
  void resize_table(std::size_t megabytes);
  /// Forgets what earlier games taught.
  void new_game();

  Decision search(const shogi::Game& game, const Limits& limits, const Settings& settings,
                  Observer& observer);

 private:
  /// How each thread is to search.
  std::vector<Outlook> prepare_outlooks(const Settings& settings);

  eval::Style style_;
  eval::ScoreSource source_;  ///< as it was set
  View view_;
  std::vector<View> other_views_;
  std::vector<Tuned> tuned_;  ///< one for each variation that is in use
  TranspositionTable table_;
  Task task_;
  SearchClock clock_;
  std::size_t threads_ = 1;
  RootSearch<ShogiRules> shogi_;
  std::unique_ptr<RootSearch<FreezeRules>> freezes_;  // from the first game of Freeze shogi on
};

}  // namespace gougi::search
