// SPDX-License-Identifier: MIT
// The root of Freeze shogi's tree, and what every node does.
#include "search/freeze_tree.hpp"

#include <algorithm>
#include <limits>

#include "shogi/check_squares.hpp"

namespace gougi::search {
namespace {

constexpr shogi::Key kFreezeEntries = 0x5851F42D4C957F2DULL;
constexpr int kFirstFreezeWindow = 40;

/// More root moves than this are not looked at: a bound for memory.
constexpr std::size_t kMostRootMoves = 2000;
/// Freezes of one bare move at the root, of the kinds of one reply after another.
constexpr int kFreezesOfRootMove = 4;

/// So much that the last ones are kept for a mate, or for a large piece: what games against itself
/// preferred. Of many the last are hardly ever used.
constexpr std::array kWorthOfFreeze{1750, 1400, 1050, 700, 350};

bool better_freeze(const FreezeRootMove& a, const FreezeRootMove& b) {
  return a.value != b.value ? a.value > b.value : a.previous_value > b.previous_value;
}

}  // namespace

int value_of_freezes(int left) {
  int value = 0;
  for (int i = 0; i < std::min(left, static_cast<int>(kWorthOfFreeze.size())); ++i) {
    value += kWorthOfFreeze[static_cast<std::size_t>(i)];
  }
  return value;
}

shogi::Key table_key(shogi::Key key) { return key ^ kFreezeEntries; }

shogi::FreezeMove move_of(const TableEntry& entry) {
  const bool is_kind = entry.eval > 0 && entry.eval < shogi::kPieceTypeCount;
  return {entry.move,
          is_kind ? static_cast<shogi::PieceType>(entry.eval) : shogi::PieceType::kNone};
}

FreezeTree::FreezeTree(Task& task)
    : task_(task),
      table_(*task.table),
      history_(task.advice),
      evaluation_(task.view->evaluator),
      frames_(static_cast<std::size_t>(kMaxPly + 4 + kFramesBefore)) {
  history_.warm_up();
}

void FreezeTree::begin(const shogi::Game& game, std::vector<FreezeRootMove> root_moves, bool grows,
                       const FreezeBreadth& breadth, Supervisor* supervisor) {
  supervisor_ = supervisor;
  position_ = game.freeze_position();
  path_.reset(game);
  evaluation_.set_network(task_.view->network, task_.view->fv_scale);
  evaluation_.start(board());
  root_moves_ = std::move(root_moves);
  grows_ = grows && position_.may_freeze();
  breadth_ = breadth;
  nodes_ = 0;
  node_limit_ = std::numeric_limits<std::uint64_t>::max();
  next_look_ = 0;
  selective_depth_ = 0;
  root_depth_ = 0;
  null_move_from_ = 0;
  stopped_ = false;
  for (Frame& each : frames_) {
    each = Frame();
    each.following = &history_.following_nothing();
  }
}

void FreezeTree::forget_freezes() {
  if (!grows_) return;
  std::erase_if(root_moves_, [&](const FreezeRootMove& each) {
    return each.move.freezes() && each.value == -kInfiniteValue &&
           position_.is_legal_bare(each.move.move);
  });
}

void FreezeTree::search_window(int depth, std::size_t first) {
  const auto from = [&] { return root_moves_.begin() + static_cast<std::ptrdiff_t>(first); };
  const int guess = from()->previous_value;
  int alpha = -kInfiniteValue;
  int beta = kInfiniteValue;
  int width = kFirstFreezeWindow;
  if (depth >= 4 && std::abs(guess) < kRuleWin - kMaxPly) {
    alpha = guess - width;
    beta = guess + width;
  }
  selective_depth_ = 0;
  root_depth_ = depth;
  for (;;) {
    const int value = search_root(alpha, beta, depth, first);
    std::stable_sort(from(), root_moves_.end(), better_freeze);
    if (stopped_) return;
    const bool low = value <= alpha && alpha > -kInfiniteValue;
    const bool high = value >= beta && beta < kInfiniteValue;
    if (!low && !high) return;
    supervisor_->missed_window(depth, first, low ? Bound::kUpper : Bound::kLower);
    if (low) {
      beta = (alpha + beta) / 2;
      alpha = width > 1000 ? -kInfiniteValue : std::max(value - width, -kInfiniteValue);
    } else {
      beta = width > 1000 ? kInfiniteValue : std::min(value + width, kInfiniteValue);
    }
    width *= 2;
  }
}

int FreezeTree::search_root(int alpha, int beta, int depth, std::size_t first) {
  int best = -kInfiniteValue;
  Frame& here = frame(0);
  here.in_check = position_.in_check();
  here.static_eval = here.in_check ? 0 : evaluate();
  for (FreezeRootMove& root_move : root_moves_) root_move.looked_at = false;
  for (std::size_t i = first; i < root_moves_.size(); ++i) {
    const shogi::FreezeMove move = root_moves_[i].move;
    const int number = static_cast<int>(i - first);
    const MoveFacts facts = facts_of(move, position_.gives_check(move));
    int reduction = 0;
    if (number >= 3 && depth >= 3 && !facts.tactical && !facts.gives_check) {
      reduction = std::clamp(base_reduction(depth, number) / 1024 - 1, 0, depth - 2);
    }
    make(facts, 0);
    int value = 0;
    if (number == 0) {
      value = -search_node(-beta, -alpha, depth - 1, 1, false);
    } else {
      value = -search_node(-alpha - 1, -alpha, depth - 1 - reduction, 1, true);
      if (value > alpha && reduction > 0) {
        value = -search_node(-alpha - 1, -alpha, depth - 1, 1, false);
      }
      if (value > alpha && value < beta) value = -search_node(-beta, -alpha, depth - 1, 1, false);
    }
    unmake(0, move);
    if (stopped_) return best;
    FreezeRootMove& root_move = root_moves_[i];
    root_move.looked_at = true;
    root_move.value = -kInfiniteValue;
    if (number == 0 || value > alpha) {
      root_move.value = value;
      root_move.selective_depth = selective_depth_;
      save_line(0, move);
      root_move.line.assign(here.line.begin(), here.line.begin() + here.line_length);
    }
    best = std::max(best, value);
    if (value >= beta) return best;
    alpha = std::max(alpha, value);
    grow(i);
  }
  return best;
}

// The kind of the reply that was found, frozen.
void FreezeTree::grow(std::size_t i) {
  const shogi::PieceType kind = frame(1).best_kind;
  if (!grows_ || !frame(1).best || root_moves_.size() >= kMostRootMoves) return;
  const shogi::Move move = root_moves_[i].move.move;
  if ((position_.freezable(move) & shogi::mask_of(kind)) == 0) return;
  int freezes = 0;
  for (const FreezeRootMove& other : root_moves_) {
    if (other.move.move != move || !other.move.freezes()) continue;
    if (other.move.freeze == kind || ++freezes >= kFreezesOfRootMove) return;
  }
  FreezeRootMove fresh;
  fresh.move = {move, kind};
  fresh.line = {fresh.move};
  root_moves_.insert(root_moves_.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::move(fresh));
}

int FreezeTree::evaluate_root() { return evaluate(); }

bool FreezeTree::poll() {
  if (stopped_) return true;
  if (nodes_ >= node_limit_) {
    stopped_ = true;
    task_.stopped.store(true, std::memory_order_relaxed);
  } else if (nodes_ >= next_look_) {
    next_look_ = nodes_ + supervisor_->look(nodes_);
    stopped_ = task_.stopped.load(std::memory_order_relaxed);
  }
  return stopped_;
}

int FreezeTree::draw_value() const {
  return position_.side_to_move() == task_.root_side ? task_.draw_value : -task_.draw_value;
}

int FreezeTree::evaluate() {
  const shogi::Color us = position_.side_to_move();
  const int freezes = value_of_freezes(position_.left(us)) - value_of_freezes(position_.left(~us));
  return std::clamp(evaluation_.evaluate(board()) + freezes, -eval::kLargestScore,
                    eval::kLargestScore);
}

int FreezeTree::rule_value(int ply, bool& known) const {
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
  const shogi::Color us = position_.side_to_move();
  if (shogi::promotion_zone(us).has(board().king(us)) &&
      shogi::can_declare(board(), task_.declaration)) {
    return mate_in(ply + 1);
  }
  if (task_.last_ply != 0 && board().ply() > task_.last_ply) {
    return position_.is_lost() ? mated_in(ply) : draw_value();
  }
  known = false;
  return 0;
}

bool FreezeTree::is_frozen(shogi::Move move) const {
  const shogi::PieceType frozen = position_.state().in_force;
  return frozen != shogi::PieceType::kNone && shogi::moving_kind(board(), move) == frozen;
}

FreezeTree::MoveFacts FreezeTree::facts_of(shogi::FreezeMove move, bool gives_check) const {
  const shogi::Move bare = move.move;
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

FreezeTree::MoveFacts FreezeTree::with_freeze(const MoveFacts& bare, shogi::PieceType kind) {
  MoveFacts facts = bare;
  facts.move.freeze = kind;
  return facts;
}

void FreezeTree::make(const MoveFacts& facts, int ply) {
  Frame& here = frame(ply);
  here.move = facts.move.move;
  here.piece = facts.piece;
  here.following = &history_.following(facts.piece, facts.move.move.to());
  const shogi::Key key = position_.key_after(facts.move);
  table_.prefetch(table_key(key));
  evaluation_.push(board(), facts.move.move);
  position_.do_move(facts.move, here.undo);
  path_.push(key, facts.gives_check);
  Frame& below = frame(ply + 1);
  below.best = {};
  below.best_kind = shogi::PieceType::kNone;
  ++nodes_;
}

void FreezeTree::unmake(int ply, shogi::FreezeMove move) {
  path_.pop();
  position_.undo_move(move, frame(ply).undo);
  evaluation_.pop();
}

void FreezeTree::note_best(int ply, shogi::FreezeMove move) {
  Frame& here = frame(ply);
  here.best = move;
  here.best_kind = move ? shogi::moving_kind(board(), move.move) : shogi::PieceType::kNone;
  if (here.best_kind == shogi::PieceType::kNone) here.best = {};
}

void FreezeTree::save_line(int ply, shogi::FreezeMove move) {
  Frame& here = frame(ply);
  const Frame& below = frame(ply + 1);
  here.line[0] = move;
  std::copy_n(below.line.begin(), below.line_length, here.line.begin() + 1);
  here.line_length = below.line_length + 1;
}

void FreezeTree::store(shogi::FreezeMove move, int value, int ply, int depth, Bound bound) {
  table_.store(table_key(position_.key()),
               {move.move, static_cast<std::int16_t>(to_table(value, ply)),
                static_cast<std::int16_t>(shogi::index(move.freeze)),
                static_cast<std::uint8_t>(depth), bound});
}

OrderingContext FreezeTree::ordering(int ply, const shogi::CheckSquares* checks) {
  const Frame& above = frame(ply - 1);
  const shogi::Move counter =
      above.move ? history_.counter(above.piece, above.move.to()) : shogi::Move();
  const auto& killers = frame(ply).killers;
  return {history_,
          {above.following, frame(ply - 2).following, frame(ply - 4).following},
          {killers[0], killers[1], counter},
          checks,
          !task_.all_moves};
}

int FreezeTree::history_of(const MoveFacts& facts, const OrderingContext& context) const {
  const shogi::Square to = facts.move.move.to();
  if (!facts.quiet) return context.history.capture(facts.piece, to, facts.victim.type());
  const std::size_t slot = HistoryTables::arrival(facts.piece, to);
  return context.history.butterfly(position_.side_to_move(), facts.move.move) +
         (*context.following[0])[slot] + (*context.following[1])[slot];
}

}  // namespace gougi::search
