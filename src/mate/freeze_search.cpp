// SPDX-License-Identifier: MIT
#include "mate/freeze_search.hpp"

#include <algorithm>
#include <utility>

namespace gougi::mate {
namespace {

// Between two questions whether to stop: about half a millisecond.
constexpr std::uint64_t kNodesBetweenStops = 64;

Length one_more(Length length) {
  return length == kNever ? kNever : static_cast<Length>(length + 1);
}

std::uint32_t capped(std::uint64_t number) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, kLargest));
}

// How far a child's number may grow beyond that of the second best before the search goes there: a
// quarter (the 1+ε trick).
std::uint32_t beyond(std::uint32_t second) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(std::uint64_t{second} + second / 4 + 1, kInfinite));
}

}  // namespace

void FreezeSearch::begin(const shogi::FreezePosition& position, const MateLimits& limits,
                         FreezeMateStop stop) {
  const shogi::Color us = position.side_to_move();
  attacker_ = limits.role == Role::kAttacker ? us : ~us;
  all_moves_ = limits.all_moves;
  stop_ = std::move(stop);
  if (!limits.goes_on || nodes_ == 0) table_.clear();
  nodes_ = 0;
  allow(limits.nodes, true);
}

void FreezeSearch::allow(std::optional<std::uint64_t> nodes, bool heed_stop) {
  last_node_.reset();
  if (nodes) last_node_ = nodes_ + *nodes;
  heeds_stop_ = heed_stop;
  reason_ = Reason::kNone;
}

FreezeFinding FreezeSearch::prove(const shogi::FreezePosition& position, bool attacking,
                                  int bound) {
  position_ = position;
  path_.clear();
  children_.clear();
  line_.clear();
  best_ = {};
  return search(attacking, std::min(bound, kDeepestFreezeLine), kInfinite, kInfinite);
}

bool FreezeSearch::is_cut_off() {
  if (reason_ != Reason::kNone) return true;
  if (last_node_ && nodes_ >= *last_node_) {
    reason_ = Reason::kNodes;
    return true;
  }
  ++nodes_;
  if (nodes_ % kNodesBetweenStops == 0 && heeds_stop_ && stop_) {
    const FreezeMateProgress progress{nodes_, table_.per_mille_full(),
                                      static_cast<int>(line_.size()), line_};
    if (stop_(progress)) reason_ = Reason::kStopped;
  }
  return reason_ != Reason::kNone;
}

FreezeSpot FreezeSearch::spot() const {
  const shogi::FreezeState& state = position_.state();
  return {position_.position().board_key() ^ shogi::key_of({state.in_force, {}}),
          position_.position().hand(attacker_),
          state.left[static_cast<std::size_t>(index(attacker_))],
          state.left[static_cast<std::size_t>(index(~attacker_))]};
}

FreezeSpot FreezeSearch::spot_after(shogi::Move move) const {
  const shogi::Position& p = position_.position();
  FreezeSpot after = spot();
  after.board = p.board_key_after(move.move) ^ shogi::key_of({move.freeze, {}});
  const bool attacking = p.side_to_move() == attacker_;
  if (move.freezes()) --(attacking ? after.attacker : after.defender);
  if (!attacking) return after;
  if (move.move.is_drop()) {
    after.hand.remove(move.move.dropped());
  } else if (const shogi::Piece captured = p.piece_at(move.move.to()); !captured.empty()) {
    after.hand.add(shogi::unpromote(captured.type()));
  }
  return after;
}

// Searches position_ until it is settled within `bound` plies, a number reaches its limit, or the
// search is cut off.
FreezeFinding FreezeSearch::search(bool attacking, int bound, std::uint32_t most_proof,
                                   std::uint32_t most_disproof) {
  if (is_cut_off()) return {};
  const std::uint64_t nodes_before = nodes_ - 1;
  const FreezeSpot here = spot();
  FreezeFinding finding = settle_at_once(attacking, bound);
  if (finding.is_open()) {
    const std::size_t first = children_.size();
    path_.push(here.path_key(), here.hand);
    add_children(attacking, bound);
    finding = work_on(attacking, bound, most_proof, most_disproof, first);
    children_.resize(first);
    path_.pop();
    finding.lean.cut(path_.size());
  }
  if (reason_ == Reason::kNone || !finding.is_open()) {
    table_.store(here, finding, path_, nodes_ - nodes_before);
  }
  return finding;
}

// What a look at the options tells. They are in options_ if the position stays open.
FreezeFinding FreezeSearch::settle_at_once(bool attacking, int bound) {
  if (attacking) {
    if (bound < 1) return FreezeFinding::no_mate(0, 0);
    const shogi::Move end = list_attacks(position_, all_moves_, options_);
    if (end) {
      if (line_.empty()) best_ = end;
      return FreezeFinding::mate(1, end.freezes() ? 1 : 0);
    }
    if (options_.empty()) return FreezeFinding::no_mate(kNever, 0);
    if (bound < 3) return FreezeFinding::no_mate(2, 0);
    return {};
  }
  const shogi::Move escape = list_defences(position_, all_moves_, options_);
  if (escape) return FreezeFinding::no_mate(kNever, escape.freezes() ? 1 : 0);
  if (options_.empty()) return FreezeFinding::mate(0, 0);
  if (bound < 2) return FreezeFinding::no_mate(1, 0);
  return {};
}

