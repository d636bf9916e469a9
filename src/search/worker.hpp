// SPDX-License-Identifier: MIT
// One thread's part of a search: its position, what it learnt, and the tree below the root, of
// ordinary shogi or of Freeze shogi (rules.hpp). Several workers search the same root and share the
// transposition table (lazy SMP); each makes mistakes of its own, and what one finds the others
// read. A Worker knows no clock: it asks its Supervisor, if it has one, and looks at a shared flag.
// Used by RootSearch alone; each is for one thread at a time.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "eval/judge.hpp"
#include "search/history_tables.hpp"
#include "search/mate_watch.hpp"
#include "search/move_picker.hpp"
#include "search/path_history.hpp"
#include "search/rules.hpp"
#include "search/search_terms.hpp"
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
  Features has{};
  bool all_moves = false;   ///< pointless non-promotions are searched, too
  FreezeBreadth freezes{};  ///< of Freeze shogi
  bool grows = true;        ///< freezes that are found worth a look join the root moves
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
template <typename Rules>
class Supervisor {
 public:
  virtual ~Supervisor() = default;
  /// Asked by the worker now and then; may set Task::stopped. Returns after how many further nodes
  /// to ask again.
  virtual std::uint64_t look(std::uint64_t nodes) = 0;
  /// The iteration's value is outside of its window, by the first of the moves it is about; it is
  /// searched again.
  virtual void missed_window(int depth, std::size_t first, Bound bound) = 0;
  /// A mate by checks that the side to move in `position` has, behind `move` of the root, which is
  /// about to become the best.
  virtual FoundMate<typename Rules::Move> mate_against(
      typename Rules::Move move, const typename Rules::Position& position) = 0;
};

template <typename Move>
struct RootMove {
  Move move;
  int value = -kInfiniteValue;
  int previous_value = -kInfiniteValue;
  int selective_depth = 0;
  int depth = 0;           // of the newest search that gave it a value
  bool looked_at = false;  // by the iteration that is going on, within its last window
  std::vector<Move> line;
};

template <typename Rules>
class Worker {
 public:
  using Move = typename Rules::Move;

  explicit Worker(Task& task);

  /// Takes its memory, if it has not yet.
  void warm_up() { history_.warm_up(); }
  /// Forgets what earlier games taught.
  void new_game() { history_.clear(); }
  /// Takes the root. `supervisor` is for the first worker; the others look at Task::stopped.
  void begin(const shogi::Game& game, std::vector<RootMove<Move>> root_moves,
             const Outlook& outlook, Supervisor<Rules>* supervisor);
  /// One iteration with an aspiration window, on the root moves from `first` on; sorts them.
  void search_window(int depth, std::size_t first);
  /// Before an iteration of Freeze shogi: freezes that did not prove good are looked for anew.
  void forget_freezes();
  /// Iterations up to `deepest` until stopped: what the helpers do. `number` tells helpers apart.
  void help(int number, int deepest);
  /// It takes no part, or no longer.
  void give_up() { done_.store(true, std::memory_order_relaxed); }

  std::vector<RootMove<Move>>& root_moves() { return root_moves_; }
  const std::vector<RootMove<Move>>& root_moves() const { return root_moves_; }
  int completed_depth() const { return completed_depth_; }
  void set_completed_depth(int depth) { completed_depth_ = depth; }
  /// Safe from any thread; up to a few hundred behind.
  std::uint64_t published_nodes() const { return published_.load(std::memory_order_relaxed); }
  /// It has done all its iterations, or given up. Safe from any thread.
  bool is_done() const { return done_.load(std::memory_order_relaxed); }
  std::uint64_t nodes() const { return nodes_; }
  /// Counts what was searched elsewhere.
  void add_nodes(std::uint64_t nodes) { nodes_ += nodes; }
  /// The worker stops exactly at `limit`.
  void set_node_limit(std::uint64_t limit) { node_limit_ = limit; }
  /// The next node asks the supervisor.
  void look_next() { next_look_ = nodes_; }

 private:
  /// The move by which a node's value came about, if by a move, and the kind that it moves: what to
  /// freeze. Of Freeze shogi.
  struct Reply {
    Move move;
    shogi::PieceType kind = shogi::PieceType::kNone;
  };
  struct NoReply {};

  /// What a node shares with its children.
  struct Frame {
    typename Rules::Undo undo;
    Move move;                                      // being searched
    shogi::Piece piece;                             // that it moves
    Move excluded;                                  // by a singular search
    HistoryTables::Following* following = nullptr;  // scores of the moves after `move`
    std::array<shogi::BareMove, 2> killers;
    int static_eval = 0;  // corrected
    int extensions = 0;   // by two plies, on the way here
    bool in_check = false;
    [[no_unique_address]] std::conditional_t<Rules::kFreezes, Reply, NoReply> reply;
    int line_length = 0;
    std::array<Move, kMaxPly + 4> line;
  };

  /// What pruning wants to know of a move before it is made.
  struct MoveFacts {
    shogi::BareMove bare() const { return Rules::bare(move); }

    Move move;
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
    Move table_move{};
    int table_value = 0;
    int table_depth = -1;
    Bound table_bound = Bound::kNone;
    int best = -kInfiniteValue;  // so far, and alpha grows with it
    Move best_move{};
    bool is_cut = false;  // by several moves at once
  };

