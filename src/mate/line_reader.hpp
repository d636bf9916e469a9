// SPDX-License-Identifier: MIT
// Reads the line of a proven mate out of the table. Positions that the table has forgotten are
// proved again, as long as the search's limits allow. Only solver.cpp uses it.
#pragma once

#include <vector>

#include "mate/proof_search.hpp"
#include "shogi/position.hpp"

namespace gougi::mate {

struct Line {
  std::vector<shogi::BareMove> moves;  ///< to the last move, which mates
  Length length = 0;  ///< plies; futile interpositions at the end of `moves` are not counted
};

/// Plays futile interpositions, if such are left, until no move is legal.
void play_futile(shogi::Position& position, std::vector<shogi::BareMove>& moves);

class LineReader {
 public:
  /// `attacking`: the side to move of the positions to read from is the attacker.
  LineReader(ProofSearch& search, bool attacking) : search_(search), attacking_(attacking) {}

  /// A line of at most about `length` plies: the attacker's shortest, the defender's longest, by
  /// what the table says. Empty if the limits did not suffice.
  Line read(shogi::Position position, Length length);
  /// The line where both sides do their best, if the shortest mate is known to take `length` plies.
  /// Empty if the limits did not suffice. If there are several it is rather one without futile
  /// interpositions.
  Line read_exact(shogi::Position position, Length length);

  /// A check after which mate within `length` plies, itself included, is proven; none if the limits
  /// did not suffice.
  shogi::BareMove check_within(const shogi::Position& position, Length length);

 private:
  struct Choice {
    shogi::BareMove move;
    Length length = kNever;
  };
  Choice choose_check(const shogi::Position& position, const shogi::MoveList& moves, Length length);
  Choice choose_evasion(const shogi::Position& position, const shogi::MoveList& moves);
  Choice choose_best_evasion(const shogi::Position& position, const shogi::MoveList& moves,
                             Length length);
  /// Plays the last `length` plies, both sides at their best, so that nothing futile is left;
  /// false: there is no such line, or the limits did not suffice.
  bool finish(const shogi::Position& position, bool attacking, Length length,
              std::vector<shogi::BareMove>& moves);
  /// Mate within so many plies behind `move`, by what is known.
  Length mated_soon(shogi::Position position) const;
  Length mated_behind(const shogi::Position& position, shogi::BareMove move, bool attacking) const;

  ProofSearch& search_;
  bool attacking_;
};

}  // namespace gougi::mate
