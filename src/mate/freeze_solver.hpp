// SPDX-License-Identifier: MIT
// The mate solver of Freeze shogi: Solver's counterpart for positions with a freeze in force or
// freezes left for either side. A mate of Freeze shogi is a line of checks, each with or without a
// freeze, that ends in a check without a legal reply, or in any move with a freeze that leaves no
// legal reply, in check or not: who cannot move has lost. It never answers a mate whose line it has
// not replayed, nor "no mate" from a search that was cut off. It knows nothing of USI. To be used
// from one thread at a time; it may start more of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "mate/freeze_search.hpp"
#include "mate/mate_terms.hpp"  // IWYU pragma: export
#include "shogi/freeze.hpp"

namespace gougi::mate {

class FreezeSolver {
 public:
  FreezeSolver();

  /// Memory for all tables together, at least 1 MB each, taken by solve() and kept.
  void resize(std::size_t megabytes);
  /// Gives the memory back.
  void release();
  /// As Solver::set_threads.
  void set_threads(int count);

  /// Whether the side to move in `position` mates, or, as the defender, is mated. Of `limits`
  /// futile_count is not minded, every ply counts; lines longer than kDeepestFreezeLine are not
  /// followed. `stop` is asked about every millisecond, by the calling thread. Blocks until there
  /// is a verdict or a limit is reached. Throws std::bad_alloc.
  FreezeMateResult solve(const shogi::FreezePosition& position, const MateLimits& limits,
                         const FreezeMateStop& stop);

  /// Walks the proof of the mate that solve() has just found of `position`: after each of the
  /// attacker's moves every legal reply with every freeze, until nothing is left. What the table
  /// has forgotten is proved again. Takes at most 48 MB besides.
  Verification verify(const shogi::FreezePosition& position, Role role = Role::kAttacker);

 private:
  FreezeFinding prove(const shogi::FreezePosition& position, const MateLimits& limits,
                      const FreezeMateStop& stop);
  void read_mate(const shogi::FreezePosition& position, const MateLimits& limits, Length length,
                 FreezeMateResult& result);

  std::size_t megabytes_ = 0;  // 0: not asked for yet
  std::vector<std::unique_ptr<FreezeSearch>> searches_;
  FreezeSearch* search_ = nullptr;  // the one that knows the answer
  std::uint64_t others_nodes_ = 0;  // of the last problem
};

/// Whether `moves` played from `position` are such a mate: legal, the attacker's all checks but for
/// a last one with a freeze, and no legal move left behind them. `role` is that of the side to
/// move.
bool is_mate_line(const shogi::FreezePosition& position, const std::vector<shogi::Move>& moves,
                  Role role = Role::kAttacker);

}  // namespace gougi::mate
