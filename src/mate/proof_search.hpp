// SPDX-License-Identifier: MIT
// The search inside the mate solver: df-pn over a stack of its own, so that depth costs heap and
// not the thread's stack. Only solver.cpp and the line extraction use it. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "mate/proof_table.hpp"
#include "mate/solver.hpp"
#include "shogi/movegen.hpp"
#include "shogi/position.hpp"

namespace gougi::mate {

/// How far up the path a disproof leans. A disproof found because a position came back holds only
/// below that position (the graph history interaction problem).
///   kNowhere: on nothing, it holds everywhere;
///   n >= 0: on the attacker's n-th position of the path;
///   kCutOff: a line was cut at the depth limit, it is no disproof at all.
using Lean = std::int16_t;
inline constexpr Lean kNowhere = 32767;
inline constexpr Lean kCutOff = -1;

/// What a search of one position found.
struct Finding {
  std::uint32_t proof = 1;
  std::uint32_t disproof = 1;
  std::uint16_t length = 0;  ///< of a mate
  Lean lean = kNowhere;      ///< of a disproof
};

class ProofSearch {
 public:
  ProofTable& table() { return table_; }

  /// Forgets everything of earlier problems and takes `position`'s side to move as attacker.
  void begin(const shogi::Position& position, const MateLimits& limits,
             const std::function<bool(const MateProgress&)>& stop);
  /// Searches `position`, which must belong to the problem begun: the attacker to move if
  /// `attacking`. Unsolved numbers mean that a limit was reached; see reason().
  Finding prove(const shogi::Position& position, bool attacking);

  shogi::Color attacker() const { return attacker_; }
  std::uint64_t nodes() const { return nodes_; }
  Reason reason() const { return reason_; }
  /// Allows `nodes` more, for reading out the line of a mate that is proven.
  void extend(std::uint64_t nodes) {
    limits_.nodes = nodes_ + nodes;
    reason_ = Reason::kNone;
  }

  /// What is known of `position` without searching. Leaves (mated, or no check) are recognised.
  Finding look(const shogi::Position& position, bool attacking) const;
  /// The attacker's checks, or the defender's evasions.
  static void generate_moves(const shogi::Position& position, bool attacking,
                             shogi::MoveList& moves);

 private:
  struct Child {
    shogi::Move move;
    Finding finding;
  };
  struct Frame {
    bool attacking;
    shogi::Move move;  // that led here
    shogi::Undo undo;  // of that move
    shogi::Key board;
    shogi::Hand hand;
    shogi::Key path_signature;  // of the attacker's positions above
    std::uint32_t proof_limit;
    std::uint32_t disproof_limit;
    std::size_t first_child;
    std::size_t child_count;
    std::size_t selected;
    std::uint64_t nodes_before;
    Numbers before;
  };
  struct PathEntry {
    shogi::Key board;
    shogi::Hand hand;
  };

  void push(shogi::Move move, bool attacking, std::uint32_t proof_limit,
            std::uint32_t disproof_limit);
  Finding pop(Finding finding);
  void expand(Frame& frame);
  Finding first_look(bool attacking, shogi::Key path_signature);
  Finding summarise(const Frame& frame) const;
  Finding summarise_attack(const Frame& frame) const;
  Finding summarise_defence(const Frame& frame) const;
  void descend(Frame& frame, const Finding& finding);
  void store(const Frame& frame, const Finding& finding);
  Lean repeated(shogi::Key board, shogi::Hand hand) const;
  void enter_path(shogi::Key board, shogi::Hand hand);
  void leave_path();
  bool out_of_limits();

  static std::size_t filter_slot(shogi::Key board) { return board >> 52U; }

  ProofTable table_;
  shogi::Position position_ = shogi::Position::start();
  shogi::Color attacker_ = shogi::Color::kBlack;
  MateLimits limits_;
  std::function<bool(const MateProgress&)> stop_;
  std::vector<Frame> frames_;
  std::vector<Child> children_;
  std::vector<PathEntry> path_;
  std::array<std::uint16_t, 4096> path_filter_{};  // how many of path_ have these key bits
  std::uint64_t nodes_ = 0;
  std::uint64_t next_poll_ = 0;
  Reason reason_ = Reason::kNone;
};

}  // namespace gougi::mate
