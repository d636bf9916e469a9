// SPDX-License-Identifier: MIT
// The line of a mate as a value, of either game, and whether it is one by the rules. No search.
#pragma once

#include <cstddef>
#include <vector>

#include "mate/finding.hpp"
#include "mate/mate_terms.hpp"

namespace gougi::mate {

template <class Move>
struct LineOf {
  std::vector<Move> moves;  ///< to the last move, which ends it
  Length length = 0;        ///< plies; futile interpositions at the end of `moves` are not counted
};

/// A move of a line, and how long the mate behind it takes. No move: there is none.
template <class Move>
struct ChoiceOf {
  Move move;
  Length length = kNever;
};

/// Whether `moves` played from `position` mate: all are legal, the attacker's are checks but
/// perhaps for the last one, and `ends(position)` holds behind that. `role` is that of the side to
/// move.
template <class Undo, class Position, class Move, class Ends>
bool replays_to_mate(Position position, const std::vector<Move>& moves, Role role,
                     const Ends& ends) {
  bool attacks = role == Role::kAttacker;
  if ((moves.size() % 2 == 1) != attacks) return false;
  for (std::size_t i = 0; i < moves.size(); ++i, attacks = !attacks) {
    if (!position.is_legal(moves[i])) return false;
    const bool is_last = i + 1 == moves.size();
    if (attacks && !is_last && !position.gives_check(moves[i])) return false;
    Undo undo;
    position.do_move(moves[i], undo);
  }
  return moves.empty() ? position.is_mated() : ends(position);
}

}  // namespace gougi::mate
