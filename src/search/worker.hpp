// SPDX-License-Identifier: MIT
// One thread's part of a search: its position, what it learnt, and the tree below the root. Several
// workers search the same root and share the transposition table (lazy SMP); each makes mistakes of
// its own, and what one finds the others read. A Worker knows no clock: it asks its Supervisor, if
// it has one, and looks at a shared flag. Used by Searcher alone; each is for one thread at a time.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "eval/judge.hpp"
#include "search/history_tables.hpp"
#include "search/move_picker.hpp"
#include "search/path_history.hpp"
#include "search/stage.hpp"
#include "search/transposition_table.hpp"
#include "search/tuning.hpp"
#include "search/value.hpp"
#include "search/view.hpp"
#include "shogi/declaration.hpp"
#include "shogi/game.hpp"

namespace gougi::search {

/// What the workers of one search share.
struct Task {
  TranspositionTable* table = nullptr;
  const View* view = nullptr;  ///< the first worker's
  shogi::DeclarationRule declaration = shogi::DeclarationRule::k27;
  shogi::Color root_side = shogi::Color::kBlack;
  int draw_value = 0;  ///< of a draw, for root_side
  int last_ply = 0;    ///< a game that gets past this move number is a draw; 0: never
  Features has;
  bool all_moves = false;  ///< pointless non-promotions are searched, too
  MemoryAdvice advice = nullptr;
  std::atomic<bool> stopped{false};
  /// Helpers that have searched so many nodes wait for the first worker.
  std::atomic<std::uint64_t> pace{kNoPace};

  static constexpr std::uint64_t kNoPace = ~std::uint64_t{0};
};

/// How one worker searches. What it points to outlasts the search.
struct Outlook {
  const View* view = nullptr;
  const Tuned* tuned = nullptr;
};

/// Whoever watches the clock for a worker.
class Supervisor {
 public:
  virtual ~Supervisor() = default;
  /// Asked by the worker now and then; may set Task::stopped. Returns after how many further nodes
  /// to ask again.
  virtual std::uint64_t look(std::uint64_t nodes) = 0;
  /// The iteration's value is outside of its window, by the first of the moves it is about; it is
  /// searched again.
  virtual void missed_window(int depth, std::size_t first, Bound bound) = 0;
  /// Plies of a mate by checks that the side to move in `position` has, behind a move of the root
  /// that is about to become the best; 0: none was found.
  virtual int mate_against(const shogi::Position& position) = 0;
};

struct RootMove {
  shogi::Move move;
  int value = -kInfiniteValue;
  int previous_value = -kInfiniteValue;
  int selective_depth = 0;
  bool looked_at = false;  // by the iteration that is going on, within its last window
  std::vector<shogi::Move> line;
};

class Worker {
 public:
  explicit Worker(Task& task);

  /// Takes its memory, if it has not yet.
  void warm_up() { history_.warm_up(); }
  /// Forgets what earlier games taught.
  void new_game() { history_.clear(); }
  /// Takes the root. `supervisor` is for the first worker; the others look at Task::stopped.
  void begin(const shogi::Game& game, std::vector<RootMove> root_moves, const Outlook& outlook,
             Supervisor* supervisor);
  /// One iteration with an aspiration window, on the root moves from `first` on; sorts them.
  void search_window(int depth, std::size_t first);
  /// Iterations up to `deepest` until stopped: what the helpers do. `number` tells helpers apart.
  void help(int number, int deepest);

  std::vector<RootMove>& root_moves() { return root_moves_; }
  const std::vector<RootMove>& root_moves() const { return root_moves_; }
  const shogi::Position& position() const { return position_; }
  int completed_depth() const { return completed_depth_; }
  void set_completed_depth(int depth) { completed_depth_ = depth; }
  /// Safe from any thread; up to a few hundred behind.
  std::uint64_t published_nodes() const { return published_.load(std::memory_order_relaxed); }
  /// It has done all its iterations. Safe from any thread.
  bool is_done() const { return done_.load(std::memory_order_relaxed); }
  std::uint64_t nodes() const { return nodes_; }
  /// Counts what was searched elsewhere.
  void add_nodes(std::uint64_t nodes) { nodes_ += nodes; }
  /// The worker stops exactly at `limit`.
  void set_node_limit(std::uint64_t limit) { node_limit_ = limit; }
  /// The next node asks the supervisor.
  void look_next() { next_look_ = nodes_; }

