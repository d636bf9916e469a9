// SPDX-License-Identifier: MIT
// Slow and obvious provers of freeze mates, on every legal move with every freeze. They check
// FreezeSolver and share nothing with it but the rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/random.hpp"
#include "mate/freeze_solver.hpp"
#include "shogi/freeze.hpp"

namespace gougi::mate::oracle {

/// The length of the shortest freeze mate of at most `longest` plies by the side to move; 0 if
/// there is none; nothing if more than `most` positions would have to be looked at.
std::optional<int> shortest_freeze_mate(const shogi::FreezePosition& position, int longest,
                                        std::size_t most);

/// Whether the side to move mates at all, by working back from the ends in the graph of all
/// positions that checks and replies reach; nothing if there are more than `most`.
std::optional<bool> freeze_mates(const shogi::FreezePosition& position, std::size_t most);

/// A king and some pieces around it, Black to move, with freezes left and perhaps one in force.
std::optional<shogi::FreezePosition> random_freeze_problem(base::Random& random);
/// The end of a game played at random, with freezes, captures and checks more often than not.
shogi::FreezePosition random_freeze_endgame(base::Random& random);

/// What a comparison of FreezeSolver with the oracles came to.
struct FreezeAgreement {
  int compared = 0;
  int mates = 0;             ///< within the plies that brute force looks at
  int no_mates = 0;          ///< the solver says that there never is one
  int graphs = 0;            ///< of these, those that the whole graph confirms
  int with_freeze = 0;       ///< mates in whose line the attacker freezes
  int defender_freezes = 0;  ///< mates in whose line the defender freezes
  int silent = 0;            ///< mates that end without a check
  int drop_mates = 0;        ///< mates that end with a pawn drop
  int unknown = 0;           ///< the solver's limits were too small
  int differences = 0;
  std::string first_difference;  ///< a description
};

/// Compares `count` positions with brute force to `plies`, of at most `most` positions each.
FreezeAgreement compare_freezes(std::uint64_t seed, int count, int plies, std::size_t most,
                                bool endgames);

}  // namespace gougi::mate::oracle
