// SPDX-License-Identifier: MIT
// What the numbers of the search mean. A value is the mover's, in hundredths of a pawn, except near
// the top: mates.
#pragma once

#include <cstdlib>

#include "eval/evaluator.hpp"

namespace gougi::search {

/// Deepest line, in plies from the root.
inline constexpr int kMaxPly = 120;

inline constexpr int kInfiniteValue = 32001;
/// Mated here and now is -kMateValue; a mate n plies from the root is kMateValue - n.
inline constexpr int kMateValue = 32000;
inline constexpr int kLongestMateValue = kMateValue - 2 * kMaxPly;
/// A win by rule rather than by mate: the opponent would have to stop a perpetual check.
inline constexpr int kRuleWin = 25000;
inline constexpr int kDraw = 0;
static_assert(eval::kLargestScore < kRuleWin && kRuleWin < kLongestMateValue);

constexpr bool is_mate_value(int value) {
  return value >= kLongestMateValue || value <= -kLongestMateValue;
}
constexpr int mate_in(int ply) { return kMateValue - ply; }
constexpr int mated_in(int ply) { return ply - kMateValue; }

/// Mate values in the table count from the node they are stored at, not from the root.
constexpr int to_table(int value, int ply) {
  if (value >= kLongestMateValue) return value + ply;
  if (value <= -kLongestMateValue) return value - ply;
  return value;
}
constexpr int from_table(int value, int ply) {
  if (value >= kLongestMateValue) return value - ply;
  if (value <= -kLongestMateValue) return value + ply;
  return value;
}

}  // namespace gougi::search
