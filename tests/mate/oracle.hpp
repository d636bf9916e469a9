// SPDX-License-Identifier: MIT
// Slow and obvious mate provers that check the solver: brute force to a depth, and a search of the
// whole graph of positions that checks can reach.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "shogi/position.hpp"

namespace gougi::mate::oracle {

/// The length of the shortest mate of at most `longest` plies; 0 if there is none.
int shortest_mate(const shogi::Position& position, int longest);

/// The same by the count of tsume shogi: interpositions by drops that are taken with mate at once
/// do not count.
int shortest_tsume(const shogi::Position& position, int longest);
/// The length of the shortest help-mate of at most `longest` plies; 0 if there is none.
int shortest_help_mate(const shogi::Position& position, int longest);
/// The same without a bound, in breadth over positions kept as text; it takes their memory.
int shortest_help_mate_in_breadth(const shogi::Position& position);

/// A position with the attacker to move, and whether checks alone can mate.
struct Judged {
  shogi::Position position;
  bool mates;
};

/// Judges every such position that checks and evasions reach from `position`, that one first, by
/// working back from the mated ones; nothing if there are more than `most` positions.
std::vector<Judged> judge_all(const shogi::Position& position, std::size_t most);

/// A king and some pieces around it at random, Black to move; nothing if they make no position.
std::optional<shogi::Position> random_problem(base::Random& random);

/// What a comparison of the solver with brute force came to.
struct Agreement {
  int mates = 0;
  int others = 0;    ///< no mate within the plies that brute force looks at
  int no_mates = 0;  ///< of these, those where the solver says that there never is one
  int differences = 0;
  std::string first_difference;  ///< a description
};

/// Compares shortest mates, mates and no-mates of `count` random positions with brute force to
/// `plies`, the solver with a table of `megabytes` and at most `nodes` nodes.
Agreement compare(std::uint64_t seed, int count, int plies, std::size_t megabytes,
                  std::uint64_t nodes);

}  // namespace gougi::mate::oracle
