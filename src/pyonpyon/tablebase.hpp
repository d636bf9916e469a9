// SPDX-License-Identifier: MIT
// The exact value of every position of ぴょんぴょん, by retrograde analysis: from the positions in
// which the game is over back to those that lead there (K. Thompson, Retrograde analysis of certain
// endgames, ICCA Journal 9, 1986). Whoever is neither winning nor losing can avoid both for ever,
// which the rules make a draw by repetition. Takes 1.6 GB while it works, half of that afterwards.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "pyonpyon/numbering.hpp"
#include "pyonpyon/position.hpp"

namespace gougi::pyonpyon {

/// What a position is worth for the side to move, with best play, and in how many plies the game is
/// over: as few as possible for who wins, as many for who loses. 0 plies: it is over.
struct Value {
  enum class Kind : std::uint8_t { kDraw, kWin, kLoss };
  Kind kind = Kind::kDraw;
  int plies = 0;  ///< 0 for a draw
  friend bool operator==(const Value&, const Value&) = default;
};

struct Census {
  std::uint64_t wins = 0;
  std::uint64_t losses = 0;
  std::uint64_t draws = 0;
  int longest = 0;            ///< plies of the longest win or loss
  std::uint32_t hardest = 0;  ///< the number of a position with it
};

class Tablebase {
 public:
  /// Told now and then how far a pass is: the pass (0: counting moves, n: positions that are over
  /// in n - 1 plies).
  using Progress = std::function<void(int pass, std::uint64_t found)>;

  /// Works out all values with `threads` threads. Takes minutes. False if some game is longer than
  /// the table can say, which does not happen with these rules.
  bool solve(int threads, const Progress& progress);

  Value value(const Position& position) const { return value_of(number_of(position)); }
  Value value_of(std::uint32_t number) const;
  Census census() const;

 private:
  using Cells = std::vector<std::uint8_t>;

  void count_moves(int threads);
  /// Tells those who can reach a position over in `plies` plies; how many such positions there are.
  std::uint64_t step_back(int plies, int threads);
  void tell_predecessors(const Position& position, int plies);

  Cells cells_;       // 0: not known, else plies + 1; even plies are losses, odd ones wins
  Cells moves_left_;  // that are not known to lose
};

/// How many positions can arise in games from `start`, the sides to move apart, and the positions
/// in which the game is over included. Takes minutes and 0.4 GB.
std::uint64_t count_reachable(const Position& start);

}  // namespace gougi::pyonpyon
