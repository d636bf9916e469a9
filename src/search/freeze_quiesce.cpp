// SPDX-License-Identifier: MIT
// Freeze shogi's leaves: captures, pawn promotions and evasions; at the first ply also captures
// that win only because what would recapture is frozen.
#include <algorithm>

#include "eval/evaluator.hpp"
#include "search/freeze_mate.hpp"
#include "search/freeze_tree.hpp"
#include "search/see.hpp"

namespace gougi::search {
namespace {

constexpr int kFreezeDeltaMargin = 150;
constexpr int kQuietFreezeEvasions = 3;
/// What a capture has to win for a freeze to be thought of.
constexpr int kWorthAFreeze = 700;

bool answers(const TableEntry& entry, int value, int beta) {
  return entry.bound == Bound::kExact ||
         (value >= beta ? entry.bound == Bound::kLower : entry.bound == Bound::kUpper);
}

}  // namespace

int FreezeTree::quiesce(int alpha, int beta, int depth, int ply) {
  Frame& here = frame(ply);
  here.line_length = 0;
  here.best = {};
  if (poll()) return 0;
  selective_depth_ = std::max(selective_depth_, ply);
  here.in_check = position_.in_check();
  if (depth == 0 || here.in_check) {
    bool known = false;
    const int by_rule = rule_value(ply, known);
    if (known) return by_rule;
  }
  if (ply >= kMaxPly) return here.in_check ? draw_value() : evaluate();
  const bool is_pv = beta - alpha > 1;
  const auto entry = table_.probe(table_key(position_.key()));
  if (entry && !is_pv) {
    const int value = from_table(entry->value, ply);
    if (answers(*entry, value, beta)) {
      if (const auto move = move_of(*entry); move && position_.is_legal(move)) {
        note_best(ply, move);
      }
      return value;
    }
  }
  int best = -kInfiniteValue;
  if (!here.in_check) {
    if (position_.state().in_force != shogi::PieceType::kNone && position_.is_lost()) {
      return mated_in(ply);
    }
    here.static_eval = best = std::clamp(evaluate() + history_.correction(board()),
                                         -eval::kLargestScore, eval::kLargestScore);
    if (best >= beta) {
      if (!entry) store({}, best, ply, 0, Bound::kLower);
      return best;
    }
  }
  if (depth == 0 && !entry) {
    if (int value = 0; mates_at_once(ply, value)) return value;
  }
  const TableEntry* const known_entry = entry ? &*entry : nullptr;
  return search_captures(alpha, beta, depth, ply, known_entry, best);
}

int FreezeTree::search_captures(int alpha, int beta, int depth, int ply, const TableEntry* entry,
                                int best) {
  Frame& here = frame(ply);
  const bool is_pv = beta - alpha > 1;
  alpha = std::max(alpha, best);
  const int start_alpha = alpha;
  const bool may_freeze = depth == 0 && position_.may_freeze();
  shogi::FreezeMove best_move;
  const auto search = [&](const MoveFacts& facts) {  // true: it cuts off, or all is stopped
    make(facts, ply);
    const int value = -quiesce(-beta, -alpha, depth - 1, ply + 1);
    unmake(ply, facts.move);
    if (stopped_) return true;
    if (value <= best) return false;
    best = value;
    if (value <= alpha) return false;
    best_move = facts.move;
    if (is_pv) save_line(ply, facts.move);
    alpha = std::max(alpha, value);
    return value >= beta;
  };
  const auto search_frozen = [&](const MoveFacts& bare, shogi::PieceType kind) {
    const bool possible = kind != shogi::PieceType::kNone &&
                          (position_.freezable(bare.move.move) & shogi::mask_of(kind)) != 0;
    return possible && search(with_freeze(bare, kind));
  };
  shogi::FreezeMove table_move = entry != nullptr ? move_of(*entry) : shogi::FreezeMove();
  if (table_move && !position_.is_legal_bare(table_move.move)) table_move = {};
  const OrderingContext context = ordering(ply, nullptr);
  MovePicker picker = MovePicker::for_quiescence(board(), context, table_move.move);
  int number = 0;
  int quiet_evasions = 0;
  while (const shogi::Move move = picker.next()) {
    if (is_frozen(move)) continue;
    const MoveFacts facts = facts_of(move, board().gives_check(move));
    ++number;
    const int gain = (facts.victim.empty() ? 0 : eval::exchange_value(facts.victim.type())) +
                     (move.promotes() ? eval::promotion_gain(facts.piece.type()) : 0);
    const bool thinks_of_freezes = may_freeze && gain >= kWorthAFreeze;
    if (best > -kRuleWin) {
      if (!here.in_check && !facts.gives_check &&
          here.static_eval + gain + kFreezeDeltaMargin <= alpha) {
        best = std::max(best, here.static_eval + gain + kFreezeDeltaMargin);
        continue;
      }
      if (facts.quiet && ++quiet_evasions > kQuietFreezeEvasions) continue;
      if (!exchange_at_least(board(), move, 0)) {
        if (thinks_of_freezes && search_frozen(facts, only_recapturing_kind(board(), move))) break;
        continue;
      }
    }
    if (search(facts)) break;
    if (thinks_of_freezes && frame(ply + 1).best &&
        search_frozen(facts, frame(ply + 1).best_kind)) {
      break;
    }
  }
  if (stopped_) return 0;
  if (here.in_check && number == 0) {
    int value = 0;
    return position_.may_freeze() && mates_at_once(ply, value) ? value : mated_in(ply);
  }
  const Bound bound = best >= beta                  ? Bound::kLower
                      : best > start_alpha && is_pv ? Bound::kExact
                                                    : Bound::kUpper;
  if (best_move) note_best(ply, best_move);
  store(best_move, best, ply, 0, bound);
  return best;
}

}  // namespace gougi::search
