// SPDX-License-Identifier: MIT
// Df-pn over positions of Freeze shogi, always with a bound on the plies. Like ProofSearch, which
// knows ordinary shogi only, but plainer: recursive, and all it knows of a position is what
// list_attacks and list_defences see. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "mate/freeze_options.hpp"
#include "mate/freeze_table.hpp"
#include "mate/mate_terms.hpp"
#include "mate/proof_path.hpp"
#include "mate/search_variant.hpp"
#include "shogi/freeze.hpp"

namespace gougi::mate {

/// Longer lines are not followed: the search recurses, and stacks are small.
inline constexpr int kDeepestFreezeLine = 1000;

class FreezeSearch {
 public:
  explicit FreezeSearch(SearchVariant variant = {}) : variant_(variant) {}

  FreezeTable& table() { return table_; }

  /// A new problem: forgets the last one unless it goes on. Then prove() may be called.
  void begin(const shogi::FreezePosition& position, const MateLimits& limits, FreezeMateStop stop);
  /// From now on `stop` is asked, and `reason` is why the search ended.
  void go_on(FreezeMateStop stop, Reason reason) {
    stop_ = std::move(stop);
    reason_ = reason;
  }
  /// Gives the search so many nodes from now on, whether it was cut off or not.
  void extend(std::uint64_t nodes) { allow(nodes, true); }
  /// The same without asking for a stop.
  void extend_without_stop(std::uint64_t nodes) { allow(nodes, false); }
  /// No limits and no stop any more, for walking over a proof.
  void extend_without_end() { allow(std::nullopt, false); }

  /// Whether the attacker mates from `position`, of the problem begun, within `bound` plies: it is
  /// to move if it is an `or_node`. Open: it was cut off.
  FreezeFinding prove(const shogi::FreezePosition& position, bool or_node, int bound);
  /// Of the last prove(), if that found a mate: the attacker's move that mates, or the defender's
  /// that holds out longest, as far as is known; none if there is nothing to move.
  shogi::Move best() const { return best_; }

  /// Mate within so many plies, by what the table has of `position`; kNever: nothing.
  Length known_mate(const shogi::FreezePosition& position) const;

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

  void allow(std::optional<std::uint64_t> nodes, bool heed_stop);
  FreezeFinding search(bool or_node, int bound, Thresholds thresholds);
  FreezeFinding work_on(bool or_node, int bound, Thresholds thresholds, std::size_t first);
  Thresholds thresholds_of_child(bool or_node, Thresholds thresholds, const Sum& sum) const;
  bool goes_before(std::uint32_t number, std::uint32_t best) const {
    return number < best || (variant_.ties_to_last && number == best);
  }
  FreezeFinding settle_at_once(bool or_node, int bound);
  void add_children(bool or_node, int bound);
  Sum sum_of_or_node(std::size_t first) const;
  Sum sum_of_and_node(std::size_t first) const;
  FreezeSpot spot_of(const shogi::FreezePosition& position) const;
  FreezeSpot spot_after(shogi::Move move) const;
  bool is_cut_off();

  const SearchVariant variant_;
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
