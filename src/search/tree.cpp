// SPDX-License-Identifier: MIT
// The tree below the root: principal variation search. Where the techniques come from is in
// README.md; constants are the usual ones of the literature, and where games at short time said
// otherwise, theirs; those that games can tune are in tuning.hpp.
#include <algorithm>
#include <optional>

#include "search/see.hpp"
#include "search/worker.hpp"

namespace gougi::search {
namespace {

/// Moves of a node that are remembered to be blamed when another one cuts off.
constexpr std::size_t kRemembered = 32;

/// A child is not searched deeper than this many times the iteration's depth.
constexpr int kDeepestFactor = 2;

}  // namespace

template <typename Rules>
int Worker<Rules>::search_node(int alpha, int beta, int depth, int ply, bool cut) {
  if (depth <= 0) return quiesce(alpha, beta, 0, ply);
  Frame& here = frame(ply);
  here.line_length = 0;
  here.reply = {};
  if (poll()) return 0;
  selective_depth_ = std::max(selective_depth_, ply);
  if (!here.excluded) {
    bool known = false;
    const int by_rule = rule_value(ply, known);
    if (known) return by_rule;
  }
  here.in_check = position_.in_check();
  if (ply >= kMaxPly) return here.in_check ? draw_value() : evaluate();
  alpha = std::max(alpha, mated_in(ply));
  beta = std::min(beta, mate_in(ply + 1));
  if (alpha >= beta) return alpha;

  Node node{alpha, beta, std::min(depth, kMaxPly - 1), ply, beta - alpha > 1, cut};
  if (int value = 0; surely_above(node, value)) return value;
  std::optional<TableEntry> entry;
  if (!here.excluded && task_.has.table) entry = table_.probe(table_key());
  if (entry) {
    node.table_move = Rules::move_of(*entry);
    if constexpr (Rules::kFreezes) {
      if (!position_.is_legal(node.table_move)) node.table_move = {};
    }
    node.table_value = from_table(entry->value, ply);
    node.table_depth = entry->depth;
    node.table_bound = entry->bound;
    const bool is_mate = entry->depth == TableEntry::kDepthOfMate;
    const bool may_answer = !node.pv || !task_.has.null_window || is_mate;
    if (may_answer && node.table_depth >= node.depth &&
        bound_answers(node.table_bound, node.table_value, node.alpha, node.beta)) {
      if (node.pv && is_mate && position_.is_legal(node.table_move)) {
        frame(ply + 1).line_length = 0;
        save_line(ply, node.table_move);
      }
      if constexpr (Rules::kFreezes) note_reply(ply, node.table_move);
      return node.table_value;
    }
  }
  // A leaf may be stored without a look: in Freeze shogi mates are too many for that to pass.
  const bool was_looked_at = entry && (!Rules::kFreezes || entry->depth > 0);
  if (!was_looked_at && !here.excluded && task_.has.mate_tests) {
    if (int value = 0; mates_at_once(ply, value)) return value;
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

template <typename Rules>
void Worker<Rules>::evaluate_node(Node& node, const std::optional<TableEntry>& entry) {
  Frame& here = frame(node.ply);
  if (here.in_check) {
    here.static_eval = node.eval = frame(node.ply - 2).static_eval;
    return;
  }
  if (here.excluded) {
    node.eval = here.static_eval;  // of the same node, moments ago
  } else {
    node.raw_eval = static_score(entry);
    here.static_eval = corrected(node.raw_eval);
    node.eval = here.static_eval;
    if (entry && !is_mate_value(node.table_value) &&
        bound_allows(node.table_bound, node.table_value, node.eval)) {
      node.eval = node.table_value;
    }
  }
  const Frame& before = frame(node.ply - 2).in_check ? frame(node.ply - 4) : frame(node.ply - 2);
  node.improving = node.ply >= 2 && here.static_eval > before.static_eval;
}

template <typename Rules>
int Worker<Rules>::search_moves(Node& node) {
  const int ply = node.ply;
  Frame& here = frame(ply);
  here.extensions = frame(ply - 1).extensions;
  const shogi::CheckSquares checks(board());
  const OrderingContext context = ordering(ply, &checks);
  frame(ply + 2).killers = {};
  MovePicker picker(board(), context, Rules::bare(node.table_move), node.depth);
  std::array<shogi::BareMove, kRemembered> quiets;
  std::array<shogi::BareMove, kRemembered> captures;
  std::size_t quiet_count = 0;
  std::size_t capture_count = 0;
  int number = 0;
  bool is_over = false;
  if constexpr (Rules::kFreezes) {
    if (node.table_move.freezes()) {
      const bool gives_check = position_.gives_check(node.table_move);
      is_over = attempt(node, facts_of(node.table_move, gives_check), ++number, 0);
    }
  }
  while (!is_over) {
    const shogi::BareMove move = picker.next();
    if (!move) break;
    if (Rules::is_barred(position_, move) || move == here.excluded) continue;
    const MoveFacts facts = facts_of(move, checks.gives_check(board(), move));
    ++number;
    const int history = history_of(facts, context);
    if (task_.has.futility && node.best > -kRuleWin &&
        prune_move(node, facts, number, history, picker)) {
      if constexpr (Rules::kFreezes) {
        is_over = attempt_capture_with_freeze(node, facts, number, history);
      }
      continue;
    }
    is_over = attempt(node, facts, number, history);
    if constexpr (Rules::kFreezes) {
      if (!is_over && wants_freezes(node, facts, number)) {
        is_over = attempt_freezes(node, facts, number, history);
      }
    }
    if (is_over && !stopped_ && !node.is_cut && !Rules::freezes(node.best_move)) {
      reward(node, facts, std::span(quiets).first(quiet_count),
             std::span(captures).first(capture_count));
    }
    if (facts.quiet && quiet_count < kRemembered) quiets[quiet_count++] = move;
    if (!facts.quiet && capture_count < kRemembered) captures[capture_count++] = move;
  }
  if (stopped_) return 0;
  if (number == 0) return here.excluded ? node.alpha : value_without_moves(ply);
  if (node.is_cut || here.excluded) return node.best;
  const Bound bound = node.best >= node.beta      ? Bound::kLower
                      : node.best_move && node.pv ? Bound::kExact
                                                  : Bound::kUpper;
  if constexpr (Rules::kFreezes) note_reply(ply, node.best_move);
  const bool quiet_best =
      !node.best_move || (!Rules::freezes(node.best_move) &&
                          MovePicker::is_quiet(board(), Rules::bare(node.best_move)));
  if (task_.has.correction && !here.in_check && quiet_best && !is_mate_value(node.best) &&
      bound_allows(bound, node.best, here.static_eval)) {
    history_.learn_correction(board(), node.depth, node.best - node.raw_eval,
                              tuning_->correction_learning);
  }
  store(table_key(), node.best_move, node.best, ply,
        here.in_check ? TableEntry::kNoEval : node.raw_eval, node.depth, bound);
  return node.best;
}

template <typename Rules>
int Worker<Rules>::value_without_moves(int ply) {
  if constexpr (Rules::kFreezes) {
    // A pawn drop that mates needs a freeze, so it is not among the bare moves.
    if (int value = 0; mates_at_once(ply, value)) return value;
  }
  return mated_in(ply);
}

template <typename Rules>
bool Worker<Rules>::attempt(Node& node, const MoveFacts& facts, int number, int history) {
  Frame& here = frame(node.ply);
  const int extension = extension_of(node, facts);
  if (stopped_ || node.is_cut) return true;
  const int reduction = extension > 0 ? 0 : reduction_of(node, facts, number, history);
  here.extensions += extension >= 2 ? 1 : 0;
  make(facts, node.ply);
  const int value = search_child(node, node.depth - 1 + extension, reduction);
  unmake(node.ply);
  here.extensions -= extension >= 2 ? 1 : 0;
  if (stopped_) return true;
  if (value <= node.best) return false;
  node.best = value;
  if (value <= node.alpha) return false;
  node.best_move = facts.move;
  if (node.pv) save_line(node.ply, facts.move);
  if (value >= node.beta) return true;
  node.alpha = value;
  return false;
}

template <typename Rules>
int Worker<Rules>::search_child(const Node& node, int depth, int reduction) {
  const int below = node.ply + 1;
  const int alpha = node.alpha;
  if (node.best == -kInfiniteValue || !task_.has.null_window) {  // the first
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

template <typename Rules>
int Worker<Rules>::extension_of(Node& node, const MoveFacts& facts) {
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
    here.excluded = Move();
    here.line_length = 0;
    if (stopped_) return 0;
    if (value < limit) {
      const bool by_far = !node.pv && value < limit - tuned.singular_double;
      return by_far && here.extensions < 6 ? 2 : 1;
    }
    if (limit >= node.beta) {  // several moves would cut
      node.best = limit;
      node.is_cut = true;
      return 0;
    }
    if (node.table_value >= node.beta) return -1;
    return 0;
  }
  if (!facts.gives_check || !task_.has.check_extensions) return 0;
  return Rules::freezes(facts.move) || exchange_at_least(board(), facts.bare(), 0) ? 1 : 0;
}

template <typename Rules>
bool Worker<Rules>::prune_move(const Node& node, const MoveFacts& facts, int number, int history,
                               MovePicker& picker) const {
  const Frame& here = frame(node.ply);
  const int depth = node.depth;
  const Tuning& tuned = *tuning_;
  const int enough_moves =
      (tuned.late_moves + tuned.late_moves_depth * depth * depth) / 1024 * (node.improving ? 2 : 1);
  if (!here.in_check && depth <= 10 && number >= enough_moves) picker.skip_quiets();
  if (facts.gives_check || facts.tactical) {
    if (facts.gives_check && facts.quiet && depth > 6) return false;
    return depth <= 8 && !exchange_at_least(board(), facts.bare(), -tuned.capture_exchange * depth);
  }
  const int reduced = std::max(0, depth - reductions_->of(depth, number) / 1024);
  if (reduced < 6 && history < -tuned.history_pruning * depth) return true;
  if (here.in_check) return false;
  if (reduced > 8) return false;
  const int gain = tuned.move_futility + tuned.move_futility_depth * reduced +
                   history * tuned.move_futility_history / 1024;
  if (here.static_eval + gain <= node.alpha) return true;
  return !exchange_at_least(board(), facts.bare(), -tuned.quiet_exchange * reduced * reduced);
}

template <typename Rules>
int Worker<Rules>::reduction_of(const Node& node, const MoveFacts& facts, int number,
                                int history) const {
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
  if (facts.bare() == killers[0] || facts.bare() == killers[1]) reduction -= tuned.reduction_killer;
  reduction -= history * tuned.reduction_history / 1024;
  return std::clamp(reduction / 1024, 0, node.depth - 2);
}

template <typename Rules>
void Worker<Rules>::reward_quiet(shogi::BareMove move, int ply, int bonus) {
  HistoryTables::update(history_.butterfly(position_.side_to_move(), move), bonus);
  const std::size_t slot = HistoryTables::arrival(moving_piece(board(), move), move.to());
  for (const int back : {1, 2, 4}) {
    if (frame(ply - back).move) HistoryTables::update((*frame(ply - back).following)[slot], bonus);
  }
}

template <typename Rules>
void Worker<Rules>::reward_capture(shogi::BareMove move, int bonus) {
  const shogi::PieceType victim = board().piece_at(move.to()).type();
  HistoryTables::update(history_.capture(moving_piece(board(), move), move.to(), victim), bonus);
}

template <typename Rules>
void Worker<Rules>::reward(const Node& node, const MoveFacts& best,
                           std::span<const shogi::BareMove> quiets,
                           std::span<const shogi::BareMove> captures) {
  if (!task_.has.history) return;
  const Tuning& tuned = *tuning_;
  const int bonus = std::clamp(tuned.history_bonus * node.depth - tuned.history_bonus_less, 0,
                               tuned.history_bonus_most);
  const shogi::BareMove move = best.bare();
  if (best.quiet) {
    auto& killers = frame(node.ply).killers;
    if (killers[0] != move) {
      killers[1] = killers[0];
      killers[0] = move;
    }
    const Frame& above = frame(node.ply - 1);
    if (above.move) history_.counter(above.piece, Rules::bare(above.move).to()) = move;
    reward_quiet(move, node.ply, bonus);
    for (const shogi::BareMove other : quiets) reward_quiet(other, node.ply, -bonus);
  } else {
    reward_capture(move, bonus);
  }
  for (const shogi::BareMove other : captures) reward_capture(other, -bonus);
}

template int Worker<ShogiRules>::search_node(int, int, int, int, bool);
template int Worker<FreezeRules>::search_node(int, int, int, int, bool);
template int Worker<ShogiRules>::value_without_moves(int);
template int Worker<FreezeRules>::value_without_moves(int);
template bool Worker<FreezeRules>::attempt(Node&, const MoveFacts&, int, int);

}  // namespace gougi::search
