// SPDX-License-Identifier: MIT
// What a mate solver is asked and what it answers, in ordinary shogi and in Freeze shogi alike:
// limits, verdicts, results, progress. Plain values; no search.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "shogi/types.hpp"

namespace gougi::mate {

enum class Verdict : std::uint8_t {
  kMate,    ///< proven; the line is in the result (empty if the defender is mated already)
  kNoMate,  ///< disproven: no sequence of checks mates
  kUnknown,
};

/// Why a verdict is kUnknown.
enum class Reason : std::uint8_t { kNone, kStopped, kNodes, kDepth };

/// Of the side to move.
enum class Role : std::uint8_t {
  kAttacker,  ///< it gives check, and mates
  kDefender,  ///< it is in check: is it mated whatever it does?
};

/// What to do with a mate that is found but may not be the shortest.
enum class PostSearch : std::uint8_t {
  kNone,
  kUpperBound,  ///< shorten it with at most half of the nodes that it cost, and 40,000
  kMinimum,     ///< until the shortest is proven, or `stop` says stop; does not mind `nodes`
};

struct MateLimits {
  std::optional<std::uint64_t> nodes;
  /// Lines longer than this many plies are not followed. At most kDeepestLine.
  int depth = 2000;
  PostSearch post = PostSearch::kUpperBound;
  Role role = Role::kAttacker;
  /// Futile interpositions (無駄合) at the end count as plies, as in published sets of short mates;
  /// composers of long ones do not count them. Not minded in Freeze shogi.
  bool futile_count = true;
  /// The attacker's non-promotions of pawn, bishop and rook are looked at as well. Without them
  /// "no mate" may be wrong where only they avoid a pawn-drop mate.
  bool all_moves = true;
  /// The position is the one solved last, with other limits of nodes: what was found is kept.
  bool goes_on = false;
};
inline constexpr int kDeepestLine = 4000;

template <class Move>
struct ResultOf {
  Verdict verdict = Verdict::kUnknown;
  Reason reason = Reason::kNone;
  std::vector<Move> moves;  ///< of a mate: both sides' moves, the last one ends it
  int plies = 0;  ///< of a mate: the length; without futile interpositions at the end of `moves`
  std::uint64_t nodes = 0;
  bool is_shortest = false;  ///< no mate is shorter; both sides do their best in the line
};
using MateResult = ResultOf<shogi::BareMove>;
using FreezeMateResult = ResultOf<shogi::Move>;

/// What a running search tells of itself. A position that is measured counts as some nodes.
template <class Move>
struct ProgressOf {
  std::uint64_t nodes = 0;
  int per_mille_full = 0;
  int depth = 0;               ///< plies of the line being looked at
  std::span<const Move> line;  ///< that line, where it begins at the position to be solved
  bool found = false;          ///< the mate is proven, and made shorter or read out now
};
using MateProgress = ProgressOf<shogi::BareMove>;
using FreezeMateProgress = ProgressOf<shogi::Move>;

/// True ends the search.
using MateStop = std::function<bool(const MateProgress&)>;
using FreezeMateStop = std::function<bool(const FreezeMateProgress&)>;

/// What a walk over a proof found.
struct Verification {
  bool holds = false;  ///< every legal defence of every position reached is answered, to the mate
  std::uint64_t positions = 0;
};

}  // namespace gougi::mate
