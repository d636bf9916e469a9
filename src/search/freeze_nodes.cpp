// SPDX-License-Identifier: MIT
// Freeze shogi's tree below the root: principal variation search as in tree.cpp, with freezes of
// the kinds that refute.
#include <algorithm>
#include <optional>

#include "mate/one_ply.hpp"
#include "search/freeze_mate.hpp"
#include "search/freeze_tree.hpp"
#include "search/see.hpp"

namespace gougi::search {
namespace {

constexpr std::size_t kRememberedMoves = 32;
constexpr int kDeepestFreezeFactor = 2;

/// Freezes of one bare move at a node, of the kinds of one reply after another.
constexpr int kFreezesOfMove = 3;

/// Reverse futility: a freeze of the opponent changes more than an ordinary move does.
constexpr int kPlainFutilityDepth = 8;
constexpr int kFreezeFutilityDepth = 4;
constexpr int kMarginPerPly = 100;
constexpr int kMarginOfFreeze = 150;

bool allows(Bound bound, int value, int limit) {
  return bound == Bound::kExact ||
         (value >= limit ? bound == Bound::kLower : bound == Bound::kUpper);
}

}  // namespace

int FreezeTree::search_node(int alpha, int beta, int depth, int ply, bool cut) {
  if (depth <= 0) return quiesce(alpha, beta, 0, ply);
  Frame& here = frame(ply);
  here.line_length = 0;
  here.best = {};
  if (poll()) return 0;
  selective_depth_ = std::max(selective_depth_, ply);
  bool known = false;
  const int by_rule = rule_value(ply, known);
  if (known) return by_rule;
  here.in_check = position_.in_check();
  if (ply >= kMaxPly) return here.in_check ? draw_value() : evaluate();
  alpha = std::max(alpha, mated_in(ply));
  beta = std::min(beta, mate_in(ply + 1));
  if (alpha >= beta) return alpha;

  Node node{alpha, beta, std::min(depth, kMaxPly - 1), ply, beta - alpha > 1, cut};
  node.may_freeze = position_.may_freeze();
  const auto entry = table_.probe(table_key(position_.key()));
  if (entry) {
    if (const auto move = move_of(*entry); move && position_.is_legal(move)) node.table_move = move;
    const int value = from_table(entry->value, ply);
    const bool is_mate = entry->depth == TableEntry::kDepthOfMate;
    if ((!node.pv || is_mate) && entry->depth >= node.depth && allows(entry->bound, value, beta)) {
      if (node.table_move) note_best(ply, node.table_move);
      frame(ply + 1).line_length = 0;
      if (node.pv && node.table_move) save_line(ply, node.table_move);
      return value;
    }
  }
  if (!entry || entry->depth == 0) {
    if (int value = 0; mates_at_once(ply, value)) return value;
  }
  evaluate_node(node);
  if (entry && !here.in_check) {
    const int value = from_table(entry->value, ply);
    if (!is_mate_value(value) && allows(entry->bound, value, node.eval)) node.eval = value;
  }
  if (int value = 0; !node.pv && prune_node(node, value)) return value;
  if (stopped_) return 0;
  if ((node.pv || node.cut) && !node.table_move && node.depth >= 4) --node.depth;
  return search_moves(node);
}

bool FreezeTree::mates_at_once(int ply, int& value) {
  shogi::FreezeMove mating;
  if (position_.may_freeze()) {
    mating = freeze_mate_in_one(position_);
  } else if (!position_.in_check()) {
    if (const shogi::Move bare = mate::mate_in_one(board()); bare && !is_frozen(bare)) {
      mating = bare;
    }
  }
  if (!mating) return false;
  value = mate_in(ply + 1);
  store(mating, value, ply, TableEntry::kDepthOfMate, Bound::kExact);
  note_best(ply, mating);
  frame(ply + 1).line_length = 0;
  save_line(ply, mating);
  return true;
}

void FreezeTree::evaluate_node(Node& node) {
  Frame& here = frame(node.ply);
  if (here.in_check) {
    here.static_eval = node.eval = frame(node.ply - 2).static_eval;
    return;
  }
  node.raw_eval = evaluate();
  here.static_eval = std::clamp(node.raw_eval + history_.correction(board()), -eval::kLargestScore,
                                eval::kLargestScore);
  node.eval = here.static_eval;
  const Frame& before = frame(node.ply - 2).in_check ? frame(node.ply - 4) : frame(node.ply - 2);
  node.improving = node.ply >= 2 && here.static_eval > before.static_eval;
}

// Not while something is frozen: what holds for a pass then need not hold for any move.
bool FreezeTree::prune_node(Node& node, int& value) {
  const int depth = node.depth;
  if (frame(node.ply).in_check || position_.state().in_force != shogi::PieceType::kNone) {
    return false;
  }
  if (is_mate_value(node.beta) || is_mate_value(node.alpha)) return false;
  if (depth <= 3 && !node.may_freeze && node.eval + 250 + 200 * depth * depth <= node.alpha) {
    value = quiesce(node.alpha, node.alpha + 1, 0, node.ply);
    if (stopped_ || value <= node.alpha) return true;
  }
  const bool threatened = position_.left(~position_.side_to_move()) > 0;
  const int margin =
      kMarginPerPly * (depth - (node.improving ? 1 : 0)) + (threatened ? kMarginOfFreeze : 0);
  if (depth <= (threatened ? kFreezeFutilityDepth : kPlainFutilityDepth) &&
      !is_mate_value(node.eval) && node.eval - margin >= node.beta) {
    value = (node.eval + node.beta) / 2;
    return true;
  }
  return null_move_cuts(node, value) || stopped_;
}

bool FreezeTree::null_move_cuts(const Node& node, int& value) {
  Frame& here = frame(node.ply);
  if (!frame(node.ply - 1).move || node.depth < 3 || node.ply < null_move_from_) return false;
  if (node.eval < node.beta || here.static_eval < node.beta - 20 * node.depth + 120) return false;
  const int reduction = 3 + node.depth / 3 + std::min((node.eval - node.beta) / 200, 3);
  here.move = shogi::Move();
  here.piece = shogi::Piece();
  here.following = &history_.following_nothing();
  evaluation_.push_null();
  position_.do_null_move(here.undo);
  path_.push_null(position_.key());
  ++nodes_;
  value = -search_node(-node.beta, -node.beta + 1, node.depth - reduction, node.ply + 1, !node.cut);
  path_.pop();
  position_.undo_null_move(here.undo);
  evaluation_.pop_null();
  if (stopped_) return true;
  if (value < node.beta) return false;
  if (is_mate_value(value)) value = node.beta;  // a mate found while passing is no proof
  return true;
}

int FreezeTree::search_moves(Node& node) {
  const int ply = node.ply;
  Frame& here = frame(ply);
  const shogi::CheckSquares checks(board());
  const OrderingContext context = ordering(ply, &checks);
  frame(ply + 2).killers = {};
  std::array<shogi::Move, kRememberedMoves> quiets;
  std::array<shogi::Move, kRememberedMoves> captures;
  std::size_t quiet_count = 0;
  std::size_t capture_count = 0;
  int number = 0;
  bool is_over = false;
  if (node.table_move.freezes()) {
    const shogi::FreezeMove m = node.table_move;
    is_over = attempt(node, facts_of(m, position_.gives_check(m)), ++number, 0);
  }
  const bool table_move_is_bare_legal =
      node.table_move && position_.is_legal_bare(node.table_move.move);
  MovePicker picker(board(), context,
                    table_move_is_bare_legal ? node.table_move.move : shogi::Move(), node.depth);
  while (!is_over) {
    const shogi::Move move = picker.next();
    if (!move) break;
    if (is_frozen(move)) continue;
    const MoveFacts facts = facts_of(move, checks.gives_check(board(), move));
    ++number;
    const int history = history_of(facts, context);
    if (node.best > -kRuleWin && prune_move(node, facts, number, history, picker)) {
      is_over = attempt_capture_with_freeze(node, facts, number, history);
    } else {
      is_over = attempt(node, facts, number, history);
      if (!is_over && wants_freezes(node, facts, number)) {
        is_over = attempt_freezes(node, facts, number, history);
      }
    }
    if (is_over) {
      if (!stopped_ && !node.best_move.freezes()) {
        reward(node, facts, std::span(quiets).first(quiet_count),
               std::span(captures).first(capture_count));
      }
      break;
    }
    if (facts.quiet && quiet_count < kRememberedMoves) quiets[quiet_count++] = move;
    if (!facts.quiet && capture_count < kRememberedMoves) captures[capture_count++] = move;
  }
  if (stopped_) return 0;
  if (number == 0) {
    // A pawn drop that mates needs a freeze, so it is not among the bare moves.
    int value = 0;
    return mates_at_once(ply, value) ? value : mated_in(ply);
  }
  const Bound bound = node.best >= node.beta      ? Bound::kLower
                      : node.best_move && node.pv ? Bound::kExact
                                                  : Bound::kUpper;
  if (node.best_move) note_best(ply, node.best_move);
  const bool quiet_best = !node.best_move || (!node.best_move.freezes() &&
                                              MovePicker::is_quiet(board(), node.best_move.move));
  if (!here.in_check && quiet_best && !is_mate_value(node.best) &&
      allows(bound, node.best, here.static_eval)) {
    history_.learn_correction(board(), node.depth, node.best - node.raw_eval);
  }
  store(node.best_move, node.best, ply, node.depth, bound);
  return node.best;
}

bool FreezeTree::attempt(Node& node, const MoveFacts& facts, int number, int history) {
  const int below = node.ply + 1;
  const int extension = extension_of(node, facts);
  const int reduction = extension > 0 ? 0 : reduction_of(node, facts, number, history);
  const int depth = node.depth - 1 + extension;
  const int alpha = node.alpha;
  make(facts, node.ply);
  int value = 0;
  if (number == 1 && node.best == -kInfiniteValue) {
    value = node.pv ? -search_node(-node.beta, -alpha, depth, below, false)
                    : -search_node(-alpha - 1, -alpha, depth, below, !node.cut);
  } else {
    value = -search_node(-alpha - 1, -alpha, depth - reduction, below, true);
    if (value > alpha && reduction > 0) {
      value = -search_node(-alpha - 1, -alpha, depth, below, !node.cut);
    }
    if (node.pv && value > alpha && value < node.beta) {
      value = -search_node(-node.beta, -alpha, depth, below, false);
    }
  }
  unmake(node.ply, facts.move);
  if (stopped_) return true;
  if (value > node.best) {
    node.best = value;
    if (value > alpha) {
      node.best_move = facts.move;
      if (node.pv) save_line(node.ply, facts.move);
      if (value >= node.beta) return true;
      node.alpha = value;
    }
  }
  return false;
}

bool FreezeTree::wants_freezes(const Node& node, const MoveFacts& bare, int number) const {
  if (!node.may_freeze) return false;
  if (bare.tactical || bare.gives_check) return true;
  return node.ply < breadth_.depth && number <= breadth_.width;
}

// After the bare move was searched: frozen is what answered it.
bool FreezeTree::attempt_freezes(Node& node, const MoveFacts& bare, int number, int history) {
  shogi::KindMask open = position_.freezable(bare.move.move);
  for (int i = 0; i < kFreezesOfMove; ++i) {
    const shogi::FreezeMove reply = frame(node.ply + 1).best;
    const shogi::PieceType kind = frame(node.ply + 1).best_kind;
    if (!reply || (open & shogi::mask_of(kind)) == 0) return false;
    open = static_cast<shogi::KindMask>(open & ~shogi::mask_of(kind));
    const MoveFacts facts = with_freeze(bare, kind);
    if (facts.move == node.table_move) return false;  // searched before
    if (attempt(node, facts, number, history)) return true;
    // A reply without a freeze is still there if another kind than its own is frozen.
    if (!reply.freezes()) return false;
  }
  return false;
}

// A capture or check that loses the piece need not do so if what would take it is frozen.
bool FreezeTree::attempt_capture_with_freeze(Node& node, const MoveFacts& bare, int number,
                                             int history) {
  if (!node.may_freeze || (bare.victim.empty() && !bare.gives_check)) return false;
  const shogi::Move move = bare.move.move;
  const shogi::PieceType kind = only_recapturing_kind(board(), move);
  if (kind == shogi::PieceType::kNone || (position_.freezable(move) & shogi::mask_of(kind)) == 0) {
    return false;
  }
  const MoveFacts facts = with_freeze(bare, kind);
  return facts.move != node.table_move && attempt(node, facts, number, history);
}

bool FreezeTree::prune_move(const Node& node, const MoveFacts& facts, int number, int history,
                            MovePicker& picker) const {
  const Frame& here = frame(node.ply);
  const int depth = node.depth;
  const shogi::Move move = facts.move.move;
  const int enough_moves = (4 + depth * depth) * (node.improving ? 2 : 1);
  if (!here.in_check && depth <= 10 && number >= enough_moves) picker.skip_quiets();
  if (facts.gives_check || facts.tactical) {
    if (facts.gives_check && facts.quiet && depth > 6) return false;
    return depth <= 8 && !exchange_at_least(board(), move, -180 * depth);
  }
  const int reduced = std::max(0, depth - base_reduction(depth, number) / 1024);
  if (reduced < 6 && history < -2500 * depth) return true;
  if (here.in_check) return false;
  if (reduced <= 8 && here.static_eval + 130 + 100 * reduced + history / 64 <= node.alpha) {
    return true;
  }
  return reduced <= 8 && !exchange_at_least(board(), move, -30 * reduced * reduced);
}

int FreezeTree::extension_of(const Node& node, const MoveFacts& facts) const {
  if (node.ply >= kDeepestFreezeFactor * root_depth_ + 4 || !facts.gives_check) return 0;
  return facts.move.freezes() || exchange_at_least(board(), facts.move.move, 0) ? 1 : 0;
}

int FreezeTree::reduction_of(const Node& node, const MoveFacts& facts, int number,
                             int history) const {
  if (node.depth < 3 || number < (node.pv ? 3 : 2)) return 0;
  if (!facts.quiet && number < 4) return 0;
  int reduction = base_reduction(node.depth, number);
  if (node.cut) reduction += 1024;
  if (node.pv) reduction -= 1024;
  if (!node.improving) reduction += 512;
  if (facts.gives_check || frame(node.ply).in_check) reduction -= 1024;
  if (facts.tactical) reduction -= 1024;
  const auto& killers = frame(node.ply).killers;
  if (facts.move.move == killers[0] || facts.move.move == killers[1]) reduction -= 1024;
  reduction -= history / 8;
  return std::clamp(reduction / 1024, 0, node.depth - 2);
}

void FreezeTree::reward_quiet(shogi::Move move, int ply, int bonus) {
  HistoryTables::update(history_.butterfly(position_.side_to_move(), move), bonus);
  const std::size_t slot = HistoryTables::arrival(moving_piece(board(), move), move.to());
  for (const int back : {1, 2, 4}) {
    if (frame(ply - back).move) HistoryTables::update((*frame(ply - back).following)[slot], bonus);
  }
}

void FreezeTree::reward_capture(shogi::Move move, int bonus) {
  const shogi::PieceType victim = board().piece_at(move.to()).type();
  HistoryTables::update(history_.capture(moving_piece(board(), move), move.to(), victim), bonus);
}

void FreezeTree::reward(const Node& node, const MoveFacts& best,
                        std::span<const shogi::Move> quiets,
                        std::span<const shogi::Move> captures) {
  const int bonus = std::min(140 * node.depth - 60, 1400);
  const shogi::Move move = best.move.move;
  if (best.quiet) {
    auto& killers = frame(node.ply).killers;
    if (killers[0] != move) {
      killers[1] = killers[0];
      killers[0] = move;
    }
    const Frame& above = frame(node.ply - 1);
    if (above.move) history_.counter(above.piece, above.move.to()) = move;
    reward_quiet(move, node.ply, bonus);
    for (const shogi::Move other : quiets) reward_quiet(other, node.ply, -bonus);
  } else {
    reward_capture(move, bonus);
  }
  for (const shogi::Move other : captures) reward_capture(other, -bonus);
}

}  // namespace gougi::search
