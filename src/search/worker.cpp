// SPDX-License-Identifier: MIT
#include "search/worker.hpp"

#include <algorithm>
#include <limits>
#include <thread>

namespace gougi::search {
namespace {

/// Nodes between two looks of a helping thread at whether all is over.
constexpr std::uint64_t kHelpersInterval = 64;

bool better(const RootMove& a, const RootMove& b) {
  return a.value != b.value ? a.value > b.value : a.previous_value > b.previous_value;
}

}  // namespace

Worker::Worker(Task& task)
    : task_(task),
      table_(*task.table),
      history_(task.advice),
      evaluation_(task.view->evaluator),
      frames_(static_cast<std::size_t>(kMaxPly + 4 + kFramesBefore)) {}

void Worker::begin(const shogi::Game& game, std::vector<RootMove> root_moves,
                   const Outlook& outlook, Supervisor* supervisor) {
  tuning_ = &outlook.tuned->numbers();
  reductions_ = &outlook.tuned->reductions();
  owns_scores_ = outlook.view == task_.view;
  supervisor_ = supervisor;
  position_ = game.position();
  path_.reset(game);
  evaluation_.set_evaluator(outlook.view->evaluator);
  evaluation_.set_network(outlook.view->network, outlook.view->fv_scale);
  evaluation_.start(position_);
  root_moves_ = std::move(root_moves);
  nodes_ = 0;
  published_.store(0, std::memory_order_relaxed);
  done_.store(false, std::memory_order_relaxed);
  node_limit_ = std::numeric_limits<std::uint64_t>::max();
  next_look_ = 0;
  selective_depth_ = 0;
  completed_depth_ = 0;
  root_depth_ = 0;
  null_move_from_ = 0;
  stopped_ = false;
  for (Frame& each : frames_) {
    each.move = shogi::Move();
    each.piece = shogi::Piece();
    each.excluded = shogi::Move();
    each.following = &history_.following_nothing();
    each.killers = {};
    each.static_eval = 0;
    each.extensions = 0;
    each.in_check = false;
    each.line_length = 0;
  }
}

void Worker::help(int number, int deepest) {
  for (int depth = 1 + number % 2; depth <= deepest && !stopped_; ++depth) {
    for (RootMove& root_move : root_moves_) root_move.previous_value = root_move.value;
    search_window(depth, 0);
    if (!stopped_) completed_depth_ = depth;
  }
  published_.store(nodes_, std::memory_order_relaxed);
  done_.store(true, std::memory_order_relaxed);
}

void Worker::search_window(int depth, std::size_t first) {
  const auto begin = root_moves_.begin() + static_cast<std::ptrdiff_t>(first);
  const int guess = begin->previous_value;
  int alpha = -kInfiniteValue;
  int beta = kInfiniteValue;
  int width = tuning_->window;
  if (task_.has.null_window && depth >= 4 && std::abs(guess) < kRuleWin - kMaxPly) {
    alpha = guess - width;
    beta = guess + width;
  }
  selective_depth_ = 0;
  root_depth_ = depth;
  int failed_high = 0;
  for (;;) {
    const int value = search_root(alpha, beta, std::max(1, depth - failed_high), first);
    std::stable_sort(begin, root_moves_.end(), better);
    if (stopped_) return;
    const bool low = value <= alpha && alpha > -kInfiniteValue;
    const bool high = value >= beta && beta < kInfiniteValue;
    if (supervisor_ != nullptr && (low || high)) {
      supervisor_->missed_window(depth, first, low ? Bound::kUpper : Bound::kLower);
    }
    if (low) {
      beta = (alpha + beta) / 2;
      alpha = width > 1000 ? -kInfiniteValue : std::max(value - width, -kInfiniteValue);
      failed_high = 0;
    } else if (high) {
      beta = width > 1000 ? kInfiniteValue : std::min(value + width, kInfiniteValue);
      failed_high = std::min(failed_high + 1, 3);
    } else {
      return;
    }
    width *= 2;
  }
}

int Worker::search_root(int alpha, int beta, int depth, std::size_t first) {
  int best = -kInfiniteValue;
  Frame& here = frame(0);
  here.in_check = position_.in_check();
  here.static_eval = here.in_check ? 0 : evaluation_.evaluate(position_);
  const shogi::CheckSquares checks(position_);
  for (RootMove& root_move : root_moves_) root_move.looked_at = false;
  for (std::size_t i = first; i < root_moves_.size(); ++i) {
    RootMove& root_move = root_moves_[i];
    const int number = static_cast<int>(i - first);
    const MoveFacts facts = facts_of(root_move.move, checks.gives_check(position_, root_move.move));
    int reduction = 0;
    if (task_.has.reductions && number >= 3 && depth >= 3 && !facts.tactical &&
        !facts.gives_check) {
      reduction = std::clamp(reductions_->of(depth, number) / 1024 - 1, 0, depth - 2);
    }
    make(facts, 0);
    int value = 0;
    if (number == 0 || !task_.has.null_window) {
      value = -search_node(-beta, -alpha, depth - 1, 1, false);
    } else {
      value = -search_node(-alpha - 1, -alpha, depth - 1 - reduction, 1, true);
      if (value > alpha && reduction > 0) {
        value = -search_node(-alpha - 1, -alpha, depth - 1, 1, false);
      }
      if (value > alpha && value < beta) {
        value = -search_node(-beta, -alpha, depth - 1, 1, false);
      }
    }
    if (!stopped_ && supervisor_ != nullptr && (number == 0 || value > alpha) &&
        !is_mate_value(value)) {
      if (const int plies = supervisor_->mate_against(position_)) {
        value = mated_in(plies + 1);
        frame(1).line_length = 0;
      }
    }
    unmake(0);
    if (stopped_) return best;
    root_move.looked_at = true;
    if (number == 0 || value > alpha) {
      root_move.value = value;
      root_move.selective_depth = selective_depth_;
      save_line(0, root_move.move);
      root_move.line.assign(here.line.begin(), here.line.begin() + here.line_length);
    } else {
      root_move.value = -kInfiniteValue;
    }
    best = std::max(best, value);
    if (value >= beta) return best;
    alpha = std::max(alpha, value);
  }
  return best;
}

bool Worker::poll() {
  if (stopped_) return true;
  if (nodes_ >= node_limit_) {
    stopped_ = true;
    task_.stopped.store(true, std::memory_order_relaxed);
  } else if (nodes_ >= next_look_) {
    published_.store(nodes_, std::memory_order_relaxed);
    if (supervisor_ == nullptr) wait_for_the_first();
    next_look_ = nodes_ + (supervisor_ != nullptr ? supervisor_->look(nodes_) : kHelpersInterval);
    stopped_ = task_.stopped.load(std::memory_order_relaxed);
  }
  return stopped_;
}

void Worker::wait_for_the_first() const {
  while (nodes_ > task_.pace.load(std::memory_order_relaxed) &&
         !task_.stopped.load(std::memory_order_relaxed)) {
    std::this_thread::yield();
  }
}

int Worker::draw_value() const {
  return position_.side_to_move() == task_.root_side ? task_.draw_value : -task_.draw_value;
}

/// Cheaper than can_declare: every rule wants the king in the enemy camp.
bool Worker::may_declare() const {
  const shogi::Color us = position_.side_to_move();
  return shogi::promotion_zone(us).has(position_.king(us));
}

int Worker::rule_value(int ply, bool& known) const {
  known = true;
  switch (path_.repetition()) {
    case shogi::Repetition::kWin:
      return kRuleWin - ply;
    case shogi::Repetition::kLoss:
      return ply - kRuleWin;
    case shogi::Repetition::kDraw:
      return draw_value();
    case shogi::Repetition::kNone:
      break;
  }
  if (may_declare() && shogi::can_declare(position_, task_.declaration)) return mate_in(ply + 1);
  if (task_.last_ply != 0 && position_.ply() > task_.last_ply) {
    return position_.in_check() && !position_.has_legal_move() ? mated_in(ply) : draw_value();
  }
  known = false;
  return 0;
}

Worker::MoveFacts Worker::facts_of(shogi::Move move, bool gives_check) const {
  const shogi::Piece victim = move.is_drop() ? shogi::Piece() : position_.piece_at(move.to());
  const shogi::Piece piece = moving_piece(position_, move);
  const bool pawn_promotes = move.promotes() && piece.type() == shogi::PieceType::kPawn;
  return {move,
          piece,
          victim,
          victim.empty() && !pawn_promotes,
          !victim.empty() || move.promotes(),
          gives_check};
}

void Worker::make(const MoveFacts& facts, int ply) {
  Frame& here = frame(ply);
  here.move = facts.move;
  here.piece = facts.piece;
  here.following = &history_.following(facts.piece, facts.move.to());
  const shogi::Key key = position_.key_after(facts.move);
  table_.prefetch(key);  // before the work, which gives memory its time
  evaluation_.push(position_, facts.move);
  position_.do_move(facts.move, here.undo);
  path_.push(key, facts.gives_check);
  ++nodes_;
}

void Worker::unmake(int ply) {
  path_.pop();
  position_.undo_move(frame(ply).move, frame(ply).undo);
  evaluation_.pop();
}

void Worker::make_null(int ply) {
  Frame& here = frame(ply);
  here.move = shogi::Move();
  here.piece = shogi::Piece();
  here.following = &history_.following_nothing();
  evaluation_.push_null();
  position_.do_null_move(here.undo);
  table_.prefetch(position_.key());
  path_.push_null(position_.key());
  ++nodes_;
}

void Worker::unmake_null(int ply) {
  path_.pop();
  position_.undo_null_move(frame(ply).undo);
  evaluation_.pop_null();
}

void Worker::save_line(int ply, shogi::Move move) {
  Frame& here = frame(ply);
  const Frame& below = frame(ply + 1);
  here.line[0] = move;
  std::copy_n(below.line.begin(), below.line_length, here.line.begin() + 1);
  here.line_length = below.line_length + 1;
}

OrderingContext Worker::ordering(int ply, const shogi::CheckSquares* checks) {
  const Frame& above = frame(ply - 1);
  const shogi::Move counter =
      above.move ? history_.counter(above.piece, above.move.to()) : shogi::Move();
  const auto& killers = frame(ply).killers;
  return {history_,
          {above.following, frame(ply - 2).following, frame(ply - 4).following},
          {killers[0], killers[1], counter},
          checks,
          !task_.all_moves,
          tuning_};
}

int Worker::history_of(const MoveFacts& facts, const OrderingContext& context) const {
  if (!facts.quiet) {
    return context.history.capture(facts.piece, facts.move.to(), facts.victim.type());
  }
  const std::size_t slot = HistoryTables::arrival(facts.piece, facts.move.to());
  return context.history.butterfly(position_.side_to_move(), facts.move) +
         (*context.following[0])[slot] + (*context.following[1])[slot];
}

}  // namespace gougi::search
