// SPDX-License-Identifier: MIT
#include "mate/proof_search.hpp"

#include <algorithm>

#include "mate/first_numbers.hpp"
#include "mate/hands.hpp"
#include "mate/last_plies.hpp"
#include "mate/one_ply.hpp"
#include "mate/settle.hpp"
#include "shogi/attacks.hpp"

namespace gougi::mate {
namespace {

/// Nodes between two questions to the caller. A node costs a microsecond or two, so the answer to
/// "stop" comes within about a millisecond. Smaller costs time, larger answers late.
constexpr std::uint64_t kPollInterval = 512;

/// How far the way upwards of a child is followed in the table. Longer finds more positions that
/// can be reached in two ways, and costs a miss of the cache for every step.
constexpr int kMostSteps = 24;
/// Within so few plies ways rarely meet, and the look for it costs more than it saves.
constexpr Length kFewPlies = 20;

std::uint32_t add(std::uint32_t a, std::uint32_t b) { return std::min(a + b, kLargest); }

/// The 1+epsilon trick (Pawlewicz and Lew 2007): a child is searched until it is this much worse
/// than its best sibling, which saves going up and down between two equals. Larger digs too long
/// in a bad move, smaller thrashes.
std::uint32_t with_slack(std::uint32_t second, std::uint32_t patience) {
  return second >= kLargest ? kLargest : add(second, 1 + second / patience);
}

/// A bare king: those positions are mostly no mate, and every check has to be refuted by itself.
bool is_bare(const shogi::Position& position, shogi::Color defender) {
  return !position.pieces(defender).many();
}

/// Where checks are not from afar.
shogi::Bitboard near_enough(const shogi::Position& position, shogi::Color defender) {
  if (is_bare(position, defender)) return ~shogi::Bitboard();
  return shogi::step_attacks(defender, shogi::PieceType::kKing, position.king(defender));
}

/// Drops that are much the same as their siblings: interpositions, and checks from afar by a piece
/// that moves along lines.
bool is_one_of_many(bool attacking, shogi::BareMove move, shogi::Bitboard near_king) {
  if (!move.is_drop()) return false;
  return !attacking || (move.dropped() != shogi::PieceType::kKnight && !near_king.has(move.to()));
}

}  // namespace

void ProofSearch::begin(const shogi::Position& position, const MateLimits& limits,
                        const std::function<bool(const MateProgress&)>& stop, std::uint64_t nodes) {
  if (table_.megabytes() == 0) table_.resize(1);
  if (!limits.goes_on || root_ != position.key()) table_.new_search();
  attacker_ = limits.role == Role::kAttacker ? position.side_to_move() : ~position.side_to_move();
  limits_ = limits;
  limits_.depth = std::clamp(limits.depth, 1, kDeepestLine);
  stop_ = stop;
  root_ = position.key();
  nodes_ = nodes;
  next_poll_ = 0;
  reason_ = Reason::kNone;
}

void ProofSearch::generate_moves(const shogi::Position& position, bool attacking,
                                 shogi::MoveList& moves) {
  if (!attacking) {
    shogi::generate(position, shogi::MoveClass::kEvasions, false, moves);
  } else {
    generate_attack(position, true, moves);
  }
}

bool ProofSearch::out_of_limits() {
  if (reason_ != Reason::kNone) return true;
  if (limits_.nodes && nodes_ >= *limits_.nodes) {
    reason_ = Reason::kNodes;
  } else if (nodes_ >= next_poll_) {
    next_poll_ = nodes_ + kPollInterval;
    const auto depth = static_cast<int>(frames_.size());
    if (stop_ && stop_({nodes_, table_.per_mille_full(), depth, line_})) {
      reason_ = Reason::kStopped;
    }
  }
  return reason_ != Reason::kNone;
}

ProofSearch::Limits ProofSearch::limits_of(const Frame& frame, const Finding& finding) const {
  if (detours_ == 0) return frame.limits;
  return {std::max(frame.limits.proof, add(finding.proof, 1)),
          std::max(frame.limits.disproof, add(finding.disproof, 1))};
}

Finding ProofSearch::prove(const shogi::Position& position, bool attacking, Length within) {
  position_ = position;
  frames_.clear();
  children_.clear();
  path_.clear();
  detours_ = 0;
  line_.clear();
  is_of_root_ = position.key() == root_;
  push(shogi::BareMove(), attacking, within, {kInfinite, kInfinite});
  for (;;) {
    Frame& frame = frames_.back();
    const Summary summary = summarise(frame);
    const bool limited = out_of_limits();
    const Limits limits = limits_of(frame, summary.finding);
    if (!limited && summary.finding.is_open() && summary.finding.proof < limits.proof &&
        summary.finding.disproof < limits.disproof) {
      descend(frame, summary, limits);
      continue;
    }
    const Finding result = pop(summary.finding);
    if (frames_.empty()) return result;
    Frame& parent = frames_.back();
    children_[parent.first_child + parent.selected].finding = result;
  }
}

void ProofSearch::push(shogi::BareMove move, bool attacking, Length within, Limits limits) {
  ++nodes_;
  Frame& frame = frames_.emplace_back();
  frame.attacking = attacking;
  frame.move = move;
  frame.within = within;
  if (move) {
    position_.do_move(move, frame.undo);
    if (is_of_root_) line_.push_back(move);
  }
  frame.limits = limits;
  frame.nodes_before = nodes_ - 1;
  frame.first_child = children_.size();
  frame.child_count = 0;
  frame.selected = 0;
  frame.greatest = 0;
  frame.is_settled = false;
  const shogi::Key board = position_.board_key();
  const shogi::Hand hand = position_.hand(attacker_);
  const Known known = table_.probe(board, hand);
  frame.may_loop = known.may_loop;
  if (!known.found && detours_ > 0) --detours_;
  frame.detours = detours_;
  frame.has_old = false;
  path_.push(board, hand);
  expand(frame, known.greatest);
  if (frame.has_old) ++detours_;
}

Finding ProofSearch::pop(Finding finding) {
  Frame& frame = frames_.back();
  const int own_index = path_.size() - 1;
  detours_ = std::min(detours_, frame.detours);
  finding.lean.cut(own_index);
  store(frame, finding);
  path_.pop();
  if (frame.move) {
    position_.undo_move(frame.move, frame.undo);
    if (is_of_root_) line_.pop_back();
  }
  children_.resize(frame.first_child);
  frames_.pop_back();
  return finding;
}

void ProofSearch::store(const Frame& frame, const Finding& finding) {
  const std::uint64_t work = nodes_ - frame.nodes_before;
  const shogi::Key board = position_.board_key();
  const shogi::Hand hand = position_.hand(attacker_);
  if (finding.mates()) {
    table_.store_mate(board, finding.hand, finding.length, work);
    return;
  }
  if (finding.fails() && finding.lean.nowhere()) {
    table_.store_safe(board, finding.hand, finding.length, work);
    return;
  }
  Known known;
  known.proof = finding.proof;
  known.disproof = finding.disproof;
  known.greatest = frame.greatest;
  known.may_loop = frame.may_loop;
  known.depth = path_.size();
  const int own_index = path_.size() - 1;
  if (own_index > 0) {
    known.parent = path_.board(own_index - 1);
    known.parent_hand = path_.hand(own_index - 1);
  }
  if (finding.fails()) {
    table_.store_loop(board, {finding.hand, finding.length, path_.condition(finding.lean)}, work);
    // Elsewhere the position is as open as it was.
    const Known before = table_.probe(board, hand);
    known.proof = before.found ? before.proof : 1;
    known.disproof = before.found ? before.disproof : 1;
    known.may_loop = true;
  }
  table_.store_open(board, hand, known, work);
}

void ProofSearch::expand(Frame& frame, std::uint32_t greatest) {
  if (frame.attacking && !position_.in_check()) {
    if (const shogi::BareMove mating = mate_in_one(position_)) {
      shogi::Hand hand;
      if (mating.is_drop()) hand.add(mating.dropped());
      frame.is_settled = true;
      frame.settled = Finding::mate(1, hand);
      return;
    }
  }
  shogi::MoveList moves;
  if (frame.attacking) {
    // A mate within three by a non-promotion is one by the promotion too: it takes the drop of a
    // pawn in between to make a difference.
    generate_attack(position_, limits_.all_moves && frame.within > 4, moves);
  } else {
    generate_moves(position_, false, moves);
  }
  if (frame.attacking && moves.empty()) {
    frame.is_settled = true;
    frame.settled = Finding::no_mate(kNever, safe_hand_of_attack(position_, off_board(position_)));
    return;
  }
  if (!frame.attacking && (moves.empty() || moves[0].is_drop())) {
    const End end = end_of(position_, limits_.futile_count);
    if (end != End::kNone) {
      frame.is_settled = true;
      frame.settled = Finding::mate(0, mating_hand_of_end(position_, end));
      return;
    }
  }
  if (frame.within <= 0) {
    const shogi::BareMove move = moves[0];  // the king's or another piece's rather than a drop
    frame.is_settled = true;
    frame.settled = Finding::no_mate(
        frame.within, frame.attacking
                          ? off_board(position_)
                          : safe_hand_of_defence(position_, move, off_board(position_)));
    return;
  }
  if (frame.attacking && frame.within <= 4) {
    frame.is_settled = true;
    frame.settled = frame.within <= 2
                        ? mate_within_one(position_, Cage(position_), moves, limits_.futile_count)
                        : mate_within_three(position_, moves, limits_.futile_count, nodes_);
    return;
  }
  frame.greatest = greatest;
  const shogi::Hand own = position_.hand(attacker_);
  const shogi::Bitboard near_king = near_enough(position_, ~attacker_);
  for (const shogi::BareMove move : moves) {
    Child child{};
    child.move = move;
    child.behind = -1;
    child.board = position_.board_key_after(move);
    child.hand = own;
    if (frame.attacking) {
      if (move.is_drop()) {
        child.hand.remove(move.dropped());
      } else if (const shogi::Piece taken = position_.piece_at(move.to()); !taken.empty()) {
        child.hand.add(shogi::unpromote(taken.type()));
      }
    }
    const std::size_t number = children_.size() - frame.first_child;
    child.is_greatest = (number < 32 && ((greatest >> number) & 1U) != 0) ||
                        is_one_of_many(frame.attacking, move, near_king);
    table_.prefetch(child.board);
    children_.push_back(child);
  }
  frame.child_count = static_cast<std::size_t>(moves.size());
  std::optional<Cage> cage;
  for (std::size_t i = 0; i < frame.child_count; ++i) {
    Child& child = children_[frame.first_child + i];
    const Known known = table_.probe(child.board, child.hand);
    if (frame.attacking && !known.found && !cage) cage.emplace(position_);
    child.finding = first_look(frame, cage, child.move, child.board, child.hand, known);
    const bool is_nearer = known.depth != 0 && known.depth <= path_.size();
    if (is_nearer && child.finding.is_open()) frame.has_old = true;
    // One mate, or one way out, is enough.
    if (frame.attacking ? child.finding.mates()
                        : child.finding.fails() && child.finding.lean.nowhere()) {
      children_.resize(frame.first_child + i + 1);
      frame.child_count = i + 1;
      return;
    }
  }
  pair_up(frame);
}

Finding ProofSearch::first_look(const Frame& frame, const std::optional<Cage>& cage,
                                shogi::BareMove move, shogi::Key board, shogi::Hand hand,
                                const Known& known) {
  const auto within = static_cast<Length>(frame.within - 1);
  if (known.mated <= within) return Finding::mate(known.mated, known.mating_hand);
  if (known.safe >= within) return Finding::no_mate(known.safe, known.safe_hand);
  if (!frame.attacking) {
    const int back = path_.repeated(board, hand);
    if (back >= 0) return Finding::no_mate(kNever, hand, Lean::on(back));
  }
  if (known.may_loop) {
    Finding finding;
    const bool holds = table_.find_loop(board, [&](const LoopDisproof& disproof) {
      if (!disproof.hand.at_least(hand) || disproof.safe < within) return false;
      Lean lean;
      if (!path_.fulfils(disproof.condition, lean)) return false;
      finding = Finding::no_mate(disproof.safe, disproof.hand, lean);
      return true;
    });
    if (holds) return finding;
  }
  Finding open;
  open.proof = known.proof;
  open.disproof = known.disproof;
  if (!known.found) {
    const FirstNumbers first =
        cage ? numbers_of_check(position_, *cage, move) : numbers_of_reply(position_, move);
    open.proof = std::max(open.proof, first.proof);
    open.disproof = std::max(open.disproof, first.disproof);
  }
  return open;
}

// Moves that are nearly the same: drops of the defender on one square, and a move with and without
// promotion. The defender's come one after the other. The attacker's promotion may be refuted by
// nothing but a pawn drop that would mate, which takes long to prove, so the other is not kept
// back.
void ProofSearch::pair_up(Frame& frame) {
  Child* const children = children_.data() + frame.first_child;
  const auto count = static_cast<int>(frame.child_count);
  if (frame.attacking && is_bare(position_, ~attacker_)) return;
  for (int i = 1; i < count; ++i) {
    Child& child = children[i];
    const shogi::BareMove move = child.move;
    for (int j = i - 1; j >= 0; --j) {
      const shogi::BareMove other = children[j].move;
      if (other.to() != move.to() || other.is_drop() != move.is_drop()) continue;
      if (move.is_drop() ? frame.attacking : other.from() != move.from()) continue;
      if (frame.attacking) {
        child.is_greatest = children[j].is_greatest = true;
      } else {
        child.behind = static_cast<std::int16_t>(j);
      }
      break;
    }
  }
}

bool ProofSearch::is_held_back(const Frame& frame, const Child& child) const {
  if (child.behind < 0) return false;
  return !children_[frame.first_child + static_cast<std::size_t>(child.behind)].finding.mates();
}

ProofSearch::Summary ProofSearch::summarise(const Frame& frame) const {
  Summary result;
  if (frame.is_settled) {
    result.finding = frame.settled;
    return result;
  }
  const bool attacking = frame.attacking;
  bool is_settled = false;  // by one child
  bool is_open = false;
  std::uint32_t of_many = 0;
  for (std::size_t i = 0; i < frame.child_count; ++i) {
    const Child& child = children_[frame.first_child + i];
    const Finding& finding = child.finding;
    if (attacking ? finding.mates() : finding.fails()) {
      is_settled = true;
      break;
    }
    if (!finding.is_open()) continue;
    is_open = true;
    if (is_held_back(frame, child)) continue;
    const std::uint32_t number = attacking ? finding.proof : finding.disproof;
    const std::uint32_t other = attacking ? finding.disproof : finding.proof;
    if (number < result.best_number || (manner_.ties_to_last && number == result.best_number)) {
      result.second_number = result.best_number;
      result.best_number = number;
      result.best = i;
    } else if (number < result.second_number) {
      result.second_number = number;
    }
    if (child.is_greatest) {
      result.greatest = std::max(result.greatest, other);
      ++of_many;
    } else {
      result.sum = add(result.sum, other);
    }
  }
  if (is_settled || !is_open) {
    result.finding = settle(frame);
    return result;
  }
  if (of_many > 1) result.greatest = add(result.greatest, of_many - 1);
  const std::uint32_t number = std::min(result.best_number, kLargest);
  const std::uint32_t other = add(result.sum, result.greatest);
  result.finding.proof = attacking ? number : other;
  result.finding.disproof = attacking ? other : number;
  return result;
}

Finding ProofSearch::settle(const Frame& frame) const {
  const auto collect = [&](auto settled) {
    for (std::size_t i = 0; i < frame.child_count; ++i) {
      const Child& child = children_[frame.first_child + i];
      settled.add(child.move, child.finding);
    }
    return settled.finding();
  };
  return frame.attacking ? collect(ChecksSettled(position_)) : collect(RepliesSettled(position_));
}

void ProofSearch::descend(Frame& frame, const Summary& summary, Limits limits) {
  frame.selected = summary.best;
  Child& child = children_[frame.first_child + summary.best];
  if (!child.was_traced && frame.within > kFewPlies) {
    child.was_traced = true;
    trace(child);
  }
  // How much worse than its best sibling the child may become, and how much its other number may
  // add to the sum.
  const std::uint32_t other = frame.attacking ? child.finding.disproof : child.finding.proof;
  const std::uint32_t limit = frame.attacking ? limits.proof : limits.disproof;
  const std::uint32_t other_limit = frame.attacking ? limits.disproof : limits.proof;
  const std::uint32_t beside = child.is_greatest
                                   ? summary.sum
                                   : summary.sum - std::min(other, summary.sum) + summary.greatest;
  std::uint32_t child_limit = std::min(limit, with_slack(summary.second_number, manner_.patience));
  std::uint32_t child_other = other_limit > beside ? other_limit - beside : 1;
  if (other_limit == kInfinite) child_other = kInfinite;  // the sum may have stopped at its largest
  // Numbers that have grown so large tell nothing any more: search to the end.
  if (child_limit > kLargest / 4) child_limit = kInfinite;
  if (child_other > kLargest / 4) child_other = kInfinite;
  const auto within = static_cast<Length>(frame.within - 1);
  const shogi::BareMove move = child.move;
  if (frame.attacking) {
    push(move, false, within, {child_limit, child_other});
  } else {
    push(move, true, within, {child_other, child_limit});
  }
}

// Follows the child's way upwards as the table has it. If that meets the path above this position,
// the child is counted twice there, once by each way: those two ways are not summed up any more
// (the source node detection of Kishimoto 2010).
void ProofSearch::trace(const Child& child) {
  const int own = path_.size() - 1;
  shogi::Key board = child.board;
  shogi::Hand hand = child.hand;
  shogi::Key parent = 0;
  shogi::Hand parent_hand;
  for (int step = 0; step < kMostSteps; ++step) {
    if (!table_.parent_of(board, hand, parent, parent_hand) || parent == 0) return;
    const int place = path_.find(parent, parent_hand);
    if (place == own && step == 0) return;
    if (place >= 0) {
      Frame& source = frames_[static_cast<std::size_t>(place)];
      for (std::size_t i = 0; i < source.child_count; ++i) {
        Child& way = children_[source.first_child + i];
        if (i != source.selected && !(way.board == board && way.hand == hand)) continue;
        way.is_greatest = true;
        if (i < 32) source.greatest |= 1U << i;
      }
      return;
    }
    board = parent;
    hand = parent_hand;
  }
}

}  // namespace gougi::mate
