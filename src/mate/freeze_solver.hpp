// SPDX-License-Identifier: MIT
// The mate solver of Freeze shogi: Solver's counterpart for positions with a freeze in force or
// freezes left for either side. A mate of Freeze shogi is a line of checks, each with or without a
// freeze, that ends in a check without a legal reply, or in any move with a freeze that leaves no
// legal reply, in check or not: who cannot move has lost. It never answers a mate whose line it has
// not replayed, nor "no mate" from a search that was cut off. It knows nothing of USI. One thread
// at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "mate/freeze_search.hpp"
#include "mate/solver.hpp"
#include "shogi/freeze.hpp"

namespace gougi::mate {

struct FreezeMateResult {
  Verdict verdict = Verdict::kUnknown;
  Reason reason = Reason::kNone;
  std::vector<shogi::Move> moves;  ///< of a mate: both sides' moves, the last one ends it
  int plies = 0;                   ///< of a mate: the length
  std::uint64_t nodes = 0;
  bool is_shortest = false;  ///< no mate is shorter; both sides do their best in the line
};

class FreezeSolver {
 public:
  /// Memory for the table, taken by solve() and kept.
  void resize(std::size_t megabytes) { search_.table().resize(megabytes); }
  /// Gives the memory back.
  void release() { search_.table().release(); }

  /// Whether the side to move in `position` mates, or, as the defender, is mated. Of `limits`
  /// futile_count is not minded, every ply counts; lines longer than kDeepestFreezeLine are not
  /// followed. `stop` is asked about every millisecond. Blocks until there is a verdict or a limit
  /// is reached. Throws std::bad_alloc.
  FreezeMateResult solve(const shogi::FreezePosition& position, const MateLimits& limits,
                         const FreezeMateStop& stop);

  /// Walks the proof of the mate that solve() has just found of `position`: after each of the
  /// attacker's moves every legal reply with every freeze, until nothing is left. What the table
  /// has forgotten is proved again. Takes memory for every position met.
  Verification verify(const shogi::FreezePosition& position, Role role = Role::kAttacker);

 private:
  void read_mate(const shogi::FreezePosition& position, const MateLimits& limits, int length,
                 FreezeMateResult& result);
  bool read(const shogi::FreezePosition& position, bool attacking, int length,
            FreezeMateResult& result);
  bool read_exact(const shogi::FreezePosition& position, bool attacking, FreezeMateResult& result);
  shogi::Move longest_defence(const shogi::FreezePosition& position, int length);

  FreezeSearch search_;
};

/// Whether `moves` played from `position` are such a mate: legal, the attacker's all checks but for
/// a last one with a freeze, and no legal move left behind them. `role` is that of the side to
/// move.
bool is_mate_line(const shogi::FreezePosition& position, const std::vector<shogi::Move>& moves,
                  Role role = Role::kAttacker);

}  // namespace gougi::mate
