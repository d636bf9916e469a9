// SPDX-License-Identifier: MIT
#include "naitou/board.hpp"

namespace gougi::naitou {

Board::Board() {
  cells_.fill(Cell::border());
  for (int rank = 1; rank <= 9; ++rank) {
    for (int x = 1; x <= 9; ++x) set(square_at(x, rank), Cell());
  }
}

SquareIndex Board::king(Side side) const {
  SquareIndex found = kNoSquareIndex;
  for_each_piece(side, [&](SquareIndex s) {
    if (found == kNoSquareIndex && (*this)[s].kind() == Kind::kKing) found = s;
  });
  return found;
}

void Board::play(Side side, Move move) {
  if (move.is_drop()) {
    Byte& left = hand(side)[at(move.dropped())];
    if (left > 0) --left;
    set(move.destination, Cell(side, move.dropped()));
    return;
  }
  const Kind moved = (*this)[move.source].kind();
  const Cell captured = (*this)[move.destination];
  if (captured.is(other(side)) && captured.kind() != Kind::kKing) {
    ++hand(side)[at(shogi::unpromote(captured.kind()))];
  }
  set(move.source, Cell());
  const bool promotes = move.promotes && shogi::can_promote(moved);
  set(move.destination,
      moved == Kind::kNone ? Cell() : Cell(side, promotes ? shogi::promote(moved) : moved));
}

}  // namespace gougi::naitou
