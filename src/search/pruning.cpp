// SPDX-License-Identifier: MIT
// Nodes that are given up before their moves are looked at: razoring, reverse futility, null move,
// probcut. Only outside the principal variation and not in check.
#include <algorithm>

#include "search/see.hpp"
#include "search/worker.hpp"

namespace gougi::search {
namespace {

/// From this depth on a null move's cut is verified by a search without null moves: zugzwang is
/// rare in shogi, but a mate threat can hide behind the pass.
constexpr int kVerifiedFrom = 12;

/// Reverse futility reaches so deep. Deeper gives up nodes whose value a quiet move would have
/// changed; a freeze of the opponent changes more than an ordinary move does.
constexpr int kFutilityDepth = 8;
constexpr int kThreatenedFutilityDepth = 4;
constexpr int kMarginOfFreeze = 150;

}  // namespace

template <typename Rules>
int Worker<Rules>::futility_depth() const {
  return is_threatened() ? kThreatenedFutilityDepth : kFutilityDepth;
}

template <typename Rules>
int Worker<Rules>::futility_margin(int plies) const {
  return tuning_->futility_margin * plies + (is_threatened() ? kMarginOfFreeze : 0);
}

template <typename Rules>
bool Worker<Rules>::surely_above(const Node& node, int& value) {
  Frame& here = frame(node.ply);
  if (node.pv || here.in_check || here.excluded || node.depth > futility_depth() ||
      !task_.has.futility || is_mate_value(node.beta)) {
    return false;
  }
  const auto rough = estimate();
  if (!rough || *rough - eval::kRoughError - futility_margin(node.depth) < node.beta) return false;
  here.static_eval = *rough;
  value = (*rough - eval::kRoughError + node.beta) / 2;
  return true;
}

template <typename Rules>
bool Worker<Rules>::prune_node(Node& node, int& value) {
  const int depth = node.depth;
  const Tuning& tuned = *tuning_;
  if (is_mate_value(node.beta) || is_mate_value(node.alpha)) return false;
  if (Rules::bars_moves(position_)) return false;
  if (task_.has.futility && depth <= 3 && !may_freeze() &&
      node.eval + tuned.razoring_base + tuned.razoring_depth * depth * depth <=
          node.alpha) {  // razoring
    value = quiesce(node.alpha, node.alpha + 1, 0, node.ply);
    if (stopped_ || value <= node.alpha) return true;
  }
  // Reverse futility: so far above that one move will not change it.
  if (task_.has.futility && depth <= futility_depth() && !is_mate_value(node.eval) &&
      node.eval - futility_margin(depth - (node.improving ? 1 : 0)) >= node.beta) {
    value = (node.eval + node.beta) / 2;
    return true;
  }
  return null_move_cuts(node, value) || (!stopped_ && probcut(node, value)) || stopped_;
}

template <typename Rules>
bool Worker<Rules>::null_move_cuts(const Node& node, int& value) {
  if (!task_.has.null_move) return false;
  const Frame& here = frame(node.ply);
  const Tuning& tuned = *tuning_;
  if (!frame(node.ply - 1).move || node.depth < 3 || node.ply < null_move_from_) return false;
  const int wanted = node.beta - tuned.null_move_eval_ply * node.depth + tuned.null_move_eval;
  if (node.eval < node.beta || here.static_eval < wanted) return false;
  const int reduction = (tuned.null_move_base + tuned.null_move_depth * node.depth) / 1024 +
                        std::min((node.eval - node.beta) / tuned.null_move_excess, 3);
  make_null(node.ply);
  value = -search_node(-node.beta, -node.beta + 1, node.depth - reduction, node.ply + 1, !node.cut);
  unmake_null(node.ply);
  if (stopped_) return true;
  if (value < node.beta) return false;
  if (is_mate_value(value)) value = node.beta;  // a mate found while passing is no proof
  if (node.depth < kVerifiedFrom || null_move_from_ != 0) return true;
  null_move_from_ = node.ply + 3 * (node.depth - reduction) / 4;
  const int verified =
      search_node(node.beta - 1, node.beta, node.depth - reduction, node.ply, false);
  null_move_from_ = 0;
  return stopped_ || verified >= node.beta;
}

template <typename Rules>
bool Worker<Rules>::probcut(const Node& node, int& value) {
  if (!task_.has.probcut) return false;
  // A capture that a shallow search finds far above beta is above beta in a deep one, too.
  const int limit =
      node.beta + tuning_->probcut_margin - (node.improving ? tuning_->probcut_improving : 0);
  if (node.depth < 5 || is_mate_value(limit)) return false;
  if (node.table_depth >= node.depth - 3 && node.table_value < limit) return false;
  const OrderingContext context = ordering(node.ply, nullptr);
  MovePicker picker = MovePicker::for_probcut(board(), context, Rules::bare(node.table_move),
                                              limit - frame(node.ply).static_eval);
  while (const shogi::BareMove move = picker.next()) {
    make(facts_of(move, position_.gives_check(move)), node.ply);
    int found = -quiesce(-limit, -limit + 1, 0, node.ply + 1);
    if (!stopped_ && found >= limit) {
      found = -search_node(-limit, -limit + 1, node.depth - 4, node.ply + 1, !node.cut);
    }
    unmake(node.ply);
    if (stopped_) return true;
    if (found >= limit) {
      store(table_key(), move, found, node.ply, node.raw_eval, node.depth - 3, Bound::kLower);
      if constexpr (Rules::kFreezes) note_reply(node.ply, move);
      value = is_mate_value(found) ? found : found - (limit - node.beta);
      return true;
    }
  }
  return false;
}

template bool Worker<ShogiRules>::surely_above(const Node&, int&);
template bool Worker<FreezeRules>::surely_above(const Node&, int&);
template bool Worker<ShogiRules>::prune_node(Node&, int&);
template bool Worker<FreezeRules>::prune_node(Node&, int&);

}  // namespace gougi::search