 private:
  /// What a node shares with its children.
  struct Frame {
    shogi::Undo undo;
    shogi::Move move;                               // being searched
    shogi::Piece piece;                             // that it moves
    shogi::Move excluded;                           // by a singular search
    HistoryTables::Following* following = nullptr;  // scores of the moves after `move`
    std::array<shogi::Move, 2> killers;
    int static_eval = 0;  // corrected
    int extensions = 0;   // by two plies, on the way here
    bool in_check = false;
    int line_length = 0;
    std::array<shogi::Move, kMaxPly + 4> line;
  };

  /// What pruning wants to know of a move before it is made.
  struct MoveFacts {
    shogi::Move move;
    shogi::Piece piece;  // that it moves
    shogi::Piece victim;
    bool quiet;     // neither a capture nor a pawn's promotion
    bool tactical;  // a capture or any promotion
    bool gives_check;
  };

  /// One node of the main search, as its parts see it.
  struct Node {
    int alpha;
    int beta;
    int depth;
    int ply;
    bool pv;
    bool cut;  // expected to fail high
    bool improving = false;
    int raw_eval = 0;  // as the table keeps it
    int eval = 0;      // the best guess
    shogi::Move table_move{};
    int table_value = 0;
    int table_depth = -1;
    Bound table_bound = Bound::kNone;
  };

  // worker.cpp: the root, and what every node does
  int search_root(int alpha, int beta, int depth, std::size_t first);
  bool poll();
  void wait_for_the_first() const;
  int rule_value(int ply, bool& known) const;
  int draw_value() const;
  bool may_declare() const;
  void make(const MoveFacts& facts, int ply);
  void unmake(int ply);
  void make_null(int ply);
  void unmake_null(int ply);
  void save_line(int ply, shogi::Move move);
  MoveFacts facts_of(shogi::Move move, bool gives_check) const;
  /// The static score here: the table's, or else its own.
  int static_score(const std::optional<TableEntry>& entry) {
    return entry && entry->has_eval() && owns_scores_ ? entry->eval
                                                      : evaluation_.evaluate(position_);
  }
  /// What the table is to keep of a static score.
  std::int16_t kept_score(int score) const {
    return static_cast<std::int16_t>(owns_scores_ ? score : TableEntry::kNoEval);
  }
  OrderingContext ordering(int ply, const shogi::CheckSquares* checks);
  int history_of(const MoveFacts& facts, const OrderingContext& context) const;

  // tree.cpp
  int search_node(int alpha, int beta, int depth, int ply, bool cut);
  bool table_answers(const Node& node, int& value) const;
  void evaluate_node(Node& node, const std::optional<TableEntry>& entry);
  int search_moves(Node& node);
  int search_child(const Node& node, int alpha, int depth, int reduction, int number);
  int extension_of(const Node& node, const MoveFacts& facts, int& cutoff);
  bool prune_move(const Node& node, const MoveFacts& facts, int alpha, int number, int history,
                  MovePicker& picker) const;
  int reduction_of(const Node& node, const MoveFacts& facts, int number, int history) const;
  void reward(const Node& node, const MoveFacts& best, std::span<const shogi::Move> quiets,
              std::span<const shogi::Move> captures);
  void reward_quiet(shogi::Move move, int ply, int bonus);
  void reward_capture(shogi::Move move, int bonus);

  // pruning.cpp: nodes that are given up without looking at all moves
  /// Reverse futility by the estimate alone, before anything is looked up or evaluated.
  bool surely_above(const Node& node, int& value);
  bool prune_node(Node& node, int& value);
  bool null_move_cuts(const Node& node, int& value);
  bool probcut(const Node& node, int& value);

  // quiesce.cpp
  int quiesce(int alpha, int beta, int depth, int ply);

  static constexpr int kFramesBefore = 4;  // empty frames above the root
  Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply + kFramesBefore)]; }
  const Frame& frame(int ply) const {
    return frames_[static_cast<std::size_t>(ply + kFramesBefore)];
  }

  Task& task_;
  const Tuning* tuning_ = nullptr;
  const BaseReductions* reductions_ = nullptr;
  bool owns_scores_ = true;  // the table's static scores are of its view
  Supervisor* supervisor_ = nullptr;
  TranspositionTable& table_;
  HistoryTables history_;
  eval::Judge evaluation_;
  shogi::Position position_ = shogi::Position::start();
  PathHistory path_;
  std::vector<Frame> frames_;
  std::vector<RootMove> root_moves_;
  std::uint64_t nodes_ = 0;
  std::uint64_t node_limit_ = 0;
  std::uint64_t next_look_ = 0;
  std::atomic<std::uint64_t> published_{0};
  std::atomic<bool> done_{false};
  int selective_depth_ = 0;
  int completed_depth_ = 0;
  int root_depth_ = 0;
  int null_move_from_ = 0;  // no null moves above this ply: one is being verified
  bool stopped_ = false;
};

}  // namespace gougi::search
