// SPDX-License-Identifier: MIT
// An engine's score, always from the side to move's point of view, and its order.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.hpp"

namespace gougi::usi {

struct Centipawns {
  int value = 0;
  friend bool operator==(const Centipawns&, const Centipawns&) = default;
};

/// `mate +5`, `mate -4`, and the legal `mate +` / `mate -` whose length is unknown.
struct Mate {
  bool winning = true;       ///< the side to move mates
  std::optional<int> plies;  ///< >= 0; `mate 0` is read as "mated now" (losing)
  friend bool operator==(const Mate&, const Mate&) = default;
};

enum class Bound { kExact, kLower, kUpper };

struct Score {
  std::variant<Centipawns, Mate> value;
  Bound bound = Bound::kExact;

  static Score cp(int value) { return {Centipawns{value}, Bound::kExact}; }
  static Score mate_in(int plies) { return {Mate{true, plies}, Bound::kExact}; }
  static Score mated_in(int plies) { return {Mate{false, plies}, Bound::kExact}; }
  friend bool operator==(const Score&, const Score&) = default;
};

/// Better for the side to move is greater: a winning mate beats every centipawn score, the shorter
/// the better, of unknown length last; a losing mate loses to every one, the longer the better, of
/// unknown length … taken as the longest. Bounds are not looked at.
std::strong_ordering compare(const Score& a, const Score& b);

/// The same score seen from the other side.
Score negated(const Score& score);

/// "cp 35", "mate -4", "cp 10 lowerbound".
std::string to_string(const Score& score);

}  // namespace gougi::usi
