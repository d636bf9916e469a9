// SPDX-License-Identifier: MIT
// A solved game as the engine has it: the positions that are won or lost, which are few. On the
// disk a line that says what it is, then for each of them, in the order of their numbers, how many
// drawn ones it comes behind (seven bits a byte, the lowest first, the eighth bit says that there
// are more) and the byte that Tablebase::cells() has. The same in memory, 28 MB, with a list
// of places in it. Can be asked from many threads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/result.hpp"
#include "pyonpyon/tablebase.hpp"

namespace gougi::pyonpyon {

/// Whether a table could be written there, without doing so: asked before the work that it takes.
base::Result<void> try_table(const std::filesystem::path& path);
/// Writes all of it to a new file beside `path`, which then takes its place.
base::Result<void> write_table(const Tablebase& solved, const std::filesystem::path& path);

class SolvedGame {
 public:
  /// Reads all of it. The error says what is wrong with the file.
  static base::Result<SolvedGame> read(const std::filesystem::path& path);

  int pieces_each() const { return numbering_.pieces_each(); }
  /// For the side to move.
  Value value(const Position& position) const;

 private:
  /// Where to begin to look for a number of the block: in the bytes, behind which number.
  struct Place {
    std::uint32_t byte = 0;
    std::uint32_t number = 0;
  };

  explicit SolvedGame(int pieces_each) : numbering_(pieces_each) {}
  /// False if the bytes are not those of so many positions.
  bool note_places(std::int64_t positions);

  Numbering numbering_;
  std::vector<std::uint8_t> bytes_;
  std::vector<Place> places_;  // by block of numbers
};

/// The moves that keep the value of the position for the side to move: of a won one those that win
/// fastest, of a lost one those that lose last, of a drawn one all that keep the draw.
struct BestMoves {
  Value value;
  std::vector<Move> moves;  ///< empty: the game is over
};
BestMoves best_moves(const SolvedGame& solved, const Position& position);

}  // namespace gougi::pyonpyon
