// SPDX-License-Identifier: MIT
// What a FreezeSearch knows of a mate of Freeze shogi that it has proven, move by move: what
// LineReader, Shortener and ProofWalk ask. ShogiProofs' counterpart; every ply counts here. Only
// FreezeSolver uses it.
#pragma once

#include <optional>
#include <vector>

#include "mate/freeze_search.hpp"
#include "mate/line.hpp"
#include "shogi/freeze.hpp"

namespace gougi::mate {

class FreezeProofs {
 public:
  using Position = shogi::FreezePosition;
  using Move = shogi::Move;
  using Moves = std::vector<shogi::Move>;
  using Undo = shogi::FreezeUndo;
  using Choice = ChoiceOf<shogi::Move>;
  static constexpr Length kDeepest = kDeepestFreezeLine;

  explicit FreezeProofs(FreezeSearch& search) : search_(search) {}

  FreezeSearch& search() { return search_; }

  // Reading: see ShogiProofs.
  std::optional<Choice> next(const shogi::FreezePosition& position, bool or_node, Length length);
  Choice best(const shogi::FreezePosition& position, bool or_node, Length length);
  static bool finishes(const shogi::FreezePosition&, bool, Length, bool,
                       std::vector<shogi::Move>&) {
    return false;
  }
  static void complete(const shogi::FreezePosition&, std::vector<shogi::Move>&) {}
  Length known(const shogi::FreezePosition& position) const { return search_.known_mate(position); }

  // Walking: see ShogiProofs.
  static Length claim(const shogi::FreezePosition&, Length within) { return within; }
  Choice attack(const shogi::FreezePosition& position, Length within);
  /// A check, or a move that ends it.
  static bool is_attack(const shogi::FreezePosition& position, shogi::Move move);
  /// Nothing is left to the defender: in check, or because of the freeze.
  static bool is_end(const shogi::FreezePosition& position);
  static shogi::Key name_of(const shogi::FreezePosition& position) { return position.key(); }

 private:
  shogi::Move longest_defence(const shogi::FreezePosition& position, Length length);

  FreezeSearch& search_;
};

}  // namespace gougi::mate
