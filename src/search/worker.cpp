// SPDX-License-Identifier: MIT
#include "search/worker.hpp"

#include <algorithm>
#include <limits>
#include <thread>

#include "search/root_choice.hpp"

namespace gougi::search {
namespace {

/// Nodes between two looks of a helping thread at whether all is over.
constexpr std::uint64_t kHelpersInterval = 64;

}  // namespace

template <typename Rules>
Worker<Rules>::Worker(Task& task)
    : task_(task),
      table_(*task.table),
      history_(task.advice),
      evaluation_(task.view->evaluator),
      frames_(static_cast<std::size_t>(kMaxPly + 4 + kFramesBefore)) {}

template <typename Rules>
void Worker<Rules>::begin(const shogi::Game& game, std::vector<RootMove<Move>> root_moves,
                          const Outlook& outlook, Supervisor<Rules>* supervisor) {
  tuning_ = &outlook.tuned->numbers();
  reductions_ = &outlook.tuned->reductions();
  owns_scores_ = outlook.view == task_.view;
  supervisor_ = supervisor;
  position_ = Rules::position_of(game);
  path_.reset(game);
  evaluation_.set_evaluator(outlook.view->evaluator);
  evaluation_.set_source(outlook.view->source);
  evaluation_.start(board());
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
    each = Frame();
    each.following = &history_.following_nothing();
  }
}

template <typename Rules>
void Worker<Rules>::help(int number, int deepest) {
  for (int depth = 1 + number % 2; depth <= deepest && !stopped_; ++depth) {
    if constexpr (Rules::kFreezes) forget_freezes();
    for (RootMove<Move>& each : root_moves_) each.previous_value = each.value;
    search_window(depth, 0);
    if (!stopped_) completed_depth_ = depth;
  }
  published_.store(nodes_, std::memory_order_relaxed);
  done_.store(true, std::memory_order_relaxed);
}

template <typename Rules>
void Worker<Rules>::search_window(int depth, std::size_t first) {
  const int guess = root_moves_[first].previous_value;
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
    sort_root_moves(root_moves_, first, root_moves_.size());
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

template <typename Rules>
int Worker<Rules>::search_root(int alpha, int beta, int depth, std::size_t first) {
  int best = -kInfiniteValue;
  Frame& here = frame(0);
  here.in_check = position_.in_check();
  here.static_eval = here.in_check ? 0 : evaluate();
  const shogi::CheckSquares checks(board());
  for (RootMove<Move>& each : root_moves_) each.looked_at = false;
  for (std::size_t i = first; i < root_moves_.size(); ++i) {
    RootMove<Move>& root_move = root_moves_[i];
    const int number = static_cast<int>(i - first);
    const MoveFacts facts =
        facts_of(root_move.move, checks.gives_check(board(), Rules::bare(root_move.move)));
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
      const FoundMate<Move> mate = supervisor_->mate_against(root_move.move, position_);
      if (mate.plies() > 0) {
        value = mated_in(mate.plies() + 1);
        frame(1).line_length = 0;
        if constexpr (Rules::kFreezes) note_reply(1, mate.first());
      }
    }
    unmake(0);
    if (stopped_) return best;
    root_move.looked_at = true;
    if (number == 0 || value > alpha) {
      root_move.value = value;
      root_move.depth = root_depth_;
      root_move.selective_depth = selective_depth_;
      save_line(0, root_move.move);
      root_move.line.assign(here.line.begin(), here.line.begin() + here.line_length);
    } else {
      root_move.value = -kInfiniteValue;
    }
    best = std::max(best, value);
    if (value >= beta) return best;
    alpha = std::max(alpha, value);
    if constexpr (Rules::kFreezes) grow(i);
  }
  return best;
}

