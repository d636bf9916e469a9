// SPDX-License-Identifier: MIT
// A mate solver by depth-first proof-number search (df-pn): whether the side to move can mate by
// checks alone, with the line, or cannot, or that the limits were too small to tell. It never
// answers a mate whose line it has not replayed, nor "no mate" from a search that was cut off. It
// knows nothing of USI. To be used from one thread at a time; it may start more of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "mate/finding.hpp"
#include "shogi/position.hpp"

namespace gougi::mate {

enum class Verdict : std::uint8_t {
  kMate,    ///< proven; the line is in MateResult (empty if the defender is mated already)
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
  /// composers of long ones do not count them.
  bool futile_count = true;
  /// The attacker's non-promotions of pawn, bishop and rook are looked at as well. Without them
  /// "no mate" may be wrong where only they avoid a pawn-drop mate.
  bool all_moves = true;
  /// The position is the one solved last, with other limits of nodes: what was found is kept.
  bool goes_on = false;
};
inline constexpr int kDeepestLine = 4000;

struct MateResult {
  Verdict verdict = Verdict::kUnknown;
  Reason reason = Reason::kNone;
  std::vector<shogi::BareMove> moves;  ///< of a mate: both sides' moves, the last one mates
  int plies = 0;  ///< of a mate: the length; without futile interpositions at the end of `moves`
  std::uint64_t nodes = 0;
  bool is_shortest = false;  ///< no mate is shorter; both sides do their best in the line
};

/// What a running search tells of itself. A position that is measured counts as some nodes.
struct MateProgress {
  std::uint64_t nodes = 0;
  int per_mille_full = 0;
  int depth = 0;  ///< plies of the line being looked at
  std::span<const shogi::BareMove>
      line;            ///< that line, where it begins at the position to be solved
  bool found = false;  ///< the mate is proven, and made shorter or read out now
};

class ProofSearch;
struct Line;

/// What a walk over a proof found.
struct Verification {
  bool holds = false;  ///< every legal defence of every position reached is answered, to the mate
  std::uint64_t positions = 0;
};

/// Is told of the table's memory, for instance to ask the system for large pages.
using MemoryAdvice = void (*)(void* memory, std::size_t bytes);

class Solver {
 public:
  explicit Solver(MemoryAdvice advice = nullptr);
  ~Solver();

  /// Memory for all tables together, allocated at once but touched only in use.
  void resize(std::size_t megabytes);
  /// So many threads, at least 1, search the problem, each in its own manner and with its part of
  /// the memory; the first that is done answers. With one the same problem takes the same nodes.
  void set_threads(int count);

  /// Whether the side to move in `position` mates, or, as the defender, is mated. `stop` is asked
  /// about every millisecond, by the calling thread. Blocks until there is a verdict or a limit is
  /// reached.
  MateResult solve(const shogi::Position& position, const MateLimits& limits,
                   const std::function<bool(const MateProgress&)>& stop);

  /// Walks the proof of the mate that solve() has just found of `position`: after each of the
  /// attacker's moves all legal replies, until all are mated. What the table has forgotten is
  /// proved again. Takes at most 48 MB besides.
  Verification verify(const shogi::Position& position, Role role = Role::kAttacker);

 private:
  using Stop = std::function<bool(const MateProgress&)>;

  std::unique_ptr<ProofSearch> make_search(std::size_t number) const;
  Finding race(const shogi::Position& position, const MateLimits& limits, const Stop& stop);
  bool measure(const shogi::Position& position, bool attacking, std::uint64_t nodes,
               bool is_stopped, Length& length, Line& line);
  void read_mate(const shogi::Position& position, const MateLimits& limits, Length length,
                 MateResult& result);

  MemoryAdvice advice_;
  std::size_t megabytes_ = 0;  // 0: not asked for yet
  std::vector<std::unique_ptr<ProofSearch>> searches_;
  ProofSearch* search_ = nullptr;   // the one that knows the answer
  std::uint64_t others_nodes_ = 0;  // of the last problem
};

/// Whether `moves` played from `position` are legal, the attacker's all checks, and the last one
/// mates. `role` is that of the side to move.
bool is_mate_line(const shogi::Position& position, const std::vector<shogi::BareMove>& moves,
                  Role role = Role::kAttacker);

}  // namespace gougi::mate
