// SPDX-License-Identifier: MIT
// A mate solver by depth-first proof-number search (df-pn): whether the side to move can mate by
// checks alone, with the line, or cannot, or that the limits were too small to tell. It never
// answers a mate whose line it has not replayed, nor "no mate" from a search that was cut off. It
// knows nothing of USI. One thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "mate/finding.hpp"
#include "shogi/position.hpp"

namespace gougi::mate {

enum class Verdict : std::uint8_t {
  kMate,    ///< proven; the line is in MateResult
  kNoMate,  ///< disproven: no sequence of checks mates
  kUnknown,
};

/// Why a verdict is kUnknown.
enum class Reason : std::uint8_t { kNone, kStopped, kNodes, kDepth };

/// What to do with a mate that is found but may not be the shortest.
enum class PostSearch : std::uint8_t {
  kNone,
  kUpperBound,  ///< shorten it with about the nodes again that it cost
  kMinimum,     ///< until the shortest is proven, or `stop` says stop; does not mind `nodes`
};

struct MateLimits {
  std::optional<std::uint64_t> nodes;
  /// Lines longer than this many plies are not followed. At most kDeepestLine.
  int depth = 2000;
  PostSearch post = PostSearch::kUpperBound;
};
inline constexpr int kDeepestLine = 4000;

struct MateResult {
  Verdict verdict = Verdict::kUnknown;
  Reason reason = Reason::kNone;
  std::vector<shogi::Move> moves;  ///< of a mate: both sides' moves, the last one mates
  std::uint64_t nodes = 0;
  bool is_shortest = false;  ///< no mate is shorter; both sides do their best in the line
};

/// What a running search tells of itself.
struct MateProgress {
  std::uint64_t nodes = 0;
  int per_mille_full = 0;
  int depth = 0;  ///< plies of the line being looked at
};

class ProofSearch;

class Solver {
 public:
  Solver();
  ~Solver();

  /// Memory for the table, allocated at once but touched only in use.
  void resize(std::size_t megabytes);

  /// Whether the side to move in `position` mates. `stop` is asked about every millisecond. Blocks
  /// until there is a verdict or a limit is reached.
  MateResult solve(const shogi::Position& position, const MateLimits& limits,
                   const std::function<bool(const MateProgress&)>& stop);

 private:
  void read_mate(const shogi::Position& position, const MateLimits& limits, Length length,
                 MateResult& result);
  /// Lowers `length` as far as the search's limits allow; whether that is the shortest.
  bool shorten(const shogi::Position& position, Length& length);

  std::unique_ptr<ProofSearch> search_;
};

/// Whether `moves` played from `position` are legal, the mover's all checks, and the last one
/// mates.
bool is_mate_line(const shogi::Position& position, const std::vector<shogi::Move>& moves);

}  // namespace gougi::mate
