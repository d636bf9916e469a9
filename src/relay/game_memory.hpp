// SPDX-License-Identifier: MIT
// What the relay remembers of its own moves in this game, for strategies that look back: who played
// them, and every voter's score then. An entry holds for the line of play in which it was made: a
// move that was taken back, or another game's position in between, neither shifts nor spoils it.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "consensus/council.hpp"
#include "relay/poll.hpp"

namespace gougi::relay {

class GameMemory {
 public:
  void clear() { entries_.clear(); }
  /// A round that ended with `outcome`.
  void remember(const Poll& poll, const Outcome& outcome);
  /// That in `game`, at its last position, the ballot of `voter` was played (0: nobody's), and what
  /// each voter scored then.
  void remember(const game::Game& game, int voter, std::map<int, usi::Score> scores);
  /// A voter's score at its own previous move, if it had one.
  std::optional<usi::Score> previous(const game::Game& game, int voter) const;
  /// ply, own_moves and history of the move about to be made in `game`.
  consensus::Facts facts(const game::Game& game) const;

 private:
  struct Entry {
    std::uint64_t key;  ///< of the position
    consensus::OwnMove move;
    std::map<int, usi::Score> scores;  ///< by voter
  };
  bool holds(const Entry& entry, std::size_t moves, const game::Game& game) const;

  std::map<std::size_t, Entry> entries_;  ///< by the number of moves before it
};

/// The chance of this move: in [0, 1), the same for the same seed and line of play.
double dice_of(std::uint64_t seed, const game::Game& game);

}  // namespace gougi::relay
