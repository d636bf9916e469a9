// SPDX-License-Identifier: MIT
// The search: iterative deepening alpha-beta with a transposition table. It takes a game and limits
// and says what it would play; on the way it reports to its Observer. It prints nothing, reads no
// clock but the Observer's, and knows no protocol. One search at a time, on the caller's thread;
// the Observer's questions are asked from that thread.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "eval/evaluator.hpp"
#include "mate/solver.hpp"
#include "search/history_tables.hpp"
#include "search/limits.hpp"
#include "search/path_history.hpp"
#include "search/time_keeper.hpp"
#include "search/transposition_table.hpp"
#include "search/value.hpp"
#include "shogi/declaration.hpp"
#include "shogi/game.hpp"
#include "shogi/movegen.hpp"

namespace gougi::search {

/// One line of thought.
struct Report {
  int depth = 0;
  int selective_depth = 0;
  base::Duration time{};  ///< since the search began
  std::uint64_t nodes = 0;
  int per_mille_full = 0;
  int rank = 1;   ///< among the best lines asked for, from 1
  int value = 0;  ///< for the side to move; see value.hpp
  std::vector<shogi::Move> line;
};

/// Whoever started the search.
class Observer {
 public:
  virtual ~Observer() = default;
  /// Asked every millisecond or so; true ends the search at once.
  virtual bool stop_requested() const = 0;
  /// While true no clock runs.
  virtual bool pondering() const { return false; }
  /// Asked when pondering() has turned false: the limits from then on.
  virtual Limits limits_after_ponder() const { return {}; }
  /// When this move's clock began to run.
  virtual base::TimePoint clock_start() const = 0;
  virtual base::TimePoint now() const = 0;
  virtual void report(const Report& report) = 0;
};

struct Settings {
  int lines = 1;                         ///< how many best lines to search (MultiPV)
  base::Milliseconds network_delay{30};  ///< see TimeKeeper
  shogi::DeclarationRule declaration = shogi::DeclarationRule::k27;
};

enum class Choice : std::uint8_t { kMove, kDeclareWin, kNoMove };

struct Decision {
  Choice choice = Choice::kNoMove;
  shogi::Move move;    ///< legal, if choice is kMove
  shogi::Move ponder;  ///< the expected answer, legal behind `move`; may be none
  int value = 0;
  int depth = 0;  ///< the last depth completed
  std::uint64_t nodes = 0;
};

class Searcher {
 public:
  explicit Searcher(eval::Style style = eval::Style::kBalanced);
  ~Searcher();

  void set_style(eval::Style style) { evaluator_ = eval::Evaluator(style); }
  /// Takes the tables; the memory is touched only in use.
  void resize_table(std::size_t megabytes);
  /// Forgets what earlier games taught.
  void new_game();

  Decision search(const shogi::Game& game, const Limits& limits, const Settings& settings,
                  Observer& observer);

  const eval::Evaluator& evaluator() const { return evaluator_; }

 private:
  struct RootMove {
    shogi::Move move;
    int value = -kInfiniteValue;
    int previous_value = -kInfiniteValue;
    int selective_depth = 0;
    std::vector<shogi::Move> line;
  };
  /// What a node shares with its children.
  struct Frame {
    shogi::Undo undo;
    shogi::Move move;    // being searched
    shogi::Piece piece;  // that it moves
    int static_eval = 0;
    bool in_check = false;
    int line_length = 0;
    std::array<shogi::Move, kMaxPly + 4> line;
  };

  /// What pruning wants to know of a move before it is made.
  struct MoveFacts {
    shogi::Move move;
    shogi::Piece piece;  // that it moves
    bool capture;
    bool quiet;  // no capture, no promotion
    bool gives_check;
  };

  // searcher.cpp: the root
  void prepare_root(const shogi::Game& game, const Limits& limits);
  bool try_root_mate(const Limits& limits, Decision& decision);
  void deepen(const Limits& limits);
  void search_window(int depth);
  bool enough(int depth, const Limits& limits) const;
  void report_lines(int depth, bool last);
  void report(int depth, int rank, const RootMove& root_move);
  shogi::Move expected_answer(const RootMove& best);

  // tree.cpp: below the root
  int search_root(int alpha, int beta, int depth);
  int search_node(int alpha, int beta, int depth, int ply, bool may_pass);
  int quiesce(int alpha, int beta, int depth, int ply);
  int search_move(int alpha, int beta, int depth, int reduction, int ply, bool first);
  bool prune_node(int alpha, int beta, int depth, int ply, bool may_pass, bool improving,
                  int& value);
  bool prune_move(const MoveFacts& facts, int alpha, int depth, int ply, int number,
                  bool improving) const;
  int reduction_of(const MoveFacts& facts, int depth, int ply, int number, bool pv_node,
                   bool improving) const;
  MoveFacts facts_of(shogi::Move move) const;
  int rule_value(int ply, bool& known) const;
  void make(const MoveFacts& facts, int ply);
  void unmake(int ply);
  void reward(const MoveFacts& best, int depth, int ply, std::span<const MoveFacts> tried);
  void save_line(int ply, shogi::Move move);
  bool mate_in_one(shogi::Move& move);
  bool poll();
  void look_at_ponder();
  std::unique_ptr<TimeKeeper> make_time_keeper(const Limits& limits) const;
  void learn_lag();

  Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply)]; }
  const Frame& frame(int ply) const { return frames_[static_cast<std::size_t>(ply)]; }

  eval::Evaluator evaluator_;
  TranspositionTable table_;
  HistoryTables history_;
  mate::Solver mate_solver_;
  /// By how much recent searches overran their time, because a busy machine let the thread wait.
  base::Duration lag_{};

  // Of the running search.
  Settings settings_;
  Observer* observer_ = nullptr;
  std::unique_ptr<TimeKeeper> time_keeper_;
  shogi::Position position_ = shogi::Position::start();
  PathHistory path_;
  std::vector<Frame> frames_;
  std::vector<RootMove> root_moves_;
  std::size_t first_root_move_ = 0;  // those before it are better lines already searched
  base::TimePoint start_{};
  std::uint64_t nodes_ = 0;
  std::uint64_t node_limit_ = 0;
  std::uint64_t next_poll_ = 0;
  int selective_depth_ = 0;
  int completed_depth_ = 0;
  int reported_depth_ = 0;
  base::TimePoint last_report_{};
  bool pondering_ = false;  // as last asked
  bool stopped_ = false;
};

}  // namespace gougi::search
