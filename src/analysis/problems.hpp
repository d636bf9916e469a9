// SPDX-License-Identifier: MIT
// Problems from played games: positions where a mate was missed, or a game that was not lost thrown
// away. Text only; a problem is a line, its SFEN and behind "#" the solution, as
// `gougi mate solve` reads it, and the same as JSON, as ShogiHome's collections of next moves
// (specs/next-move-problem-format.md there, version 1) have it.
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
  std::string json;      ///< an object, in one line without its end
};

/// Of one game, whose `name` has no line break. Only mates that the solver has proven become
/// problems.
std::vector<Problem> problems_of(std::string_view name, const shogi::Game& game,
                                 const std::vector<Verdict>& verdicts, const GameReview& review);

/// What a line of a file of problems has of the problem itself, without of whose game it is.
std::string problem_alone(std::string_view line);

class ProblemSet {
 public:
  /// A position that is there is not added again.
  void add(const Problem& problem);

  const std::string& mates() const { return mates_; }
  const std::string& next_moves() const { return next_moves_; }
  /// The same as collections, each a whole JSON text.
  std::string mate_collection() const;
  std::string next_move_collection() const;

 private:
  std::set<std::string> known_;
  std::string mates_;
  std::string next_moves_;
  std::vector<std::string> mate_objects_;
  std::vector<std::string> next_move_objects_;
};

}  // namespace gougi::analysis
