// SPDX-License-Identifier: MIT
// Makes mate problems: the bundled search plays a game against itself from a random opening, and
// the positions of it with a mate of the lengths wanted, and a unique way to it, are the problems.
// It prints nothing and reads no clock. One thread; several take a generator each.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "mate/solution.hpp"
#include "search/searcher.hpp"
#include "shogi/game.hpp"

namespace gougi::tools {

struct GeneratorSettings {
  int min = 3;  ///< plies, odd; futile interpositions count
  int max = 9;  ///< plies, odd, at least `min`
  std::uint64_t seed = 1;
  /// For each move of a game. Fewer play more games, whose mates are seen later.
  std::uint64_t nodes_per_move = 500;
};

struct GeneratedProblem {
  shogi::Position position;  ///< the attacker to move
  mate::Solution solution;
};

/// What a game brought.
struct GameYield {
  std::vector<GeneratedProblem> problems;  ///< in the order of the game
  int positions = 0;                       ///< that were looked at
};

class MateGenerator {
 public:
  /// `advice` is told of the tables' memory.
  explicit MateGenerator(const GeneratorSettings& settings, mate::MemoryAdvice advice = nullptr);

  /// Plays game `number` and finds its problems. The same seed and number give the same on every
  /// machine, whatever was played before, unless `stop` says stop: then the game ends there.
  GameYield play(std::uint64_t number, const std::function<bool()>& stop);

 private:
  GeneratorSettings settings_;
  mate::SolutionLimits limits_;
  search::Searcher searcher_;
  mate::Solver solver_;
  mate::SolutionJudge judge_;
};

/// Takes away problems of one game that are only the end of another's: a position that the other's
/// solution comes to, or the same last moves. Of two that are as long the earlier stays.
void remove_tails(std::vector<GeneratedProblem>& problems);

/// A line of a problem file: the position, and behind " # " the plies.
std::string problem_line(const GeneratedProblem& problem);

}  // namespace gougi::tools
