// SPDX-License-Identifier: MIT
#include "mate/proof_search.hpp"

#include <algorithm>

namespace gougi::mate {
namespace {

/// Nodes between two questions to the caller. A node costs up to a microsecond, so the answer to
/// "stop" comes within about a millisecond. Smaller costs time, larger answers late.
constexpr std::uint64_t kPollInterval = 512;

/// The largest sum of numbers that is not "never".
constexpr std::uint32_t kLargest = kInfinite - 1;

std::uint32_t add(std::uint32_t a, std::uint32_t b) { return std::min(a + b, kLargest); }

/// The 1+epsilon trick (Pawlewicz and Lew 2007): a child is searched until it is this much worse
/// than its best sibling, which saves going up and down between two equals. Larger digs too long
/// in a bad move, smaller thrashes.
std::uint32_t with_slack(std::uint32_t second) {
  return second >= kLargest ? kLargest : add(second, 1 + second / 4);
}

/// The path's signature is a sum of these over the attacker's positions above: the same set of
/// positions gives the same signature, in whatever order they came.
shogi::Key scramble(shogi::Key board, shogi::Hand hand) {
  shogi::Key z = board + hand.raw() * 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31U);
}

/// In the length of a twin entry: the "disproof" was a line cut at the depth limit.
constexpr std::uint16_t kCutOffMark = 1;

/// Where a disproof that holds only below this path is kept.
shogi::Key twin(shogi::Key board, shogi::Key path_signature) {
  return board ^ scramble(path_signature, shogi::Hand());
}

bool solved(const Finding& finding) { return finding.proof == 0 || finding.disproof == 0; }

}  // namespace

void ProofSearch::begin(const shogi::Position& position, const MateLimits& limits,
                        const std::function<bool(const MateProgress&)>& stop) {
  if (table_.megabytes() == 0) table_.resize(1);
  table_.new_search();
  attacker_ = position.side_to_move();
  limits_ = limits;
  limits_.depth = std::clamp(limits.depth, 1, kDeepestLine);
  stop_ = stop;
  nodes_ = 0;
  next_poll_ = 0;
  reason_ = Reason::kNone;
}

void ProofSearch::generate_moves(const shogi::Position& position, bool attacking,
                                 shogi::MoveList& moves) {
  if (!attacking) {
    shogi::generate(position, shogi::MoveClass::kEvasions, false, moves);
  } else if (!position.in_check()) {
    shogi::generate(position, shogi::MoveClass::kChecks, false, moves);
  } else {
    shogi::MoveList evasions;
    shogi::generate(position, shogi::MoveClass::kEvasions, false, evasions);
    for (const shogi::Move move : evasions) {
      if (position.gives_check(move)) moves.push(move);
    }
  }
}

Finding ProofSearch::look(const shogi::Position& position, bool attacking) const {
  shogi::MoveList moves;
  generate_moves(position, attacking, moves);
  if (moves.empty()) {
    return attacking ? Finding{kInfinite, 0, 0, kNowhere} : Finding{0, kInfinite, 0, kNowhere};
  }
  const Numbers known = table_.probe_shortest(position.board_key(), position.hand(attacker_));
  return {known.proof, known.disproof, known.length, kNowhere};
}

bool ProofSearch::out_of_limits() {
  if (reason_ != Reason::kNone) return true;
  if (limits_.nodes && nodes_ >= *limits_.nodes) {
    reason_ = Reason::kNodes;
  } else if (nodes_ >= next_poll_) {
    next_poll_ = nodes_ + kPollInterval;
    if (stop_ && stop_({nodes_, table_.per_mille_full(), static_cast<int>(frames_.size())})) {
      reason_ = Reason::kStopped;
    }
  }
  return reason_ != Reason::kNone;
}

Finding ProofSearch::prove(const shogi::Position& position, bool attacking) {
  position_ = position;
  frames_.clear();
  children_.clear();
  path_.clear();
  path_filter_.fill(0);
  push(shogi::Move(), attacking, kInfinite, kInfinite);
  for (;;) {
    Frame& frame = frames_.back();
    const Finding finding = summarise(frame);
    const bool limited = out_of_limits();
    if (!limited && finding.proof < frame.proof_limit && finding.disproof < frame.disproof_limit) {
      descend(frame, finding);
      continue;
    }
    const Finding result = pop(finding);
    if (frames_.empty()) return result;
    Frame& parent = frames_.back();
    children_[parent.first_child + parent.selected].finding = result;
  }
}

