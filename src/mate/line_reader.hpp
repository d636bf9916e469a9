// SPDX-License-Identifier: MIT
// Reads the line of a proven mate out of what its search knows, in either game: `Proofs` is
// ShogiProofs or FreezeProofs, which say what comes next. Used by the solvers and the shortening.
#pragma once

#include <cstddef>
#include <utility>

#include "mate/line.hpp"

namespace gougi::mate {

template <class Proofs>
class LineReader {
 public:
  using Position = typename Proofs::Position;
  using Move = typename Proofs::Move;
  using Undo = typename Proofs::Undo;
  using Line = LineOf<Move>;

  /// `or_root`: the side to move of the positions to read from is the attacker.
  LineReader(Proofs& proofs, bool or_root) : proofs_(proofs), or_root_(or_root) {}

  /// A line of at most about `length` plies: the attacker's shortest, the defender's longest, by
  /// what is known. Empty if the limits did not suffice.
  Line read(Position position, Length length) {
    constexpr std::size_t kLongest = 2 * kDeepestLine;
    Line line;
    for (bool or_node = or_root_; line.moves.size() < kLongest; or_node = !or_node) {
      const auto choice = proofs_.next(position, or_node, length);
      if (!choice) return {};
      if (!choice->move) break;  // it has ended
      length = choice->length;
      play(position, choice->move, line);
    }
    line.length = static_cast<Length>(line.moves.size());
    proofs_.complete(position, line.moves);
    return line;
  }

  /// The line where both sides do their best, if the shortest mate is known to take `length` plies.
  /// Empty if the limits did not suffice. If there are several it is rather one without futile
  /// interpositions.
  Line read_exact(Position position, Length length) {
    Line line;
    line.length = length;
    bool or_node = or_root_;
    for (Length left = length; left > 0; --left, or_node = !or_node) {
      if (proofs_.finishes(position, or_node, left, left == length, line.moves)) return line;
      const auto choice = proofs_.best(position, or_node, left);
      if (!choice.move || choice.length >= left) return {};
      play(position, choice.move, line);
    }
    proofs_.complete(position, line.moves);
    return line;
  }

 private:
  static void play(Position& position, Move move, Line& line) {
    line.moves.push_back(move);
    Undo undo;
    position.do_move(move, undo);
  }

  Proofs& proofs_;
  bool or_root_;
};

}  // namespace gougi::mate