template <typename Rules>
bool Worker<Rules>::poll() {
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

template <typename Rules>
void Worker<Rules>::wait_for_the_first() const {
  while (nodes_ > task_.pace.load(std::memory_order_relaxed) &&
         !task_.stopped.load(std::memory_order_relaxed)) {
    std::this_thread::yield();
  }
}

template <typename Rules>
int Worker<Rules>::draw_value() const {
  return position_.side_to_move() == task_.root_side ? task_.draw_value : -task_.draw_value;
}

template <typename Rules>
int Worker<Rules>::rule_value(int ply, bool& known) const {
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
  // Every rule wants the king in the enemy camp, which is seen more cheaply.
  if (shogi::promotion_zone(position_.side_to_move()).has(board().king(position_.side_to_move())) &&
      shogi::can_declare(board(), task_.declaration)) {
    return mate_in(ply + 1);
  }
  if (task_.last_ply != 0 && board().ply() > task_.last_ply) {
    return Rules::is_lost(position_) ? mated_in(ply) : draw_value();
  }
  known = false;
  return 0;
}

template <typename Rules>
bool Worker<Rules>::mates_at_once(int ply, int& value) {
  const Move mating = Rules::mate_in_one(position_);
  if (!mating) return false;
  value = mate_in(ply + 1);
  store(table_key(), mating, value, ply, TableEntry::kNoEval, TableEntry::kDepthOfMate,
        Bound::kExact);
  if constexpr (Rules::kFreezes) note_reply(ply, mating);
  frame(ply + 1).line_length = 0;
  save_line(ply, mating);
  return true;
}

template <typename Rules>
typename Worker<Rules>::MoveFacts Worker<Rules>::facts_of(Move move, bool gives_check) const {
  const shogi::BareMove bare = Rules::bare(move);
  const shogi::Piece victim = bare.is_drop() ? shogi::Piece() : board().piece_at(bare.to());
  const shogi::Piece piece = moving_piece(board(), bare);
  const bool pawn_promotes = bare.promotes() && piece.type() == shogi::PieceType::kPawn;
  return {move,
          piece,
          victim,
          victim.empty() && !pawn_promotes,
          !victim.empty() || bare.promotes(),
          gives_check};
}

template <typename Rules>
void Worker<Rules>::make(const MoveFacts& facts, int ply) {
  Frame& here = frame(ply);
  here.move = facts.move;
  here.piece = facts.piece;
  here.following = &history_.following(facts.piece, facts.bare().to());
  const shogi::Key key = position_.key_after(facts.move);
  table_.prefetch(Rules::table_key(key));  // before the work, which gives memory its time
  evaluation_.push(board(), facts.bare());
  position_.do_move(facts.move, here.undo);
  path_.push(key, facts.gives_check);
  ++nodes_;
}

template <typename Rules>
void Worker<Rules>::unmake(int ply) {
  path_.pop();
  position_.undo_move(frame(ply).move, frame(ply).undo);
  evaluation_.pop();
}

template <typename Rules>
void Worker<Rules>::make_null(int ply) {
  Frame& here = frame(ply);
  here.move = Move();
  here.piece = shogi::Piece();
  here.following = &history_.following_nothing();
  evaluation_.push_null();
  position_.do_null_move(here.undo);
  table_.prefetch(table_key());
  path_.push_null(position_.key());
  ++nodes_;
}

template <typename Rules>
void Worker<Rules>::unmake_null(int ply) {
  path_.pop();
  position_.undo_null_move(frame(ply).undo);
  evaluation_.pop_null();
}

template <typename Rules>
void Worker<Rules>::save_line(int ply, Move move) {
  Frame& here = frame(ply);
  const Frame& below = frame(ply + 1);
  here.line[0] = move;
  std::copy_n(below.line.begin(), below.line_length, here.line.begin() + 1);
  here.line_length = below.line_length + 1;
}

template <typename Rules>
OrderingContext Worker<Rules>::ordering(int ply, const shogi::CheckSquares* checks) {
  const Frame& above = frame(ply - 1);
  const shogi::BareMove counter =
      above.move ? history_.counter(above.piece, Rules::bare(above.move).to()) : shogi::BareMove();
  const auto& killers = frame(ply).killers;
  return {history_,
          {above.following, frame(ply - 2).following, frame(ply - 4).following},
          {killers[0], killers[1], counter},
          checks,
          !task_.all_moves,
          tuning_};
}

template <typename Rules>
int Worker<Rules>::history_of(const MoveFacts& facts, const OrderingContext& context) const {
  const shogi::Square to = facts.bare().to();
  if (!facts.quiet) return context.history.capture(facts.piece, to, facts.victim.type());
  const std::size_t slot = HistoryTables::arrival(facts.piece, to);
  return context.history.butterfly(position_.side_to_move(), facts.bare()) +
         (*context.following[0])[slot] + (*context.following[1])[slot];
}

template class Worker<ShogiRules>;
template class Worker<FreezeRules>;

}  // namespace gougi::search
