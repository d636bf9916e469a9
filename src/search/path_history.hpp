// SPDX-License-Identifier: MIT
// The positions from the start of the game to the node being searched: for repetition. Unlike
// shogi::Game it judges the second occurrence already, as a line that can be repeated once can be
// repeated until the rules end the game.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shogi/game.hpp"

namespace gougi::search {

class PathHistory {
 public:
  /// Takes the game's positions, the present one last.
  void reset(const shogi::Game& game);

  /// A move led to the position `key`; `gives_check` says whether it checks.
  void push(shogi::Key key, bool gives_check);
  /// The mover passed; nothing before it counts as repeated until pop().
  void push_null(shogi::Key key);
  void pop();

  /// What the rules will make of it if the last position, having occurred before, occurs again and
  /// again: for its side to move. kNone if it is new.
  shogi::Repetition repetition() const;

 private:
  struct Entry {
    shogi::Key key;
    std::int32_t check_run;   ///< consecutive checks by the side that moved here
    std::int32_t comparable;  ///< plies back to the game's start or the last null move
  };
  static std::size_t filter_slot(shogi::Key key) { return key & 4095U; }
  void add(const Entry& entry);

  std::vector<Entry> entries_;
  std::array<std::uint16_t, 4096> filter_{};  // how many entries have these key bits
};

}  // namespace gougi::search
