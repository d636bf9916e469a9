// SPDX-License-Identifier: MIT
// Quiescence: captures, pawn promotions and evasions until the position is quiet enough for the
// static evaluation. In Freeze shogi at the first ply also captures that win only because what
// would recapture is frozen.
#include <algorithm>

#include "search/freeze_mate.hpp"
#include "search/see.hpp"
#include "search/worker.hpp"

namespace gougi::search {
namespace {

/// Quiet evasions looked at once one that is no mate was found.
constexpr int kQuietEvasions = 3;

/// What a capture has to win for a freeze to be thought of.
constexpr int kWorthAFreeze = 700;

constexpr auto kNoKind = shogi::PieceType::kNone;

}  // namespace

template <typename Rules>
int Worker<Rules>::quiesce(int alpha, int beta, int depth, int ply) {
  Frame& here = frame(ply);
  here.line_length = 0;
  here.reply = {};
  if (poll()) return 0;
  selective_depth_ = std::max(selective_depth_, ply);
  if (depth == 0 || position_.in_check()) {
    bool known = false;
    const int by_rule = rule_value(ply, known);
    if (known) return by_rule;
  }
  here.in_check = position_.in_check();
  if (ply >= kMaxPly) return here.in_check ? draw_value() : evaluate();

  const bool pv_node = beta - alpha > 1;
  const auto rough = here.in_check || pv_node ? std::nullopt : estimate();
  if (rough && *rough - eval::kRoughError >= beta) {  // before the table's line has arrived
    here.static_eval = *rough;
    return *rough;
  }
  const shogi::Key key = table_key();
  const auto entry = task_.has.table ? table_.probe(key) : std::nullopt;
  if (entry && (!pv_node || !task_.has.null_window)) {
    const int value = from_table(entry->value, ply);
    if (bound_answers(entry->bound, value, alpha, beta)) {
      if constexpr (Rules::kFreezes) {
        if (const Move move = Rules::move_of(*entry); position_.is_legal(move)) {
          note_reply(ply, move);
        }
      }
      return value;
    }
  }
  int best = -kInfiniteValue;
  int raw_eval = TableEntry::kNoEval;
  if (!here.in_check) {
    if (Rules::bars_moves(position_) && Rules::is_lost(position_)) return mated_in(ply);
    if (rough && *rough + eval::kRoughError <= alpha) {
      here.static_eval = *rough;
    } else {
      raw_eval = static_score(entry);
      here.static_eval = corrected(raw_eval);
    }
    best = here.static_eval;
    if (best >= beta) {
      if (!entry) store(key, Move(), best, ply, raw_eval, 0, Bound::kLower);
      return best;
    }
  }
  if (!entry && task_.has.mate_tests) {
    if (int value = 0; mates_at_once(ply, value)) return value;
  }
  return search_captures(std::max(alpha, best), beta, depth, ply, entry, best, raw_eval);
}

template <typename Rules>
int Worker<Rules>::search_captures(int alpha, int beta, int depth, int ply,
                                   const std::optional<TableEntry>& entry, int best, int raw_eval) {
  Frame& here = frame(ply);
  const bool pv_node = beta - alpha > 1;
  const int start_alpha = alpha;
  Move best_move;
  const auto search = [&](const MoveFacts& facts) {  // true: it cuts off, or all is stopped
    make(facts, ply);
    const int value = -quiesce(-beta, -alpha, depth - 1, ply + 1);
    unmake(ply);
    if (stopped_) return true;
    if (value <= best) return false;
    best = value;
    if (value <= alpha) return false;
    best_move = facts.move;
    if (pv_node) save_line(ply, facts.move);
    alpha = value;
    return value >= beta;
  };
  const bool freezes_here = depth == 0 && may_freeze();
  const OrderingContext context = ordering(ply, nullptr);
  MovePicker picker =
      MovePicker::for_quiescence(board(), context, entry ? entry->move : shogi::BareMove());
  int number = 0;
  int quiet_evasions = 0;
  while (const shogi::BareMove move = picker.next()) {
    if (Rules::is_barred(position_, move)) continue;
    const MoveFacts facts = facts_of(move, board().gives_check(move));
    ++number;
    const auto gain = [&] {
      return (facts.victim.empty() ? 0 : eval::exchange_value(facts.victim.type())) +
             (move.promotes() ? eval::promotion_gain(facts.piece.type()) : 0);
    };
    if (best > -kRuleWin) {
      if (!here.in_check && !facts.gives_check) {
        const int hope = here.static_eval + gain() + tuning_->delta_margin;
        if (hope <= alpha) {
          best = std::max(best, hope);
          continue;
        }
      }
      if (facts.quiet && ++quiet_evasions > kQuietEvasions) continue;
      if (task_.has.exchanges && !exchange_at_least(board(), move, 0)) {
        if constexpr (Rules::kFreezes) {
          const bool wanted = freezes_here && gain() >= kWorthAFreeze;
          const auto kind = wanted ? only_recapturing_kind(board(), move) : kNoKind;
          if (const auto frozen = with_freeze(facts, kind); frozen && search(*frozen)) break;
        }
        continue;
      }
    }
    if (search(facts)) break;
    if constexpr (Rules::kFreezes) {
      const bool wanted = freezes_here && gain() >= kWorthAFreeze;
      const auto kind = wanted ? frame(ply + 1).reply.kind : kNoKind;
      if (const auto frozen = with_freeze(facts, kind); frozen && search(*frozen)) break;
    }
  }
  if (stopped_) return 0;
  if (here.in_check && number == 0) return value_without_moves(ply);
  const Bound bound = best >= beta                    ? Bound::kLower
                      : best > start_alpha && pv_node ? Bound::kExact
                                                      : Bound::kUpper;
  if constexpr (Rules::kFreezes) note_reply(ply, best_move);
  store(table_key(), best_move, best, ply, raw_eval, 0, bound);
  return best;
}

template int Worker<ShogiRules>::quiesce(int, int, int, int);
template int Worker<FreezeRules>::quiesce(int, int, int, int);

}  // namespace gougi::search
