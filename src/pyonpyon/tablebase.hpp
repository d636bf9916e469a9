// SPDX-License-Identifier: MIT
// The exact value of every position of ぴょんぴょん, by retrograde analysis: from the positions in
// which the game is over back to those that lead there (K. Thompson, Retrograde analysis of certain
// endgames, ICCA Journal 9, 1986). Whoever is neither winning nor losing can avoid both for ever,
// which the rules make a draw by repetition. For five pieces each it takes 1.7 GB while it works,
// half of that afterwards. What it finds can be asked for from many threads.
#pragma once

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

/// What a byte of a table says: 0 a draw, otherwise plies + 1, of which odd ones are losses.
constexpr Value value_of_cell(std::uint8_t cell) {
  if (cell == 0) return {};
  return {cell % 2 == 1 ? Value::Kind::kLoss : Value::Kind::kWin, cell - 1};
}

struct Census {
  std::uint64_t draws = 0;
  /// By plies to the end, the positions that are over first; even ones are lost, odd ones won.
  std::vector<std::uint64_t> decided;
  Position hardest;  ///< one with the most plies

  std::uint64_t wins() const;
  std::uint64_t losses() const;
  std::uint64_t positions() const { return wins() + losses() + draws; }
  /// Plies of the longest win or loss.
  int longest() const { return decided.empty() ? 0 : static_cast<int>(decided.size()) - 1; }
};

/// The positions that can arise in legal play from a start. A position is here the board and who is
/// to move, so that one of x and the same turned for o are two; how it came about, and how often
/// before, is no part of it. Those in which the game is over count, and are not gone on from. The
/// rule of the third occurrence takes nothing away: the shortest way to a position repeats none.
struct Reach {
  /// How many need so many plies at least; the start first. After an even number it is for the side
  /// that began to move.
  std::vector<std::uint64_t> by_ply;
  Census census;
};

class Tablebase {
 public:
  /// Told now and then how far a pass is: the pass (0: counting moves, n: positions that are over
  /// in n - 1 plies).
  using Progress = std::function<void(int pass, std::uint64_t found)>;

  /// The game with so many pieces on each side, one to five.
  explicit Tablebase(int pieces_each = kPiecesEach);

  /// Asked between two passes or two plies, and by all threads while moves are counted: the work is
  /// to be given up.
  using Stop = std::function<bool()>;

  /// Works out all values with `threads` threads. Takes minutes for five pieces. False if some game
  /// is longer than the table can say, which does not happen with these rules, or if `stop` has
  /// ended it: what is over in more plies than were told is not known then.
  bool solve(int threads, const Progress& progress, const Stop& stop = {});

  const Numbering& numbering() const { return numbering_; }
  Value value(const Position& position) const { return value_of(numbering_.number_of(position)); }
  Value value_of(std::uint32_t number) const { return value_of_cell(cells_[number]); }
  Census census() const;

  /// Told how many positions the ply has that was gone through last.
  using ReachProgress = std::function<void(int ply, std::uint64_t found)>;
  /// What can be reached from `start`; after solve(). Takes as much memory as the table. Where
  /// `stop` has ended it, what can be reached within the plies that were told.
  Reach reach(const Position& start, int threads, const ReachProgress& progress,
              const Stop& stop = {}) const;

  /// A byte for each number, see value_of_cell().
  const std::vector<std::uint8_t>& cells() const { return cells_; }

 private:
  void count_moves(int threads, const Stop& stop);
  /// Tells those who can reach a position over in `plies` plies; how many such positions there are.
  std::uint64_t step_back(int plies, int threads);

  Numbering numbering_;
  std::vector<std::uint8_t> cells_;
  std::vector<std::uint8_t> moves_left_;  // that are not known to lose
};

}  // namespace gougi::pyonpyon
