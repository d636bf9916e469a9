// SPDX-License-Identifier: MIT
// A mate solver by depth-first proof-number search (df-pn): whether the side to move can mate by
// checks alone, with the line, or cannot, or that the limits were too small to tell. It never
// answers a mate whose line it has not replayed, nor "no mate" from a search that was cut off. It
// knows nothing of USI. To be used from one thread at a time; it may start more of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "mate/line.hpp"
#include "mate/mate_terms.hpp"  // IWYU pragma: export
#include "shogi/position.hpp"

namespace gougi::mate {

class ProofSearch;

/// Is told of the table's memory, for instance to ask the system for large pages.
using MemoryAdvice = void (*)(void* memory, std::size_t bytes);

class Solver {
 public:
  explicit Solver(MemoryAdvice advice = nullptr);
  ~Solver();

  /// Memory for all tables together, allocated at once but touched only in use.
  void resize(std::size_t megabytes);
  /// So many threads, at least 1 and no more than there are, search the problem, each in its own
  /// variant and with its part of the memory; the first that is done answers. With one the same
  /// problem takes the same nodes.
  void set_threads(int count);

  /// Whether the side to move in `position` mates, or, as the defender, is mated. `stop` is asked
  /// about every millisecond, by the calling thread. Blocks until there is a verdict or a limit is
  /// reached.
  MateResult solve(const shogi::Position& position, const MateLimits& limits, const MateStop& stop);

  /// Walks the proof of the mate that solve() has just found of `position`: after each of the
  /// attacker's moves all legal replies, until all are mated. What the table has forgotten is
  /// proved again. Takes at most 48 MB besides.
  Verification verify(const shogi::Position& position, Role role = Role::kAttacker);

 private:
  std::unique_ptr<ProofSearch> make_search(std::size_t number) const;
  Finding race(const shogi::Position& position, const MateLimits& limits, const MateStop& stop);
  bool measure(const shogi::Position& position, bool or_root, std::uint64_t nodes, bool is_stopped,
               Length& length, LineOf<shogi::BareMove>& line);
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
