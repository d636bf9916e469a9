// SPDX-License-Identifier: MIT
// Quiescence: captures, pawn promotions and evasions until the position is quiet enough for the
// static evaluation.
#include <algorithm>

#include "mate/one_ply.hpp"
#include "search/see.hpp"
#include "search/worker.hpp"

namespace gougi::search {
namespace {

/// Quiet evasions looked at once one that is no mate was found.
constexpr int kQuietEvasions = 3;

}  // namespace

int Worker::quiesce(int alpha, int beta, int depth, int ply) {
  Frame& here = frame(ply);
  here.line_length = 0;
  if (poll()) return 0;
  selective_depth_ = std::max(selective_depth_, ply);
  if (depth == 0 || position_.in_check()) {
    bool known = false;
    const int by_rule = rule_value(ply, known);
    if (known) return by_rule;
  }
  here.in_check = position_.in_check();
  if (ply >= kMaxPly) return here.in_check ? draw_value() : evaluation_.evaluate(position_);

  const bool pv_node = beta - alpha > 1;
  const auto rough = here.in_check || pv_node ? std::nullopt : evaluation_.estimate(position_);
  if (rough && *rough - eval::kRoughError >= beta) {  // before the table's line has arrived
    here.static_eval = *rough;
    return *rough;
  }
  const shogi::Key key = position_.key();
  const auto entry = task_.has.table ? table_.probe(key) : std::nullopt;
  if (entry && (!pv_node || !task_.has.null_window)) {
    const int value = from_table(entry->value, ply);
    if (entry->bound == Bound::kExact ||
        (value >= beta ? entry->bound == Bound::kLower : entry->bound == Bound::kUpper)) {
      return value;
    }
  }
  int best = -kInfiniteValue;
  int raw_eval = TableEntry::kNoEval;
  if (!here.in_check) {
    if (rough && *rough + eval::kRoughError <= alpha) {
      here.static_eval = *rough;
    } else {
      raw_eval = static_score(entry);
      here.static_eval =
          std::clamp(raw_eval + history_.correction(position_, tuning_->correction_weight),
                     -eval::kLargestScore, eval::kLargestScore);
    }
    best = here.static_eval;
    if (best >= beta) {
      if (!entry) {
        table_.store(key, {shogi::Move(), static_cast<std::int16_t>(best), kept_score(raw_eval), 0,
                           Bound::kLower});
      }
      return best;
    }
    if (!entry && task_.has.mate_tests) {
      if (const shogi::Move mating = mate::mate_in_one(position_)) {
        const int value = mate_in(ply + 1);
        table_.store(key, {mating, static_cast<std::int16_t>(to_table(value, ply)),
                           TableEntry::kNoEval, TableEntry::kDepthOfMate, Bound::kExact});
        frame(ply + 1).line_length = 0;
        save_line(ply, mating);
        return value;
      }
    }
    alpha = std::max(alpha, best);
  }
  const int start_alpha = alpha;
  shogi::Move best_move;
  const OrderingContext context = ordering(ply, nullptr);
  MovePicker picker =
      MovePicker::for_quiescence(position_, context, entry ? entry->move : shogi::Move());
  int number = 0;
  int quiet_evasions = 0;
  while (const shogi::Move move = picker.next()) {
    const MoveFacts facts = facts_of(move, position_.gives_check(move));
    ++number;
    if (best > -kRuleWin) {
      if (!here.in_check && !facts.gives_check) {
        int gain = tuning_->delta_margin;
        if (!facts.victim.empty()) gain += eval::exchange_value(facts.victim.type());
        if (move.promotes()) gain += eval::promotion_gain(facts.piece.type());
        if (here.static_eval + gain <= alpha) {
          best = std::max(best, here.static_eval + gain);
          continue;
        }
      }
      if (facts.quiet && ++quiet_evasions > kQuietEvasions) continue;
      if (task_.has.exchanges && !exchange_at_least(position_, move, 0)) continue;
    }
    make(facts, ply);
    const int value = -quiesce(-beta, -alpha, depth - 1, ply + 1);
    unmake(ply);
    if (stopped_) return 0;
    if (value > best) {
      best = value;
      if (value > alpha) {
        best_move = move;
        if (pv_node) save_line(ply, move);
        if (value >= beta) break;
        alpha = value;
      }
    }
  }
  if (here.in_check && number == 0) return mated_in(ply);
  const Bound bound = best >= beta                    ? Bound::kLower
                      : best > start_alpha && pv_node ? Bound::kExact
                                                      : Bound::kUpper;
  table_.store(key, {best_move, static_cast<std::int16_t>(to_table(best, ply)),
                     kept_score(raw_eval), 0, bound});
  return best;
}

}  // namespace gougi::search
