// SPDX-License-Identifier: MIT
// Df-pn over positions of Freeze shogi, always with a bound on the plies. Like ProofSearch, which
// knows ordinary shogi only, but plainer: recursive, and all it knows of a position is what
// list_attacks and list_defences see. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "mate/freeze_options.hpp"
#include "mate/freeze_table.hpp"
#include "mate/proof_path.hpp"
#include "mate/solver.hpp"
#include "shogi/freeze.hpp"

namespace gougi::mate {

/// Longer lines are not followed: the search recurses, and stacks are small.
inline constexpr int kDeepestFreezeLine = 1000;

/// What a running search tells of itself.
struct FreezeMateProgress {
  std::uint64_t nodes = 0;
  int per_mille_full = 0;
  int depth = 0;                      ///< plies of the line being looked at
  std::span<const shogi::Move> line;  ///< that line
};
using FreezeMateStop = std::function<bool(const FreezeMateProgress&)>;

class FreezeSearch {
 public:
  FreezeTable& table() { return table_; }

  /// A new problem: forgets the last one unless it goes on. Then prove() may be called.
  void begin(const shogi::FreezePosition& position, const MateLimits& limits, FreezeMateStop stop);
  /// Gives the search so many nodes from now on (nothing: no limit), whether it was cut off or not.
  void allow(std::optional<std::uint64_t> nodes, bool heed_stop);

  /// Whether the attacker mates from `position`, of the problem begun, within `bound` plies. Open:
  /// it was cut off.
  FreezeFinding prove(const shogi::FreezePosition& position, bool attacking, int bound);
  /// Of the last prove(), if that found a mate: the attacker's move that mates, or the defender's
  /// that holds out longest, as far as is known; none if there is nothing to move.
  shogi::Move best() const { return best_; }

  std::uint64_t nodes() const { return nodes_; }
  Reason reason() const { return reason_; }

 private:
  struct Child {
    shogi::Move move;
    FreezeFinding finding;
  };
  /// What the children of a node come to.
  struct Sum {
    FreezeFinding finding;
    std::size_t chosen = 0;    // to be searched next, or of a settled one the reason why
    std::uint32_t second = 0;  // the next best child's number
    std::uint32_t others = 0;  // what the other number owes to the other children
  };

  FreezeFinding search(bool attacking, int bound, std::uint32_t most_proof,
                       std::uint32_t most_disproof);
  FreezeFinding work_on(bool attacking, int bound, std::uint32_t most_proof,
                        std::uint32_t most_disproof, std::size_t first);
  FreezeFinding settle_at_once(bool attacking, int bound);
  void add_children(bool attacking, int bound);
  Sum sum_of_attack(std::size_t first) const;
  Sum sum_of_defence(std::size_t first) const;
  FreezeSpot spot() const;
  FreezeSpot spot_after(shogi::Move move) const;
  bool is_cut_off();

  FreezeTable table_;
  ProofPath path_;
  shogi::FreezePosition position_;
  shogi::Color attacker_ = shogi::Color::kBlack;
  bool all_moves_ = true;
  std::vector<FreezeOption> options_;
  std::vector<Child> children_;  // of all nodes of the line, one after the other
  std::vector<shogi::Move> line_;
  shogi::Move best_;
  FreezeMateStop stop_;
  bool heeds_stop_ = true;
  std::uint64_t nodes_ = 0;
  std::optional<std::uint64_t> last_node_;
  Reason reason_ = Reason::kNone;
};

}  // namespace gougi::mate
