// SPDX-License-Identifier: MIT
// A solved game on the disk: a line that says what it is, then a byte for each position as in
// Tablebase::cells(). Asked for a value it reads that byte alone, so that nothing is loaded and a
// move costs some thirty reads. For one thread at a time.
#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <vector>

#include "base/result.hpp"
#include "pyonpyon/tablebase.hpp"

namespace gougi::pyonpyon {

/// Writes all of it to a new file beside `path`, which then takes its place.
base::Result<void> write_table(const Tablebase& solved, const std::filesystem::path& path);

class TableFile {
 public:
  /// The error says what is wrong with the file.
  static base::Result<TableFile> open(const std::filesystem::path& path);

  int pieces_each() const { return numbering_.pieces_each(); }
  /// For the side to move; an error if the file cannot be read any more.
  base::Result<Value> value(const Position& position);

 private:
  TableFile(std::ifstream file, int pieces_each, std::streamoff begin)
      : file_(std::move(file)), numbering_(pieces_each), begin_(begin) {}

  std::ifstream file_;
  Numbering numbering_;
  std::streamoff begin_;
};

/// The moves that keep the value of the position for the side to move: of a won one those that win
/// fastest, of a lost one those that lose last, of a drawn one all that keep the draw.
struct BestMoves {
  Value value;
  std::vector<Move> moves;  ///< empty: the game is over
};
base::Result<BestMoves> best_moves(TableFile& table, const Position& position);

}  // namespace gougi::pyonpyon