void FreezeSearch::add_children(bool attacking, int bound) {
  for (const FreezeOption& option : options_) {
    const FreezeSpot after = spot_after(option.move);
    const int repeated = path_.repeated(after.path_key(), after.hand);
    if (repeated >= 0) {
      children_.push_back(
          {option.move, FreezeFinding::no_mate(kNever, after.defender, Lean::on(repeated))});
      continue;
    }
    FreezeFinding unknown;
    if (attacking) unknown.proof = static_cast<std::uint32_t>(std::max(option.answers, 1));
    children_.push_back({option.move, table_.look_up(after, bound - 1, path_, unknown)});
  }
}

// The attacker needs one move: the least proof number counts. The moves' subtrees overlap (the same
// check with different freezes), so that of the disproof numbers the greatest counts, and one for
// each other move.
FreezeSearch::Sum FreezeSearch::sum_of_attack(std::size_t first) const {
  Sum sum;
  sum.finding = FreezeFinding::no_mate(kNever, 0);
  sum.second = kInfinite;
  std::uint32_t greatest = 0;
  std::uint32_t open = 0;
  for (std::size_t i = first; i < children_.size(); ++i) {
    const auto& [move, child] = children_[i];
    if (child.mates()) {
      sum.chosen = i;
      sum.finding =
          FreezeFinding::mate(one_more(child.length),
                              static_cast<std::uint16_t>(child.freezes + (move.freezes() ? 1 : 0)));
      return sum;
    }
    if (child.fails()) {
      sum.finding.length = std::min(sum.finding.length, one_more(child.length));
      sum.finding.freezes = std::max(sum.finding.freezes, child.freezes);
      sum.finding.lean.join(child.lean);
      continue;
    }
    ++open;
    greatest = std::max(greatest, child.disproof);
    if (child.proof < sum.finding.proof) {
      sum.second = sum.finding.proof;
      sum.finding.proof = child.proof;
      sum.chosen = i;
    } else {
      sum.second = std::min(sum.second, child.proof);
    }
  }
  if (open == 0) return sum;
  sum.others = open - 1;
  sum.finding.disproof = capped(std::uint64_t{greatest} + sum.others);
  return sum;
}

// The mirror image.
FreezeSearch::Sum FreezeSearch::sum_of_defence(std::size_t first) const {
  Sum sum;
  sum.finding = FreezeFinding::mate(0, 0);
  sum.second = kInfinite;
  std::uint32_t greatest = 0;
  std::uint32_t open = 0;
  bool fails = false;
  for (std::size_t i = first; i < children_.size(); ++i) {
    const auto& [move, child] = children_[i];
    if (child.fails()) {
      if (fails && !child.lean.nowhere()) continue;
      fails = true;
      sum.chosen = i;
      sum.finding = FreezeFinding::no_mate(
          one_more(child.length),
          static_cast<std::uint16_t>(child.freezes + (move.freezes() ? 1 : 0)), child.lean);
      if (child.lean.nowhere()) return sum;
    }
    if (fails) continue;
    if (child.mates()) {
      if (one_more(child.length) > sum.finding.length) {
        sum.finding.length = one_more(child.length);
        if (open == 0) sum.chosen = i;
      }
      sum.finding.freezes = std::max(sum.finding.freezes, child.freezes);
      continue;
    }
    ++open;
    greatest = std::max(greatest, child.proof);
    if (child.disproof < sum.finding.disproof) {
      sum.second = sum.finding.disproof;
      sum.finding.disproof = child.disproof;
      sum.chosen = i;
    } else {
      sum.second = std::min(sum.second, child.disproof);
    }
  }
  if (fails || open == 0) return sum;
  sum.others = open - 1;
  sum.finding.proof = capped(std::uint64_t{greatest} + sum.others);
  return sum;
}

// Searches the children of position_, which begin at `first`.
FreezeFinding FreezeSearch::work_on(bool attacking, int bound, std::uint32_t most_proof,
                                    std::uint32_t most_disproof, std::size_t first) {
  for (;;) {
    const Sum sum = attacking ? sum_of_attack(first) : sum_of_defence(first);
    const shogi::Move move = children_[sum.chosen].move;
    if (!sum.finding.is_open()) {
      if (line_.empty() && sum.finding.mates()) best_ = move;
      return sum.finding;
    }
    if (sum.finding.proof >= most_proof || sum.finding.disproof >= most_disproof) {
      return sum.finding;
    }
    std::uint32_t child_proof = 0;
    std::uint32_t child_disproof = 0;
    if (attacking) {
      child_proof = std::min(most_proof, beyond(sum.second));
      child_disproof = most_disproof == kInfinite ? kInfinite : most_disproof - sum.others;
    } else {
      child_disproof = std::min(most_disproof, beyond(sum.second));
      child_proof = most_proof == kInfinite ? kInfinite : most_proof - sum.others;
    }
    shogi::FreezeUndo undo;
    position_.do_move(move, undo);
    line_.push_back(move);
    const FreezeFinding found = search(!attacking, bound - 1, child_proof, child_disproof);
    line_.pop_back();
    position_.undo_move(move, undo);
    if (reason_ != Reason::kNone && found.is_open()) return {};
    children_[sum.chosen].finding = found;
  }
}

}  // namespace gougi::mate
