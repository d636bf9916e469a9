// SPDX-License-Identifier: MIT
// Problems from played games: positions where a mate was missed, or a game that was not lost thrown
// away. Text only; a problem is a line, its SFEN and behind "#" the solution, as
// `gougi mate solve` reads it.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/game_review.hpp"
#include "shogi/game.hpp"

namespace gougi::analysis {

struct Problem {
  bool is_mate = false;  ///< otherwise the next move is asked for
  std::string line;      ///< with its end
};

/// Of one game, whose `name` has no line break. Only mates that the solver has proven become
/// problems.
std::vector<Problem> problems_of(std::string_view name, const shogi::Game& game,
                                 const std::vector<Verdict>& verdicts, const GameReview& review);

class ProblemSet {
 public:
  /// A position that is there is not added again.
  void add(const Problem& problem);

  const std::string& mates() const { return mates_; }
  const std::string& next_moves() const { return next_moves_; }

 private:
  std::set<std::string> known_;
  std::string mates_;
  std::string next_moves_;
};

}  // namespace gougi::analysis