  // worker.cpp: the root, and what every node does
  int search_root(int alpha, int beta, int depth, std::size_t first);
  bool poll();
  void wait_for_the_first() const;
  int rule_value(int ply, bool& known) const;
  int draw_value() const;
  void make(const MoveFacts& facts, int ply);
  void unmake(int ply);
  void make_null(int ply);
  void unmake_null(int ply);
  void save_line(int ply, Move move);
  MoveFacts facts_of(Move move, bool gives_check) const;
  const shogi::Position& board() const { return Rules::board(position_); }
  shogi::Key table_key() const { return Rules::table_key(position_.key()); }
  int evaluate() { return Rules::with_terms(evaluation_.evaluate(board()), position_); }
  /// A cheap estimate, seldom wrong by kRoughError, where there is one and the node may be judged
  /// by it.
  std::optional<int> estimate() const {
    if (Rules::bars_moves(position_)) return std::nullopt;
    const auto rough = evaluation_.estimate(board());
    return rough ? std::optional(Rules::with_terms(*rough, position_)) : std::nullopt;
  }
  /// The static score here: the table's, or else its own.
  int static_score(const std::optional<TableEntry>& entry) {
    if (!Rules::kFreezes && entry && entry->has_eval() && owns_scores_) return entry->eval;
    return evaluate();
  }
  int corrected(int score) const {
    return std::clamp(score + history_.correction(board(), tuning_->correction_weight),
                      -eval::kLargestScore, eval::kLargestScore);
  }
  /// Keeps the node at `ply` in the table; `score` is its static one.
  void store(shogi::Key key, Move move, int value, int ply, int score, int depth, Bound bound) {
    const auto own = static_cast<std::int16_t>(owns_scores_ ? score : TableEntry::kNoEval);
    table_.store(key, {Rules::bare(move), static_cast<std::int16_t>(to_table(value, ply)),
                       Rules::kept_beside(move, own), static_cast<std::uint8_t>(depth), bound});
  }
  /// A mate in one, stored.
  bool mates_at_once(int ply, int& value);
  OrderingContext ordering(int ply, const shogi::CheckSquares* checks);
  int history_of(const MoveFacts& facts, const OrderingContext& context) const;

  // tree.cpp
  int search_node(int alpha, int beta, int depth, int ply, bool cut);
  void evaluate_node(Node& node, const std::optional<TableEntry>& entry);
  int search_moves(Node& node);
  int value_without_moves(int ply);
  /// Searches one move; true: it cuts off, or all is stopped.
  bool attempt(Node& node, const MoveFacts& facts, int number, int history);
  int search_child(const Node& node, int depth, int reduction);
  int extension_of(Node& node, const MoveFacts& facts);
  bool prune_move(const Node& node, const MoveFacts& facts, int number, int history,
                  MovePicker& picker) const;
  int reduction_of(const Node& node, const MoveFacts& facts, int number, int history) const;
  void reward(const Node& node, const MoveFacts& best, std::span<const shogi::BareMove> quiets,
              std::span<const shogi::BareMove> captures);
  void reward_quiet(shogi::BareMove move, int ply, int bonus);
  void reward_capture(shogi::BareMove move, int bonus);

  // pruning.cpp: nodes that are given up without looking at all moves
  /// Reverse futility by the estimate alone, before anything is looked up or evaluated.
  bool surely_above(const Node& node, int& value);
  bool prune_node(Node& node, int& value);
  bool null_move_cuts(const Node& node, int& value);
  bool probcut(const Node& node, int& value);
  bool may_freeze() const {
    if constexpr (Rules::kFreezes) return position_.may_freeze();
    return false;
  }
  /// The side to move may be frozen by what the opponent has left.
  bool is_threatened() const {
    if constexpr (Rules::kFreezes) return position_.left(~position_.side_to_move()) > 0;
    return false;
  }
  int futility_depth() const;
  int futility_margin(int plies) const;

  // quiesce.cpp
  int quiesce(int alpha, int beta, int depth, int ply);
  int search_captures(int alpha, int beta, int depth, int ply,
                      const std::optional<TableEntry>& entry, int best, int raw_eval);

  // freezes.cpp: of Freeze shogi
  void note_reply(int ply, Move move);
  bool wants_freezes(const Node& node, const MoveFacts& bare, int number) const;
  /// After the bare move was searched: frozen is what answered it.
  bool attempt_freezes(Node& node, const MoveFacts& bare, int number, int history);
  /// A capture or check that loses the piece need not do so if what would take it is frozen.
  bool attempt_capture_with_freeze(Node& node, const MoveFacts& bare, int number, int history);
  /// `bare` with a freeze of `kind`; nothing where that may not be frozen.
  std::optional<MoveFacts> with_freeze(const MoveFacts& bare, shogi::PieceType kind) const;
  /// At the root: the kind of the reply that was found against move `i`, frozen, comes next.
  void grow(std::size_t i);

  static constexpr int kFramesBefore = 4;  // empty frames above the root
  Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply + kFramesBefore)]; }
  const Frame& frame(int ply) const {
    return frames_[static_cast<std::size_t>(ply + kFramesBefore)];
  }

  Task& task_;
  const Tuning* tuning_ = nullptr;
  const BaseReductions* reductions_ = nullptr;
  bool owns_scores_ = true;  // the table's static scores are of its view
  Supervisor<Rules>* supervisor_ = nullptr;
  TranspositionTable& table_;
  HistoryTables history_;
  eval::Judge evaluation_;
  typename Rules::Position position_{shogi::Position::start()};
  PathHistory path_;
  std::vector<Frame> frames_;
  std::vector<RootMove<Move>> root_moves_;
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
