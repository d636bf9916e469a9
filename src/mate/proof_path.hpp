// SPDX-License-Identifier: MIT
// The positions between the root and the one being searched, so that "was this position, or a
// better one for the attacker, here before?" takes a look or two at any depth. Both sides'
// positions are in it. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "mate/finding.hpp"
#include "shogi/types.hpp"

namespace gougi::mate {

/// A number for board and hand together.
inline shogi::Key scramble(shogi::Key board, shogi::Hand hand) {
  shogi::Key z = board + hand.raw() * 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31U);
}

class ProofPath {
 public:
  ProofPath() { clear(); }

  int size() const { return static_cast<int>(places_.size()); }
  shogi::Key board(int index) const { return place(index).board; }
  shogi::Hand hand(int index) const { return place(index).hand; }

  void clear() {
    places_.clear();
    heads_.fill(-1);
    name_heads_.fill(-1);
  }

  void push(shogi::Key board, shogi::Hand hand) {
    std::int32_t& head = heads_[slot(board)];
    const shogi::Key name = scramble(board, hand);
    std::int32_t& name_head = name_heads_[slot(name)];
    const shogi::Key sum = (places_.empty() ? 0 : places_.back().sum) + name;
    places_.push_back({board, name, sum, hand, head, name_head});
    head = static_cast<std::int32_t>(places_.size()) - 1;
    name_head = head;
  }

  void pop() {
    heads_[slot(places_.back().board)] = places_.back().before;
    name_heads_[slot(places_.back().name)] = places_.back().named_before;
    places_.pop_back();
  }

  /// The last position with this board where the attacker had `hand` or more; -1 if there is none.
  int repeated(shogi::Key board, shogi::Hand hand) const {
    std::int32_t i = heads_[slot(board)];
    while (i >= 0 && !(place(i).board == board && place(i).hand.at_least(hand))) {
      i = place(i).before;
    }
    return i;
  }

  /// The position with this board and hand; -1 if there is none.
  int find(shogi::Key board, shogi::Hand hand) const {
    std::int32_t i = heads_[slot(board)];
    while (i >= 0 && !(place(i).board == board && place(i).hand == hand)) i = place(i).before;
    return i;
  }

  /// Says what `dependence` means in terms of positions; at most two single ones. `dependence` is
  /// of a path that this one begins with.
  LoopCondition condition(const PathDependence& dependence) const {
    const int first = dependence.first();
    const int last = dependence.last();
    if (!dependence.is_range() && dependence.count() <= 2) {
      const auto kind = first == last ? LoopCondition::Kind::kOne : LoopCondition::Kind::kTwo;
      return {kind, place(first).name, place(last).name, 0};
    }
    return {LoopCondition::Kind::kRange, place(first).name, sum_of(first, last), last - first + 1};
  }

  /// Whether this path fulfils `condition`, and then through which positions.
  bool fulfils(const LoopCondition& condition, PathDependence& dependence) const {
    const int first = named(condition.first);
    if (first < 0) return false;
    switch (condition.kind) {
      case LoopCondition::Kind::kOne:
        dependence = PathDependence::on(first);
        return true;
      case LoopCondition::Kind::kTwo: {
        const int second = named(condition.second);
        if (second < 0) return false;
        dependence = PathDependence::on(first);
        dependence.join(PathDependence::on(second));
        return true;
      }
      case LoopCondition::Kind::kRange:
        break;
    }
    const int last = first + condition.length - 1;
    if (condition.length < 1 || last >= size() || sum_of(first, last) != condition.second) {
      return false;
    }
    dependence = PathDependence::on_range(first, last);
    return true;
  }

 private:
  struct Place {
    shogi::Key board;
    shogi::Key name;  // of board and hand
    shogi::Key sum;   // of all names up to this one
    shogi::Hand hand;
    std::int32_t before;  // the one before in the same slot
    std::int32_t named_before;
  };
  static constexpr std::size_t kSlots = 8192;

  static std::size_t slot(shogi::Key board) { return board % kSlots; }
  int named(shogi::Key name) const {
    std::int32_t i = name_heads_[slot(name)];
    while (i >= 0 && place(i).name != name) i = place(i).named_before;
    return i;
  }
  const Place& place(int index) const { return places_[static_cast<std::size_t>(index)]; }
  shogi::Key sum_of(int first, int last) const {
    return place(last).sum - (first == 0 ? 0 : place(first - 1).sum);
  }

  std::vector<Place> places_;
  std::array<std::int32_t, kSlots> heads_{};
  std::array<std::int32_t, kSlots> name_heads_{};
};

}  // namespace gougi::mate
