// SPDX-License-Identifier: MIT
// The search tree of Freeze shogi: root moves and what is below them. It is a smaller sibling of
// Worker (ordinary shogi pays nothing for it) over shogi::FreezePosition; table, histories, move
// order and evaluation are the same. Used by FreezeSearcher alone, for one thread at a time.
//
// Which freezes are searched: the move that refutes a bare move is what tells. Frozen must be its
// kind, as against any other freeze it would still be there. So each bare move is followed by at
// most a few with a freeze, of the kind of the reply that was found against it; and by none where
// the opponent could as well have passed.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "eval/judge.hpp"
#include "search/history_tables.hpp"
#include "search/move_picker.hpp"
#include "search/path_history.hpp"
#include "search/search_terms.hpp"
#include "search/transposition_table.hpp"
#include "search/value.hpp"
#include "search/worker.hpp"
#include "shogi/freeze.hpp"
#include "shogi/game.hpp"

namespace gougi::search {

struct FreezeRootMove {
  shogi::FreezeMove move;
  int value = -kInfiniteValue;
  int previous_value = -kInfiniteValue;
  int selective_depth = 0;
  bool looked_at = false;  // by the iteration that is going on, within its last window
  std::vector<shogi::FreezeMove> line;
};

/// What freezes that are left are worth to their side, in hundredths of a pawn.
int value_of_freezes(int left);
/// What the table knows of a position of Freeze shogi lies apart from what it knows of ordinary
/// shogi: an entry keeps the kind that its move freezes where others keep the evaluation.
shogi::Key table_key(shogi::Key key);
shogi::FreezeMove move_of(const TableEntry& entry);

class FreezeTree {
 public:
  explicit FreezeTree(Task& task);

  /// Forgets what earlier games taught.
  void new_game() { history_.clear(); }
  /// Takes the root. `grows`: freezes that are found worth a look join `root_moves`.
  void begin(const shogi::Game& game, std::vector<FreezeRootMove> root_moves, bool grows,
             const FreezeBreadth& breadth, Supervisor* supervisor);
  /// One iteration with an aspiration window, on the root moves from `first` on; sorts them.
  void search_window(int depth, std::size_t first);
  /// Before an iteration: freezes that did not prove good are looked for anew.
  void forget_freezes();

  std::vector<FreezeRootMove>& root_moves() { return root_moves_; }
  const std::vector<FreezeRootMove>& root_moves() const { return root_moves_; }
  std::uint64_t nodes() const { return nodes_; }
  /// It stops exactly at `limit`.
  void set_node_limit(std::uint64_t limit) { node_limit_ = limit; }
  /// The next node asks the supervisor.
  void look_next() { next_look_ = nodes_; }
  /// The static score of the root, for the side to move.
  int evaluate_root();

 private:
  struct Frame {
    shogi::FreezeUndo undo;
    shogi::Move move;  // being searched, without its freeze
    shogi::Piece piece;
    HistoryTables::Following* following = nullptr;
    std::array<shogi::Move, 2> killers;
    int static_eval = 0;
    bool in_check = false;
    shogi::FreezeMove best;  // the move by which the node's value came about, if by a move
    shogi::PieceType best_kind = shogi::PieceType::kNone;  // that it moves
    int line_length = 0;
    std::array<shogi::FreezeMove, kMaxPly + 4> line;
  };
  struct MoveFacts {
    shogi::FreezeMove move;
    shogi::Piece piece;
    shogi::Piece victim;
    bool quiet;     // neither a capture nor a pawn's promotion
    bool tactical;  // a capture or any promotion
    bool gives_check;
  };
  struct Node {
    int alpha;
    int beta;
    int depth;
    int ply;
    bool pv;
    bool cut;
    bool may_freeze = false;
    bool improving = false;
    int raw_eval = 0;
    int eval = 0;
    shogi::FreezeMove table_move{};
    int best = -kInfiniteValue;
    shogi::FreezeMove best_move{};
  };

  int search_root(int alpha, int beta, int depth, std::size_t first);
  void grow(std::size_t i);
  int search_node(int alpha, int beta, int depth, int ply, bool cut);
  int quiesce(int alpha, int beta, int depth, int ply);
  int search_captures(int alpha, int beta, int depth, int ply, const TableEntry* entry, int best);

  bool poll();
  int rule_value(int ply, bool& known) const;
  int draw_value() const;
  int evaluate();
  void evaluate_node(Node& node);
  bool prune_node(Node& node, int& value);
  bool null_move_cuts(const Node& node, int& value);
  /// A mate in one, stored.
  bool mates_at_once(int ply, int& value);

  int search_moves(Node& node);
  /// Searches one move; true if it cuts off, or all is stopped.
  bool attempt(Node& node, const MoveFacts& facts, int number, int history);
  bool attempt_freezes(Node& node, const MoveFacts& bare, int number, int history);
  bool attempt_capture_with_freeze(Node& node, const MoveFacts& bare, int number, int history);
  bool wants_freezes(const Node& node, const MoveFacts& bare, int number) const;
  bool prune_move(const Node& node, const MoveFacts& facts, int number, int history,
                  MovePicker& picker) const;
  int extension_of(const Node& node, const MoveFacts& facts) const;
  int reduction_of(const Node& node, const MoveFacts& facts, int number, int history) const;
  void reward(const Node& node, const MoveFacts& best, std::span<const shogi::Move> quiets,
              std::span<const shogi::Move> captures);
  void reward_quiet(shogi::Move move, int ply, int bonus);
  void reward_capture(shogi::Move move, int bonus);

  const shogi::Position& board() const { return position_.position(); }
  bool is_frozen(shogi::Move move) const;
  MoveFacts facts_of(shogi::FreezeMove move, bool gives_check) const;
  static MoveFacts with_freeze(const MoveFacts& bare, shogi::PieceType kind);
  OrderingContext ordering(int ply, const shogi::CheckSquares* checks);
  int history_of(const MoveFacts& facts, const OrderingContext& context) const;
  void make(const MoveFacts& facts, int ply);
  void unmake(int ply, shogi::FreezeMove move);
  void note_best(int ply, shogi::FreezeMove move);
  void save_line(int ply, shogi::FreezeMove move);
  void store(shogi::FreezeMove move, int value, int ply, int depth, Bound bound);

  static constexpr int kFramesBefore = 4;  // empty frames above the root
  Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply + kFramesBefore)]; }
  const Frame& frame(int ply) const {
    return frames_[static_cast<std::size_t>(ply + kFramesBefore)];
  }

  Task& task_;
  Supervisor* supervisor_ = nullptr;
  TranspositionTable& table_;
  HistoryTables history_;
  eval::Judge evaluation_;
  shogi::FreezePosition position_;
  PathHistory path_;
  std::vector<Frame> frames_;
  std::vector<FreezeRootMove> root_moves_;
  FreezeBreadth breadth_;
  bool grows_ = true;
  std::uint64_t nodes_ = 0;
  std::uint64_t node_limit_ = 0;
  std::uint64_t next_look_ = 0;
  int selective_depth_ = 0;
  int root_depth_ = 0;
  int null_move_from_ = 0;
  bool stopped_ = false;
};

}  // namespace gougi::search
