// SPDX-License-Identifier: MIT
// Reads the start of a record that is drawn: the diagram of KIF and KI2 (BOD: hands, board, side to
// move), or the lines P1 to P9, P+, P- and PI of CSA. Takes the lines one by one; which of a
// record's lines can be any is left to the caller. Used by record_builder.hpp.
#pragma once

#include <string_view>

#include "base/result.hpp"
#include "shogi/position.hpp"

namespace gougi::notation {

class DiagramReader {
 public:
  /// A line of a KIF or KI2 record's head; one that belongs to no diagram is passed over.
  base::Result<void> take_kif(std::string_view line);
  /// A line of a CSA record's head, likewise.
  base::Result<void> take_csa(std::string_view line);

  /// What was read elsewhere says that the start is drawn.
  void announce() { is_announced_ = true; }
  /// That was said, or is by pieces in hand: without a board something is missing.
  bool is_announced() const { return is_announced_; }
  /// Whether anything was drawn; without it the start is another one.
  bool has_board() const { return has_board_; }
  /// What was drawn. An error if that is no position.
  base::Result<shogi::Position> position() const;

 private:
  base::Result<void> take_kif_rank(std::string_view row);
  base::Result<void> take_kif_hand(shogi::Color color, std::string_view words);
  base::Result<void> take_csa_rank(int rank, std::string_view row);
  base::Result<void> take_csa_pieces(shogi::Color color, std::string_view groups);
  base::Result<void> take_csa_even(std::string_view missing);
  void take_rest(shogi::Color color);
  void put(int file, int rank, shogi::Piece piece);

  shogi::Setup setup_;
  int ranks_ = 0;  ///< of a KIF diagram that are drawn
  bool is_announced_ = false;
  bool has_board_ = false;
  bool is_ranked_ = false;  ///< by KIF, where all nine are to be there
};

}  // namespace gougi::notation
