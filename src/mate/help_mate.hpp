// SPDX-License-Identifier: MIT
// Help-mates (協力詰め): both sides work together to mate the defender, the attacker giving check
// with every move, in as few plies as possible. A search in breadth that keeps every position once
// with the move that led there; when its memory is full it goes on in depth, by iterative
// deepening, from the last complete layer. So the first mate found is a shortest. It knows nothing
// of USI. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "mate/solver.hpp"
#include "shogi/position.hpp"

namespace gougi::mate {

/// Help-mates have no other bound on their plies than memory; the longest known take some 50,000.
inline constexpr int kDeepestHelp = 1'000'000;

class HelpMateSolver {
 public:
  HelpMateSolver();
  ~HelpMateSolver();

  /// Memory for the positions, at least 1; taken by solve() and kept.
  void resize(std::size_t megabytes);
  /// Gives the memory back.
  void release();

  /// The shortest help-mate by the side to move in `position`; of `limits` it minds nodes and
  /// depth (at most kDeepestHelp). kNoMate: all positions were seen. `stop` is asked about every
  /// millisecond.
  MateResult solve(const shogi::Position& position, const MateLimits& limits,
                   const std::function<bool(const MateProgress&)>& stop);

 private:
  class Search;
  struct Memory;
  std::unique_ptr<Memory> memory_;
  std::size_t megabytes_ = 1;
};

}  // namespace gougi::mate
