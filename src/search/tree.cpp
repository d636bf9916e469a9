// SPDX-License-Identifier: MIT
// The tree below the root: principal variation search and quiescence. What each constant means and
// where the techniques come from is in README.md.
#include <cmath>

#include "search/move_picker.hpp"
#include "search/searcher.hpp"
#include "search/see.hpp"

namespace gougi::search {
namespace {

/// Nodes between two questions to the observer: less than a millisecond. Larger answers "stop"
/// late and loses on time, smaller costs speed.
constexpr std::uint64_t kPollInterval = 256;

constexpr int kQuietsRemembered = 48;

/// Late move reduction in plies by depth and number of the move.
int base_reduction(int depth, int number) {
  static const auto table = [] {
    std::array<std::array<std::int8_t, 64>, 64> result{};
    for (std::size_t d = 1; d < 64; ++d) {
      for (std::size_t n = 1; n < 64; ++n) {
        result[d][n] = static_cast<std::int8_t>(0.4 + std::log(static_cast<double>(d)) *
                                                          std::log(static_cast<double>(n)) / 2.1);
      }
    }
    return result;
  }();
  return table[static_cast<std::size_t>(std::min(depth, 63))]
              [static_cast<std::size_t>(std::min(number, 63))];
}

}  // namespace

bool Searcher::poll() {
  if (stopped_) return true;
  if (nodes_ >= node_limit_) {
    stopped_ = true;
  } else if (nodes_ >= next_poll_) {
    next_poll_ = nodes_ + kPollInterval;
    look_at_ponder();
    stopped_ = observer_->stop_requested() ||
               (!pondering_ && time_keeper_->must_stop(observer_->clock_start(), observer_->now()));
  }
  return stopped_;
}

Searcher::MoveFacts Searcher::facts_of(shogi::Move move) const {
  const bool capture = !move.is_drop() && !position_.piece_at(move.to()).empty();
  return {move, moving_piece(position_, move), capture, !capture && !move.promotes(),
          position_.gives_check(move)};
}

void Searcher::make(const MoveFacts& facts, int ply) {
  Frame& here = frame(ply);
  here.move = facts.move;
  here.piece = facts.piece;
  position_.do_move(facts.move, here.undo);
  path_.push(position_.key(), facts.gives_check);
  table_.prefetch(position_.key());
  ++nodes_;
}

void Searcher::unmake(int ply) {
  path_.pop();
  position_.undo_move(frame(ply).move, frame(ply).undo);
}

void Searcher::save_line(int ply, shogi::Move move) {
  Frame& here = frame(ply);
  const Frame& below = frame(ply + 1);
  here.line[0] = move;
  std::copy_n(below.line.begin(), below.line_length, here.line.begin() + 1);
  here.line_length = below.line_length + 1;
}

int Searcher::rule_value(int ply, bool& known) const {
  known = true;
  switch (path_.repetition()) {
    case shogi::Repetition::kWin:
      return kRuleWin - ply;
    case shogi::Repetition::kLoss:
      return ply - kRuleWin;
    case shogi::Repetition::kDraw:
      return kDraw;
    case shogi::Repetition::kNone:
      break;
  }
  if (shogi::can_declare(position_, settings_.declaration)) return mate_in(ply + 1);
  known = false;
  return 0;
}

bool Searcher::mate_in_one(shogi::Move& move) {
  shogi::MoveList checks;
  shogi::generate(position_, shogi::MoveClass::kChecks, true, checks);
  for (const shogi::Move check : checks) {
    shogi::Undo undo;
    position_.do_move(check, undo);
    const bool mated = !position_.has_legal_move();
    position_.undo_move(check, undo);
    if (mated) {
      move = check;
      return true;
    }
  }
  return false;
}

int Searcher::search_root(int alpha, int beta, int depth) {
  int best = -kInfiniteValue;
  frame(0).in_check = position_.in_check();
  frame(0).static_eval = frame(0).in_check ? 0 : evaluator_.evaluate(position_);
  for (std::size_t i = first_root_move_; i < root_moves_.size(); ++i) {
    RootMove& root_move = root_moves_[i];
    const int number = static_cast<int>(i - first_root_move_);
    const MoveFacts facts = facts_of(root_move.move);
    int reduction = 0;
    if (number >= 4 && depth >= 3 && facts.quiet && !facts.gives_check) {
      reduction = std::max(0, base_reduction(depth, number) - 1);
    }
    make(facts, 0);
    const int value = search_move(alpha, beta, depth - 1, reduction, 0, number == 0);
    unmake(0);
    if (stopped_) return best;
    if (number == 0 || value > alpha) {
      root_move.value = value;
      root_move.selective_depth = selective_depth_;
      save_line(0, root_move.move);
      root_move.line.assign(frame(0).line.begin(), frame(0).line.begin() + frame(0).line_length);
    } else {
      root_move.value = -kInfiniteValue;
    }
    best = std::max(best, value);
    if (value >= beta) return best;
    alpha = std::max(alpha, value);
  }
  return best;
}

int Searcher::search_move(int alpha, int beta, int depth, int reduction, int ply, bool first) {
  if (first) return -search_node(-beta, -alpha, depth, ply + 1, true);
  int value = -search_node(-alpha - 1, -alpha, depth - reduction, ply + 1, true);
  if (value > alpha && reduction > 0) {
    value = -search_node(-alpha - 1, -alpha, depth, ply + 1, true);
  }
  if (value > alpha && value < beta) value = -search_node(-beta, -alpha, depth, ply + 1, true);
  return value;
}

bool Searcher::prune_node(int alpha, int beta, int depth, int ply, bool may_pass, bool improving,
                          int& value) {
  const int eval = frame(ply).static_eval;
  if (depth <= 2 && eval + 350 * depth <= alpha) {  // razoring
    value = quiesce(alpha, alpha + 1, 0, ply);
    if (stopped_ || value <= alpha) return true;
  }
  if (depth <= 7 && eval - 110 * (depth - (improving ? 1 : 0)) >= beta) {  // reverse futility
    value = eval;
    return true;
  }
  if (!may_pass || depth < 3 || eval < beta) return false;
  Frame& here = frame(ply);
  here.move = shogi::Move();
  here.piece = shogi::Piece();
  position_.do_null_move(here.undo);
  path_.push_null(position_.key());
  ++nodes_;
  const int reduction = 3 + depth / 4 + std::min((eval - beta) / 250, 2);
  value = -search_node(-beta, -beta + 1, depth - reduction, ply + 1, false);
  path_.pop();
  position_.undo_null_move(here.undo);
  if (stopped_) return true;
  if (value < beta) return false;
  if (is_mate_value(value)) value = beta;  // a mate found while passing is no proof
  return true;
}

bool Searcher::prune_move(const MoveFacts& facts, int alpha, int depth, int ply, int number,
                          bool improving) const {
  if (facts.gives_check) return false;
  if (!facts.quiet) return depth <= 5 && !exchange_at_least(position_, facts.move, -200 * depth);
  if (depth > 6) return false;
  const int enough_moves = (5 + depth * depth) * (improving ? 2 : 1);
  if (number >= enough_moves) return true;
  if (frame(ply).static_eval + 150 + 110 * depth <= alpha) return true;
  return !exchange_at_least(position_, facts.move, -40 * depth * depth);
}

int Searcher::reduction_of(const MoveFacts& facts, int depth, int ply, int number, bool pv_node,
                           bool improving) const {
  if (depth < 3 || number < (pv_node ? 3 : 2)) return 0;
  if (facts.capture) return 0;
  int reduction = base_reduction(depth, number);
  if (!pv_node) ++reduction;
  if (!improving) ++reduction;
  if (facts.gives_check || frame(ply).in_check) reduction -= 2;
  if (!facts.quiet) --reduction;
  const auto& killers = history_.killers(ply);
  if (facts.move == killers[0] || facts.move == killers[1]) --reduction;
  reduction -= history_.quiet(facts.piece, facts.move.to(), facts.move.is_drop()) / 4096;
  return std::clamp(reduction, 0, depth - 2);
}

int Searcher::search_node(int alpha, int beta, int depth, int ply, bool may_pass) {
  if (depth <= 0) return quiesce(alpha, beta, 0, ply);
  Frame& here = frame(ply);
  here.line_length = 0;
  if (poll()) return 0;
  selective_depth_ = std::max(selective_depth_, ply);
  bool known = false;
  const int by_rule = rule_value(ply, known);
  if (known) return by_rule;
  if (ply >= kMaxPly) return evaluator_.evaluate(position_);
  alpha = std::max(alpha, mated_in(ply));
  beta = std::min(beta, mate_in(ply + 1));
  if (alpha >= beta) return alpha;

  const bool pv_node = beta - alpha > 1;
  const shogi::Key key = position_.key();
  const auto entry = table_.probe(key);
  if (entry && !pv_node && entry->depth >= depth) {
    const int value = from_table(entry->value, ply);
    if (entry->bound == Bound::kExact || (entry->bound == Bound::kLower && value >= beta) ||
        (entry->bound == Bound::kUpper && value <= alpha)) {
      return value;
    }
  }
  here.in_check = position_.in_check();
  shogi::Move table_move = entry ? entry->move : shogi::Move();
  if (!here.in_check && !entry) {
    shogi::Move mating;
    if (mate_in_one(mating)) {
      table_.store(key, {mating, static_cast<std::int16_t>(to_table(mate_in(ply + 1), ply)), 0, 255,
                         Bound::kExact});
      frame(ply + 1).line_length = 0;
      save_line(ply, mating);
      return mate_in(ply + 1);
    }
  }
  bool improving = false;
  if (here.in_check) {
    here.static_eval = ply >= 2 ? frame(ply - 2).static_eval : 0;
  } else {
    here.static_eval = entry ? entry->eval : evaluator_.evaluate(position_);
    improving = ply >= 2 && here.static_eval > frame(ply - 2).static_eval;
    if (int value = 0; !pv_node && !is_mate_value(beta) && !is_mate_value(alpha) &&
                       prune_node(alpha, beta, depth, ply, may_pass, improving, value)) {
      return value;
    }
  }
  if (!table_move && depth >= 4) --depth;  // internal iterative reduction

  const Frame& above = frame(ply - 1);
  const shogi::Move counter =
      above.move ? history_.counter(above.piece, above.move.to()) : shogi::Move();
  MovePicker picker(position_, history_, table_move, ply, counter);
  std::array<MoveFacts, kQuietsRemembered> tried;
  std::size_t tried_count = 0;
  int best = -kInfiniteValue;
  shogi::Move best_move;
  Bound bound = Bound::kUpper;
  int number = 0;
  while (const shogi::Move move = picker.next()) {
    const MoveFacts facts = facts_of(move);
    ++number;
    if (best > -kRuleWin && !here.in_check &&
        prune_move(facts, alpha, depth, ply, number, improving)) {
      continue;
    }
    const bool extend = facts.gives_check && ply < 2 * (completed_depth_ + 4) &&
                        exchange_at_least(position_, move, 0);
    const int reduction = reduction_of(facts, depth, ply, number, pv_node, improving);
    make(facts, ply);
    const int value = search_move(alpha, beta, depth - 1 + (extend ? 1 : 0), extend ? 0 : reduction,
                                  ply, number == 1);
    unmake(ply);
    if (stopped_) return 0;
    if (value > best) {
      best = value;
      if (value > alpha) {
        best_move = move;
        bound = Bound::kExact;
        if (pv_node) save_line(ply, move);
        if (value >= beta) {
          bound = Bound::kLower;
          if (facts.quiet) reward(facts, depth, ply, std::span(tried).first(tried_count));
          break;
        }
        alpha = value;
      }
    }
    if (facts.quiet && tried_count < tried.size()) tried[tried_count++] = facts;
  }
  if (number == 0) return mated_in(ply);
  table_.store(key, {best_move, static_cast<std::int16_t>(to_table(best, ply)),
                     static_cast<std::int16_t>(here.in_check ? 0 : here.static_eval),
                     static_cast<std::uint8_t>(depth), bound});
  return best;
}

void Searcher::reward(const MoveFacts& best, int depth, int ply, std::span<const MoveFacts> tried) {
  const int bonus = std::min(16 * depth * depth + 32 * depth, 2000);
  history_.add_killer(ply, best.move);
  history_.update_quiet(best.piece, best.move.to(), best.move.is_drop(), bonus);
  for (const MoveFacts& other : tried) {
    history_.update_quiet(other.piece, other.move.to(), other.move.is_drop(), -bonus);
  }
  const Frame& above = frame(ply - 1);
  if (above.move) history_.set_counter(above.piece, above.move.to(), best.move);
}

int Searcher::quiesce(int alpha, int beta, int depth, int ply) {
  Frame& here = frame(ply);
  here.line_length = 0;
  if (poll()) return 0;
  selective_depth_ = std::max(selective_depth_, ply);
  if (depth == 0) {
    bool known = false;
    const int by_rule = rule_value(ply, known);
    if (known) return by_rule;
  }
  if (ply >= kMaxPly) return evaluator_.evaluate(position_);

  const bool pv_node = beta - alpha > 1;
  const shogi::Key key = position_.key();
  const auto entry = table_.probe(key);
  if (entry && !pv_node) {
    const int value = from_table(entry->value, ply);
    if (entry->bound == Bound::kExact || (entry->bound == Bound::kLower && value >= beta) ||
        (entry->bound == Bound::kUpper && value <= alpha)) {
      return value;
    }
  }
  here.in_check = position_.in_check();
  int best = -kInfiniteValue;
  if (!here.in_check) {
    here.static_eval = entry && entry->depth != 255 ? entry->eval : evaluator_.evaluate(position_);
    best = here.static_eval;
    if (best >= beta) return best;
    alpha = std::max(alpha, best);
  }
  const int start_alpha = alpha;
  shogi::Move best_move;
  MovePicker picker(position_, history_, entry ? entry->move : shogi::Move());
  int number = 0;
  while (const shogi::Move move = picker.next()) {
    const MoveFacts facts = facts_of(move);
    ++number;
    if (!here.in_check && !facts.gives_check) {
      const shogi::Piece victim = position_.piece_at(move.to());
      int gain = victim.empty() ? 0 : eval::exchange_value(victim.type());
      if (move.promotes()) gain += eval::promotion_gain(facts.piece.type());
      if (here.static_eval + gain + 150 <= alpha) continue;  // delta pruning
    }
    if (best > -kRuleWin && !exchange_at_least(position_, move, 0)) continue;
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
  const Bound bound = best >= beta         ? Bound::kLower
                      : best > start_alpha ? Bound::kExact
                                           : Bound::kUpper;
  table_.store(key, {best_move, static_cast<std::int16_t>(to_table(best, ply)),
                     static_cast<std::int16_t>(here.in_check ? 0 : here.static_eval), 0, bound});
  return best;
}

}  // namespace gougi::search
