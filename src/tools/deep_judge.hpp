// SPDX-License-Identifier: MIT
// Judges moves by a search of the bundled engine, deeper than those whose moves they are: the
// position after each is searched with the same number of nodes, and nothing is known of the
// others. What ends the game is valued by the rules. The same question always has the same answer.
// Used by `gougi study`; one thread.
#pragma once

#include <cstdint>
#include <vector>

#include "search/searcher.hpp"
#include "shogi/game.hpp"

namespace gougi::tools {

class DeepJudge {
 public:
  /// `nodes` for each move.
  explicit DeepJudge(std::uint64_t nodes);

  /// The mover's win rate after each of these legal moves, in [0, 1].
  std::vector<double> win_rates(const shogi::Game& game, const std::vector<shogi::BareMove>& moves);

 private:
  search::Searcher searcher_;
  search::Limits limits_;
};

}  // namespace gougi::tools
