// SPDX-License-Identifier: MIT
// The search inside the mate solver: df-pn over a stack of its own, so that depth costs heap and
// not the thread's stack. Every search has a bound on the plies, so that the same search proves a
// mate, a shorter mate, and that there is no shorter one. Only solver.cpp and the line extraction
// use it. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "mate/cage.hpp"
#include "mate/finding.hpp"
#include "mate/proof_path.hpp"
#include "mate/proof_table.hpp"
#include "mate/solver.hpp"
#include "shogi/movegen.hpp"
#include "shogi/position.hpp"

namespace gougi::mate {

/// What is a matter of taste, so that several searches of one problem go different ways. None
/// changes a verdict.
struct Manner {
  std::uint32_t patience = 4;  ///< a child may get worse than its best sibling by this part of it
  bool ties_to_last = false;   ///< of equal children the last goes first
};

class ProofSearch {
 public:
  explicit ProofSearch(Manner manner = {}) : manner_(manner) {}

  ProofTable& table() { return table_; }

  /// Forgets everything of earlier problems, unless it goes on with the last one, and takes
  /// `position`'s side to move as attacker. Nodes are counted from `nodes` on.
  void begin(const shogi::Position& position, const MateLimits& limits,
             const std::function<bool(const MateProgress&)>& stop, std::uint64_t nodes = 0);
  /// Searches `position`, which must belong to the problem begun, for a mate within `within`
  /// plies: the attacker to move if `attacking`. Unsolved numbers mean that a limit was reached;
  /// see reason().
  Finding prove(const shogi::Position& position, bool attacking, Length within);

  shogi::Color attacker() const { return attacker_; }
  bool futile_count() const { return limits_.futile_count; }
  std::uint64_t nodes() const { return nodes_; }
  Reason reason() const { return reason_; }
  /// After a search that ran by other limits: from now on these hold, and `reason` is why it ended.
  void go_on(const MateLimits& limits, const std::function<bool(const MateProgress&)>& stop,
             Reason reason) {
    limits_ = limits;
    stop_ = stop;
    reason_ = reason;
  }
  /// Allows `nodes` more, for reading out the line of a mate that is proven.
  void extend(std::uint64_t nodes) {
    limits_.nodes = nodes_ + nodes;
    reason_ = Reason::kNone;
  }
  /// Counts `nodes` for work that is done beside the search; whether that shall end, as a limit is
  /// reached or somebody says stop.
  bool spend(std::uint64_t nodes) {
    nodes_ += nodes;
    return out_of_limits();
  }
  /// No limits and no stop any more, for walking over a proof.
  void extend_without_end() {
    limits_.nodes.reset();
    stop_ = nullptr;
    reason_ = Reason::kNone;
  }

  /// What is known of `position` without searching.
  Known look(const shogi::Position& position) const {
    return table_.probe(position.board_key(), position.hand(attacker_));
  }
  /// The attacker's checks, or the defender's evasions.
  static void generate_moves(const shogi::Position& position, bool attacking,
                             shogi::MoveList& moves);

 private:
  struct Child {
    shogi::BareMove move;
    bool is_greatest;     // its number is not summed up with the others'
    bool was_traced;      // looked for a second way from above
    std::int16_t behind;  // looked at only when this sibling is mated; -1: at once
    shogi::Hand hand;
    shogi::Key board;
    Finding finding;
  };
  /// Of the open children of a position: the numbers that decide where to go.
  struct Summary {
    Finding finding;
    std::uint32_t sum = 0;       // of the other number, of children that are summed up
    std::uint32_t greatest = 0;  // of those that are not, and one for each more of them
    std::size_t best = 0;
    std::uint32_t best_number = kInfinite;
    std::uint32_t second_number = kInfinite;
  };
  /// The numbers below which a position is searched on.
  struct Limits {
    std::uint32_t proof;
    std::uint32_t disproof;
  };
  struct Frame {
    bool attacking;
    bool may_loop;
    shogi::BareMove move;  // that led here
    Length within;
    shogi::Undo undo;  // of that move
    Limits limits;
    std::size_t first_child;
    std::size_t child_count;
    std::size_t selected;
    std::uint64_t nodes_before;
    std::uint32_t greatest;  // children whose number is not summed up, by bits
    bool has_old;            // a child was searched nearer to the root before
    std::uint32_t detours;   // allowed where this began
    bool is_settled;         // `settled` holds without children
    Finding settled;
  };

  void push(shogi::BareMove move, bool attacking, Length within, Limits limits);
  Finding pop(Finding finding);
  void expand(Frame& frame, std::uint32_t greatest);
  void add_child(Frame& frame, shogi::BareMove move, const Known& known);
  Finding first_look(const Frame& frame, const std::optional<Cage>& cage, shogi::BareMove move,
                     shogi::Key board, shogi::Hand hand, const Known& known);
  void pair_up(Frame& frame);
  bool is_held_back(const Frame& frame, const Child& child) const;
  Summary summarise(const Frame& frame) const;
  Finding settle(const Frame& frame) const;
  void descend(Frame& frame, const Summary& summary, Limits limits);
  Limits limits_of(const Frame& frame, const Finding& finding) const;
  void trace(const Child& child);
  void store(const Frame& frame, const Finding& finding);
  bool out_of_limits();

  const Manner manner_;
  ProofTable table_;
  shogi::Position position_ = shogi::Position::start();
  shogi::Color attacker_ = shogi::Color::kBlack;
  MateLimits limits_;
  std::function<bool(const MateProgress&)> stop_;
  shogi::Key root_ = 0;     // of the problem begun
  bool is_of_root_ = true;  // the search begins there, and line_ is kept
  std::vector<shogi::BareMove> line_;
  std::vector<Frame> frames_;
  std::vector<Child> children_;
  ProofPath path_;
  /// While there are any, limits give way until a new position has been looked at. Each position
  /// of the path with a child that was searched nearer to the root before allows one: numbers that
  /// come back to themselves would exceed every limit, and the search would go up and down without
  /// end (the threshold control of Kishimoto 2010).
  std::uint32_t detours_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t next_poll_ = 0;
  Reason reason_ = Reason::kNone;
};

}  // namespace gougi::mate
