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

// How far a child's number may grow beyond that of the second best before the search goes there
// (the 1+ε trick).
std::uint32_t beyond(std::uint32_t second, std::uint32_t inverse_epsilon) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(std::uint64_t{second} + second / inverse_epsilon + 1, kInfinite));
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

FreezeFinding FreezeSearch::prove(const shogi::FreezePosition& position, bool or_node, int bound) {
  position_ = position;
  path_.clear();
  children_.clear();
  line_.clear();
  best_ = {};
  return search(or_node, std::min(bound, kDeepestFreezeLine), {});
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

Length FreezeSearch::known_mate(const shogi::FreezePosition& position) const {
  const FreezeFinding found =
      table_.look_up(spot_of(position), kDeepestFreezeLine, path_, FreezeFinding{});
  return found.mates() ? found.length : kNever;
}

FreezeSpot FreezeSearch::spot_of(const shogi::FreezePosition& position) const {
  const shogi::FreezeState& state = position.state();
  return {position.position().board_key() ^ shogi::key_of({state.in_force, {}}),
          position.position().hand(attacker_),
          state.left[static_cast<std::size_t>(index(attacker_))],
          state.left[static_cast<std::size_t>(index(~attacker_))]};
}

FreezeSpot FreezeSearch::spot_after(shogi::Move move) const {
  const shogi::Position& p = position_.position();
  FreezeSpot after = spot_of(position_);
  after.board = p.board_key_after(move.bare) ^ shogi::key_of({move.freeze, {}});
  const bool or_node = p.side_to_move() == attacker_;
  if (move.freezes()) --(or_node ? after.attacker : after.defender);
  if (!or_node) return after;
  if (move.bare.is_drop()) {
    after.hand.remove(move.bare.dropped());
  } else if (const shogi::Piece captured = p.piece_at(move.bare.to()); !captured.empty()) {
    after.hand.add(shogi::unpromote(captured.type()));
  }
  return after;
}

// Searches position_ until it is settled within `bound` plies, a number reaches its limit, or the
// search is cut off.
FreezeFinding FreezeSearch::search(bool or_node, int bound, Thresholds thresholds) {
  if (is_cut_off()) return {};
  const std::uint64_t nodes_before = nodes_ - 1;
  const FreezeSpot here = spot_of(position_);
  FreezeFinding finding = settle_at_once(or_node, bound);
  if (finding.is_open()) {
    const std::size_t first = children_.size();
    path_.push(here.path_key(), here.hand);
    add_children(or_node, bound);
    finding = work_on(or_node, bound, thresholds, first);
    children_.resize(first);
    path_.pop();
    finding.dependence.cut(path_.size());
  }
  if (reason_ == Reason::kNone || !finding.is_open()) {
    table_.store(here, finding, path_, nodes_ - nodes_before);
  }
  return finding;
}

// What a look at the options tells. They are in options_ if the position stays open.
FreezeFinding FreezeSearch::settle_at_once(bool or_node, int bound) {
  if (or_node) {
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

void FreezeSearch::add_children(bool or_node, int bound) {
  for (const FreezeOption& option : options_) {
    const FreezeSpot after = spot_after(option.move);
    const int repeated = path_.repeated(after.path_key(), after.hand);
    if (repeated >= 0) {
      children_.push_back({option.move, FreezeFinding::no_mate(kNever, after.defender,
                                                               PathDependence::on(repeated))});
      continue;
    }
    FreezeFinding unknown;
    if (or_node) unknown.proof = static_cast<std::uint32_t>(std::max(option.answers, 1));
    children_.push_back({option.move, table_.look_up(after, bound - 1, path_, unknown)});
  }
}

// The attacker needs one move: the least proof number counts. The moves' subtrees overlap (the same
// check with different freezes), so that of the disproof numbers the greatest counts, and one for
// each other move.
FreezeSearch::Sum FreezeSearch::sum_of_or_node(std::size_t first) const {
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
      sum.finding.dependence.join(child.dependence);
      continue;
    }
    ++open;
    greatest = std::max(greatest, child.disproof);
    if (goes_before(child.proof, sum.finding.proof)) {
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
FreezeSearch::Sum FreezeSearch::sum_of_and_node(std::size_t first) const {
  Sum sum;
  sum.finding = FreezeFinding::mate(0, 0);
  sum.second = kInfinite;
  std::uint32_t greatest = 0;
  std::uint32_t open = 0;
  bool fails = false;
  for (std::size_t i = first; i < children_.size(); ++i) {
    const auto& [move, child] = children_[i];
    if (child.fails()) {
      if (fails && !child.dependence.nowhere()) continue;
      fails = true;
      sum.chosen = i;
      sum.finding = FreezeFinding::no_mate(
          one_more(child.length),
          static_cast<std::uint16_t>(child.freezes + (move.freezes() ? 1 : 0)), child.dependence);
      if (child.dependence.nowhere()) return sum;
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
    if (goes_before(child.disproof, sum.finding.disproof)) {
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

// Of the child that is chosen: how much worse than the second best it may become, and how much its
// other number may add to the others'.
Thresholds FreezeSearch::thresholds_of_child(bool or_node, Thresholds thresholds,
                                             const Sum& sum) const {
  const auto without_others = [&sum](std::uint32_t threshold) {
    return threshold == kInfinite ? kInfinite : threshold - sum.others;
  };
  const std::uint32_t slack = beyond(sum.second, variant_.inverse_epsilon);
  if (or_node) return {std::min(thresholds.thpn, slack), without_others(thresholds.thdn)};
  return {without_others(thresholds.thpn), std::min(thresholds.thdn, slack)};
}

// Searches the children of position_, which begin at `first`.
FreezeFinding FreezeSearch::work_on(bool or_node, int bound, Thresholds thresholds,
                                    std::size_t first) {
  for (;;) {
    const Sum sum = or_node ? sum_of_or_node(first) : sum_of_and_node(first);
    const shogi::Move move = children_[sum.chosen].move;
    if (!sum.finding.is_open()) {
      if (line_.empty() && sum.finding.mates()) best_ = move;
      return sum.finding;
    }
    if (sum.finding.proof >= thresholds.thpn || sum.finding.disproof >= thresholds.thdn) {
      return sum.finding;
    }
    shogi::FreezeUndo undo;
    position_.do_move(move, undo);
    line_.push_back(move);
    const FreezeFinding found =
        search(!or_node, bound - 1, thresholds_of_child(or_node, thresholds, sum));
    line_.pop_back();
    position_.undo_move(move, undo);
    if (reason_ != Reason::kNone && found.is_open()) return {};
    children_[sum.chosen].finding = found;
  }
}

}  // namespace gougi::mate
