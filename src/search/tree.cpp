// SPDX-License-Identifier: MIT
// The tree below the root: principal variation search. Where the techniques come from is in
// README.md; constants are the usual ones of the literature, and where games at short time said
// otherwise, theirs; those that games can tune are in tuning.hpp.
#include <algorithm>
#include <optional>

#include "mate/one_ply.hpp"
#include "search/see.hpp"
#include "search/worker.hpp"

namespace gougi::search {
namespace {

/// Moves of a node that are remembered to be blamed when another one cuts off.
constexpr std::size_t kRemembered = 32;

/// A child is not searched deeper than this many times the iteration's depth.
constexpr int kDeepestFactor = 2;

bool bound_allows(Bound bound, int value, int limit) {
  return bound == Bound::kExact ||
         (value >= limit ? bound == Bound::kLower : bound == Bound::kUpper);
}

}  // namespace

int Worker::search_node(int alpha, int beta, int depth, int ply, bool cut) {
  if (depth <= 0) return quiesce(alpha, beta, 0, ply);
  Frame& here = frame(ply);
  here.line_length = 0;
  if (poll()) return 0;
  selective_depth_ = std::max(selective_depth_, ply);
  if (!here.excluded) {
    bool known = false;
    const int by_rule = rule_value(ply, known);
    if (known) return by_rule;
  }
  here.in_check = position_.in_check();
  if (ply >= kMaxPly) return here.in_check ? draw_value() : evaluation_.evaluate(position_);
  alpha = std::max(alpha, mated_in(ply));
  beta = std::min(beta, mate_in(ply + 1));
  if (alpha >= beta) return alpha;

  Node node{alpha, beta, std::min(depth, kMaxPly - 1), ply, beta - alpha > 1, cut};
  if (int value = 0; surely_above(node, value)) return value;
  std::optional<TableEntry> entry;
  if (!here.excluded && task_.has.table) entry = table_.probe(position_.key());
  if (entry) {
    node.table_move = entry->move;
    node.table_value = from_table(entry->value, ply);
    node.table_depth = entry->depth;
    node.table_bound = entry->bound;
    const bool is_mate = entry->depth == TableEntry::kDepthOfMate;
    const bool may_answer = !node.pv || !task_.has.null_window || is_mate;
    if (int value = 0; may_answer && table_answers(node, value)) {
      if (node.pv && is_mate && position_.is_legal(entry->move)) {
        frame(ply + 1).line_length = 0;
        save_line(ply, entry->move);
      }
      return value;
    }
  }
  if (!here.in_check && !entry && !here.excluded && task_.has.mate_tests) {
    if (const shogi::Move mating = mate::mate_in_one(position_)) {
      const int value = mate_in(ply + 1);
      table_.store(position_.key(), {mating, static_cast<std::int16_t>(to_table(value, ply)),
                                     TableEntry::kNoEval, TableEntry::kDepthOfMate, Bound::kExact});
      frame(ply + 1).line_length = 0;
      save_line(ply, mating);
      return value;
    }
  }
  evaluate_node(node, entry);
  if (int value = 0; !node.pv && !here.in_check && !here.excluded && prune_node(node, value)) {
    return value;
  }
  if (stopped_) return 0;
  // Without a table move the order is bad: searched less deep, it gets one.
  if ((node.pv || node.cut) && !node.table_move && node.depth >= 4 && !here.excluded &&
      task_.has.reductions) {
    --node.depth;
  }
  return search_moves(node);
}

bool Worker::table_answers(const Node& node, int& value) const {
  if (node.table_depth < node.depth) return false;
  if (!bound_allows(node.table_bound, node.table_value, node.beta)) return false;
  value = node.table_value;
  return true;
}

void Worker::evaluate_node(Node& node, const std::optional<TableEntry>& entry) {
  Frame& here = frame(node.ply);
  if (here.in_check) {
    here.static_eval = node.eval = frame(node.ply - 2).static_eval;
    return;
  }
  if (here.excluded) {
    node.eval = here.static_eval;  // of the same node, moments ago
  } else {
    node.raw_eval = static_score(entry);
    here.static_eval =
        std::clamp(node.raw_eval + history_.correction(position_, tuning_->correction_weight),
                   -eval::kLargestScore, eval::kLargestScore);
    node.eval = here.static_eval;
    if (entry && !is_mate_value(node.table_value) &&
        bound_allows(node.table_bound, node.table_value, node.eval)) {
      node.eval = node.table_value;
    }
  }
  const Frame& before = frame(node.ply - 2).in_check ? frame(node.ply - 4) : frame(node.ply - 2);
  node.improving = node.ply >= 2 && here.static_eval > before.static_eval;
}

int Worker::search_moves(Node& node) {
  const int ply = node.ply;
  Frame& here = frame(ply);
  here.extensions = frame(ply - 1).extensions;
  const shogi::CheckSquares checks(position_);
  const OrderingContext context = ordering(ply, &checks);
  frame(ply + 2).killers = {};
  MovePicker picker(position_, context, node.table_move, node.depth);
  std::array<shogi::Move, kRemembered> quiets;
  std::array<shogi::Move, kRemembered> captures;
  std::size_t quiet_count = 0;
  std::size_t capture_count = 0;
  int alpha = node.alpha;
  int best = -kInfiniteValue;
  shogi::Move best_move;
  int number = 0;
  while (const shogi::Move move = picker.next()) {
    if (move == here.excluded) continue;
    const MoveFacts facts = facts_of(move, checks.gives_check(position_, move));
    ++number;
    const int history = history_of(facts, context);
    if (task_.has.futility && best > -kRuleWin &&
        prune_move(node, facts, alpha, number, history, picker))
      continue;
    int cutoff = 0;
    const int extension = extension_of(node, facts, cutoff);
    if (stopped_) return 0;
    if (cutoff != 0) return cutoff;
    const int reduction = extension > 0 ? 0 : reduction_of(node, facts, number, history);
    here.extensions += extension >= 2 ? 1 : 0;
    make(facts, ply);
    const int value = search_child(node, alpha, node.depth - 1 + extension, reduction, number);
    unmake(ply);
    here.extensions -= extension >= 2 ? 1 : 0;
    if (stopped_) return 0;
    if (value > best) {
      best = value;
      if (value > alpha) {
        best_move = move;
        if (node.pv) save_line(ply, move);
        if (value >= node.beta) {
          reward(node, facts, std::span(quiets).first(quiet_count),
                 std::span(captures).first(capture_count));
          break;
        }
        alpha = value;
      }
    }
    if (facts.quiet && quiet_count < kRemembered) quiets[quiet_count++] = move;
    if (!facts.quiet && capture_count < kRemembered) captures[capture_count++] = move;
  }
  if (number == 0) return here.excluded ? node.alpha : mated_in(ply);
  if (here.excluded) return best;
  const Bound bound = best >= node.beta      ? Bound::kLower
                      : best_move && node.pv ? Bound::kExact
                                             : Bound::kUpper;
  const bool quiet_best = !best_move || MovePicker::is_quiet(position_, best_move);
  if (task_.has.correction && !here.in_check && quiet_best && !is_mate_value(best) &&
      bound_allows(bound, best, here.static_eval)) {
    history_.learn_correction(position_, node.depth, best - node.raw_eval,
                              tuning_->correction_learning);
  }
  table_.store(position_.key(), {best_move, static_cast<std::int16_t>(to_table(best, ply)),
                                 kept_score(here.in_check ? TableEntry::kNoEval : node.raw_eval),
                                 static_cast<std::uint8_t>(node.depth), bound});
  return best;
}

int Worker::search_child(const Node& node, int alpha, int depth, int reduction, int number) {
  const int below = node.ply + 1;
  if (number == 1 || !task_.has.null_window) {
    return node.pv ? -search_node(-node.beta, -alpha, depth, below, false)
                   : -search_node(-alpha - 1, -alpha, depth, below, !node.cut);
  }
  int value = -search_node(-alpha - 1, -alpha, depth - reduction, below, true);
  if (value > alpha && reduction > 0) {
    value = -search_node(-alpha - 1, -alpha, depth, below, !node.cut);
  }
  if (node.pv && value > alpha && value < node.beta) {
    value = -search_node(-node.beta, -alpha, depth, below, false);
  }
  return value;
}

int Worker::extension_of(const Node& node, const MoveFacts& facts, int& cutoff) {
  Frame& here = frame(node.ply);
  if (node.ply >= kDeepestFactor * root_depth_ + 4) return 0;
  const bool may_be_singular =
      task_.has.singular && facts.move == node.table_move && !here.excluded && node.depth >= 7 &&
      !is_mate_value(node.table_value) &&
      (node.table_bound == Bound::kLower || node.table_bound == Bound::kExact) &&
      node.table_depth >= node.depth - 3;
  if (may_be_singular) {
    const Tuning& tuned = *tuning_;
    const int limit = node.table_value - tuned.singular_margin * node.depth / 1024;
    here.excluded = facts.move;
    const int value = search_node(limit - 1, limit, (node.depth - 1) / 2, node.ply, node.cut);
    here.excluded = shogi::Move();
    here.line_length = 0;
    if (stopped_) return 0;
    if (value < limit) {
      const bool by_far = !node.pv && value < limit - tuned.singular_double;
      return by_far && here.extensions < 6 ? 2 : 1;
    }
    if (limit >= node.beta) {  // several moves would cut
      cutoff = limit;
      return 0;
    }
    if (node.table_value >= node.beta) return -1;
    return 0;
  }
  if (!facts.gives_check || !task_.has.check_extensions) return 0;
  return exchange_at_least(position_, facts.move, 0) ? 1 : 0;
}

bool Worker::prune_move(const Node& node, const MoveFacts& facts, int alpha, int number,
                        int history, MovePicker& picker) const {
  const Frame& here = frame(node.ply);
  const int depth = node.depth;
  const Tuning& tuned = *tuning_;
  const int enough_moves =
      (tuned.late_moves + tuned.late_moves_depth * depth * depth) / 1024 * (node.improving ? 2 : 1);
  if (!here.in_check && depth <= 10 && number >= enough_moves) picker.skip_quiets();
  if (facts.gives_check || facts.tactical) {
    if (facts.gives_check && facts.quiet && depth > 6) return false;
    return depth <= 8 && !exchange_at_least(position_, facts.move, -tuned.capture_exchange * depth);
  }
  const int reduced = std::max(0, depth - reductions_->of(depth, number) / 1024);
  if (reduced < 6 && history < -tuned.history_pruning * depth) return true;
  if (here.in_check) return false;
  if (reduced > 8) return false;
  const int gain = tuned.move_futility + tuned.move_futility_depth * reduced +
                   history * tuned.move_futility_history / 1024;
  if (here.static_eval + gain <= alpha) return true;
  return !exchange_at_least(position_, facts.move, -tuned.quiet_exchange * reduced * reduced);
}

int Worker::reduction_of(const Node& node, const MoveFacts& facts, int number, int history) const {
  if (!task_.has.reductions || node.depth < 3 || number < (node.pv ? 3 : 2)) return 0;
  if (!facts.quiet && number < 4) return 0;
  const Tuning& tuned = *tuning_;
  int reduction = reductions_->of(node.depth, number);
  if (node.cut) reduction += tuned.reduction_cut;
  if (node.pv) reduction -= tuned.reduction_pv;
  if (!node.improving) reduction += tuned.reduction_not_improving;
  if (facts.gives_check || frame(node.ply).in_check) reduction -= tuned.reduction_check;
  if (facts.tactical) reduction -= tuned.reduction_tactical;
  const auto& killers = frame(node.ply).killers;
  if (facts.move == killers[0] || facts.move == killers[1]) reduction -= tuned.reduction_killer;
  reduction -= history * tuned.reduction_history / 1024;
  return std::clamp(reduction / 1024, 0, node.depth - 2);
}

void Worker::reward_quiet(shogi::Move move, int ply, int bonus) {
  HistoryTables::update(history_.butterfly(position_.side_to_move(), move), bonus);
  const std::size_t slot = HistoryTables::arrival(moving_piece(position_, move), move.to());
  for (const int back : {1, 2, 4}) {
    if (frame(ply - back).move) HistoryTables::update((*frame(ply - back).following)[slot], bonus);
  }
}

void Worker::reward_capture(shogi::Move move, int bonus) {
  const shogi::PieceType victim = position_.piece_at(move.to()).type();
  HistoryTables::update(history_.capture(moving_piece(position_, move), move.to(), victim), bonus);
}

void Worker::reward(const Node& node, const MoveFacts& best, std::span<const shogi::Move> quiets,
                    std::span<const shogi::Move> captures) {
  if (!task_.has.history) return;
  const Tuning& tuned = *tuning_;
  const int bonus = std::clamp(tuned.history_bonus * node.depth - tuned.history_bonus_less, 0,
                               tuned.history_bonus_most);
  if (best.quiet) {
    auto& killers = frame(node.ply).killers;
    if (killers[0] != best.move) {
      killers[1] = killers[0];
      killers[0] = best.move;
    }
    const Frame& above = frame(node.ply - 1);
    if (above.move) history_.counter(above.piece, above.move.to()) = best.move;
    reward_quiet(best.move, node.ply, bonus);
    for (const shogi::Move other : quiets) reward_quiet(other, node.ply, -bonus);
  } else {
    reward_capture(best.move, bonus);
  }
  for (const shogi::Move other : captures) reward_capture(other, -bonus);
}

}  // namespace gougi::search
