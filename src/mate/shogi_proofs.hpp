// SPDX-License-Identifier: MIT
// What a ProofSearch of ordinary shogi knows of a mate that it has proven, move by move: what
// LineReader, Shortener and ProofWalk ask. Positions that the table has forgotten are proved again,
// as long as the search's limits allow. Only Solver and Measure use it.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "mate/line.hpp"
#include "mate/proof_search.hpp"
#include "shogi/position.hpp"

namespace gougi::mate {

using Line = LineOf<shogi::BareMove>;

/// Plays futile interpositions, if such are left, until no move is legal.
void play_futile(shogi::Position& position, std::vector<shogi::BareMove>& moves);

class ShogiProofs {
 public:
  using Position = shogi::Position;
  using Move = shogi::BareMove;
  using Moves = shogi::MoveList;
  using Undo = shogi::Undo;
  using Choice = ChoiceOf<shogi::BareMove>;
  static constexpr Length kDeepest = kDeepestLine;

  explicit ShogiProofs(ProofSearch& search) : search_(search) {}

  ProofSearch& search() { return search_; }

  // Reading.
  /// The next move of a line of a mate within `length` plies; no move: it has ended. Nothing: the
  /// limits did not suffice.
  std::optional<Choice> next(shogi::Position& position, bool or_node, Length length);
  /// The same where both sides do their best and the shortest mate takes `length` plies.
  Choice best(const shogi::Position& position, bool or_node, Length length);
  /// Plays the last plies, `left` of them, both sides at their best, so that nothing futile is
  /// left, if these are so few and if that is asked for: `is_whole`, they are the whole line.
  bool finishes(const shogi::Position& position, bool or_node, Length left, bool is_whole,
                std::vector<shogi::BareMove>& moves);
  /// Plays what may be left at the end of a line.
  void complete(shogi::Position& position, std::vector<shogi::BareMove>& moves) const {
    play_futile(position, moves);
  }
  /// A check after which mate within `length` plies, itself included, is proven; none if the limits
  /// did not suffice.
  shogi::BareMove check_within(const shogi::Position& position, Length length);
  /// Mate within so many plies, by what is known; kNever: nothing is.
  Length known(const shogi::Position& position) const { return search_.look(position).mated; }

  // Walking.
  /// What is claimed of a position of which mate within `within` is claimed from above.
  Length claim(const shogi::Position& position, Length within) const {
    return std::min(within, known(position));
  }
  /// The attacker's move, and what is then claimed behind it.
  Choice attack(const shogi::Position& position, Length within) {
    return {check_within(position, within), static_cast<Length>(within - 1)};
  }
  static bool is_attack(const shogi::Position& position, shogi::BareMove move) {
    return position.is_legal(move) && position.gives_check(move);
  }
  /// Of the defender: there is no way to go on.
  bool is_end(shogi::Position& position) const;
  shogi::Key name_of(const shogi::Position& position) const {
    return scramble(position.board_key(), position.hand(search_.attacker()));
  }

 private:
  Choice choose_check(const shogi::Position& position, const shogi::MoveList& moves, Length length);
  Choice choose_evasion(const shogi::Position& position, const shogi::MoveList& moves);
  Choice choose_best_evasion(const shogi::Position& position, const shogi::MoveList& moves,
                             Length length);
  bool finish(const shogi::Position& position, bool or_node, Length length,
              std::vector<shogi::BareMove>& moves);
  Length mated_soon(shogi::Position position) const;
  Length mated_behind(const shogi::Position& position, shogi::BareMove move, bool or_node) const;

  ProofSearch& search_;
};

}  // namespace gougi::mate
