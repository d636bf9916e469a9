// SPDX-License-Identifier: MIT
// The positions of a game by their keys, and which of them were checks: what repetition needs. A
// value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gougi::shogi {

/// What the fourth occurrence of a position means for the side to move there.
enum class Repetition : std::uint8_t {
  kNone,
  kDraw,  ///< 千日手
  kWin,   ///< the opponent gave perpetual check (連続王手の千日手)
  kLoss,  ///< the side to move gave perpetual check
};

class History {
 public:
  /// The next position, the start first; `in_check`: its side to move.
  void record(std::uint64_t key, bool in_check) {
    int run = in_check ? 1 : 0;
    if (in_check && passed_.size() >= 2) run += passed_[passed_.size() - 2].checks_in_a_row;
    passed_.push_back({key, run});
  }
  /// Forgets the last one.
  void undo() { passed_.pop_back(); }
  /// Of the position after the first `count` moves.
  std::uint64_t key_after(std::size_t count) const { return passed_[count].key; }

  /// Judges the last position against those before: fourth occurrence (対局規定 第8条). Perpetual
  /// check is when all moves of one side since the first of the four were checks; if that holds for
  /// both sides, it is a draw.
  Repetition repetition() const;
  /// After how many moves positions that have occurred three times stood last, the present one left
  /// out: when one of these comes again, the game ends. In no order.
  std::vector<std::size_t> thrice() const;

 private:
  struct Passed {
    std::uint64_t key;
    int checks_in_a_row;  // by the side that moved here: its last moves that were checks
  };

  std::vector<Passed> passed_;
};

}  // namespace gougi::shogi
