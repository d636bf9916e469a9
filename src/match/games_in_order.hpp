// SPDX-License-Identifier: MIT
// Games of one match that lie in several files, in the order of their numbers: one game of each
// file is in memory at a time. And the sequential test over them, which takes pairs in that order
// whenever they come, so that it falls where it falls in an undivided run. For one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.hpp"
#include "match/sprt.hpp"
#include "match/store.hpp"

namespace gougi::match {

class GamesInOrder {
 public:
  /// `stores` outlive it. Of games that are in several of them the first one's comes first.
  explicit GamesInOrder(const std::vector<Store*>& stores);

  /// Goes to the next game; false: there is none.
  base::Result<bool> next();
  const GameRows& row() const { return rows_[at_]; }
  /// Which of the stores it is in.
  std::size_t store() const { return at_; }
  /// The game before had this number, too.
  bool is_double() const { return is_double_; }
  /// Of a double: it is another game than the one before.
  bool differs() const { return differs_; }

 private:
  std::vector<GameRows> rows_;
  std::vector<bool> has_row_;
  std::size_t at_ = 0;
  bool has_begun_ = false;
  bool is_double_ = false;
  bool differs_ = false;
};

class TestInOrder {
 public:
  explicit TestInOrder(const SprtSettings& settings);

  /// The first engine's points in a game: in the order of the numbers, each once. Behind a gap
  /// nothing counts.
  void add(std::uint64_t number, Points points);

  SprtVerdict verdict() const { return state_.verdict; }
  /// Its bounds are there before the first pair is.
  const SprtState& state() const { return state_; }
  /// The first pair with which it was decided.
  std::optional<std::uint64_t> deciding_pair() const { return deciding_pair_; }
  /// Whether this game comes after the decision.
  bool is_too_late(std::uint64_t number) const {
    return deciding_pair_ && number / 2 > *deciding_pair_;
  }

 private:
  SprtSettings settings_;
  Pentanomial pairs_;
  SprtState state_;
  std::uint64_t next_ = 0;
  Points half_ = Points::kDraw;
  std::optional<std::uint64_t> deciding_pair_;
};

}  // namespace gougi::match