void ProofSearch::push(shogi::Move move, bool attacking, std::uint32_t proof_limit,
                       std::uint32_t disproof_limit) {
  shogi::Key signature = 0;
  if (!frames_.empty()) {
    const Frame& parent = frames_.back();
    signature = parent.path_signature;
    if (parent.attacking) signature += scramble(parent.board, parent.hand);
  }
  Frame& frame = frames_.emplace_back();
  frame.attacking = attacking;
  frame.move = move;
  if (move) position_.do_move(move, frame.undo);
  frame.board = position_.board_key();
  frame.hand = position_.hand(attacker_);
  frame.path_signature = signature;
  frame.proof_limit = proof_limit;
  frame.disproof_limit = disproof_limit;
  frame.nodes_before = nodes_;
  frame.before = table_.probe(frame.board, frame.hand);
  if (attacking) enter_path(frame.board, frame.hand);
  expand(frame);
}

Finding ProofSearch::pop(Finding finding) {
  Frame& frame = frames_.back();
  if (frame.attacking) {
    leave_path();
    // A disproof that leans on this very position leans on nothing above it: whoever can mate has
    // a way that never comes back.
    const auto own_index = static_cast<Lean>(path_.size());
    if (finding.disproof == 0 && finding.lean != kCutOff && finding.lean >= own_index) {
      finding.lean = kNowhere;
    }
  }
  store(frame, finding);
  if (frame.move) position_.undo_move(frame.move, frame.undo);
  children_.resize(frame.first_child);
  frames_.pop_back();
  return finding;
}

void ProofSearch::store(const Frame& frame, const Finding& finding) {
  const std::uint64_t work = nodes_ - frame.nodes_before;
  Numbers numbers{finding.proof, finding.disproof, finding.length, true, frame.before.may_loop};
  if (finding.disproof != 0 || finding.lean == kNowhere) {
    table_.store(frame.board, frame.hand, numbers, work);
    return;
  }
  numbers.length = finding.lean == kCutOff ? kCutOffMark : 0;
  table_.store(twin(frame.board, frame.path_signature), frame.hand, numbers, work);
  // Elsewhere the position is as open as it was.
  numbers = frame.before;
  if (numbers.proof == 0 || numbers.disproof == 0) return;
  numbers.may_loop = true;
  table_.store(frame.board, frame.hand, numbers, work);
}

void ProofSearch::expand(Frame& frame) {
  shogi::MoveList moves;
  generate_moves(position_, frame.attacking, moves);
  frame.first_child = children_.size();
  shogi::Key signature = frame.path_signature;
  if (frame.attacking) signature += scramble(frame.board, frame.hand);
  for (const shogi::Move move : moves) {
    shogi::Undo undo;
    position_.do_move(move, undo);
    ++nodes_;
    const Finding finding = first_look(!frame.attacking, signature);
    position_.undo_move(move, undo);
    children_.push_back({move, finding});
    // One mate, or one way out, is enough.
    if (frame.attacking ? finding.proof == 0 : (finding.disproof == 0 && finding.lean == kNowhere))
      break;
  }
  frame.child_count = children_.size() - frame.first_child;
}

Finding ProofSearch::first_look(bool attacking, shogi::Key path_signature) {
  const shogi::Key board = position_.board_key();
  const shogi::Hand hand = position_.hand(attacker_);
  const Numbers known = table_.probe(board, hand);
  if (known.found && (known.proof == 0 || known.disproof == 0)) {
    return {known.proof, known.disproof, known.length, kNowhere};
  }
  if (attacking) {
    const Lean back = repeated(board, hand);
    if (back != kNowhere) return {kInfinite, 0, 0, back};
    if (static_cast<int>(frames_.size()) >= limits_.depth) return {kInfinite, 0, 0, kCutOff};
  }
  if (known.may_loop) {
    const Numbers here = table_.probe(twin(board, path_signature), hand);
    // Which position it leaned on is not stored: the first of the path is the safe assumption.
    if (here.found && here.disproof == 0) {
      return {kInfinite, 0, 0, here.length == kCutOffMark ? kCutOff : Lean{0}};
    }
  }
  if (known.found) return {known.proof, known.disproof, 0, kNowhere};
  shogi::MoveList moves;
  generate_moves(position_, attacking, moves);
  const auto count = static_cast<std::uint32_t>(moves.size());
  if (attacking) {
    if (count == 0) return {kInfinite, 0, 0, kNowhere};
    return {1, 1, 0, kNowhere};
  }
  if (count == 0) return {0, kInfinite, 0, kNowhere};
  return {count, 1, 0, kNowhere};
}

