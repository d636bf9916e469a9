// SPDX-License-Identifier: MIT
// The mates of a game, looked for by the solver: what checks prove, no engine has to have seen.
// Used by `gougi analyse`; blocks, and gives the same on every machine.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/game_review.hpp"
#include "mate/solver.hpp"
#include "shogi/game.hpp"

namespace gougi::analysis {

class MateProofs {
 public:
  /// `nodes`: the most for a position; 0: nothing is looked for.
  explicit MateProofs(std::uint64_t nodes);

  /// Writes the mates that are proven into `verdicts`, which are of the position before each move
  /// and of the last one; and, where another move than the mate's was made, whether it mates too.
  void settle(const shogi::Game& game, std::vector<Verdict>& verdicts);

 private:
  void prove(const shogi::Position& position, Verdict& verdict);
  void look_behind(const shogi::Position& position, Verdict& verdict);
  mate::MateResult solve(const shogi::Position& position, mate::Role role);

  std::uint64_t nodes_;
  mate::Solver solver_;
};

}  // namespace gougi::analysis