Finding ProofSearch::summarise(const Frame& frame) const {
  return frame.attacking ? summarise_attack(frame) : summarise_defence(frame);
}

Finding ProofSearch::summarise_attack(const Frame& frame) const {
  Finding result{kInfinite, 0, 0, kNowhere};
  std::uint16_t shortest = 0xFFFF;
  for (std::size_t i = 0; i < frame.child_count; ++i) {
    const Finding& child = children_[frame.first_child + i].finding;
    if (child.proof == 0) shortest = std::min(shortest, child.length);
    result.proof = std::min(result.proof, child.proof);
    if (child.disproof == 0) {
      result.lean = std::min(result.lean, child.lean);
    } else {
      result.disproof = add(result.disproof, child.disproof);
    }
  }
  if (result.proof == 0) {
    result.disproof = kInfinite;
    result.length = static_cast<std::uint16_t>(shortest + 1);
  } else if (result.disproof != 0) {
    result.proof = std::min(result.proof, kLargest);
  }
  return result;
}

Finding ProofSearch::summarise_defence(const Frame& frame) const {
  Finding result{0, kInfinite, 0, kNowhere};
  Lean best_lean = kCutOff;
  std::uint16_t longest = 0;
  std::uint32_t greatest = 0;
  std::uint32_t open = 0;
  for (std::size_t i = 0; i < frame.child_count; ++i) {
    const Finding& child = children_[frame.first_child + i].finding;
    result.disproof = std::min(result.disproof, child.disproof);
    if (child.disproof == 0) {
      best_lean = std::max(best_lean, child.lean);
    } else if (child.proof == 0) {
      longest = std::max(longest, child.length);
    } else {
      greatest = std::max(greatest, child.proof);
      ++open;
    }
  }
  if (result.disproof == 0) {
    result.proof = kInfinite;
    result.lean = best_lean;
  } else if (open == 0) {
    result.disproof = kInfinite;
    result.length = static_cast<std::uint16_t>(longest + 1);
  } else {
    // The greatest number and one for each further move, not the sum (weak proof numbers, Ueda et
    // al. 2008): interpositions all lead to much the same positions, and a sum counts them all.
    result.proof = add(greatest, open - 1);
    result.disproof = std::min(result.disproof, kLargest);
  }
  return result;
}

void ProofSearch::descend(Frame& frame, const Finding& finding) {
  std::uint32_t best = kInfinite;
  std::uint32_t second = kInfinite;
  std::uint32_t open = 0;
  for (std::size_t i = 0; i < frame.child_count; ++i) {
    const Finding& child = children_[frame.first_child + i].finding;
    if (solved(child)) continue;
    ++open;
    const std::uint32_t number = frame.attacking ? child.proof : child.disproof;
    if (number < best || open == 1) {
      second = best;
      best = number;
      frame.selected = i;
    } else {
      second = std::min(second, number);
    }
  }
  const Child& child = children_[frame.first_child + frame.selected];
  std::uint32_t proof_limit = 0;
  std::uint32_t disproof_limit = 0;
  if (frame.attacking) {
    proof_limit = std::min(frame.proof_limit, with_slack(second));
    disproof_limit = frame.disproof_limit - finding.disproof + child.finding.disproof;
  } else {
    disproof_limit = std::min(frame.disproof_limit, with_slack(second));
    proof_limit = frame.proof_limit - (open - 1);
  }
  const shogi::Move move = child.move;
  push(move, !frame.attacking, proof_limit, disproof_limit);
}

Lean ProofSearch::repeated(shogi::Key board, shogi::Hand hand) const {
  if (path_filter_[filter_slot(board)] == 0) return kNowhere;
  for (std::size_t i = path_.size(); i-- > 0;) {
    // Coming back with nothing gained is no better: the shortest mate never does.
    if (path_[i].board == board && path_[i].hand.at_least(hand)) return static_cast<Lean>(i);
  }
  return kNowhere;
}

void ProofSearch::enter_path(shogi::Key board, shogi::Hand hand) {
  path_.push_back({board, hand});
  ++path_filter_[filter_slot(board)];
}

void ProofSearch::leave_path() {
  --path_filter_[filter_slot(path_.back().board)];
  path_.pop_back();
}

}  // namespace gougi::mate
