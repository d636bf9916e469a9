// SPDX-License-Identifier: MIT
#include "naitou/frame.hpp"

namespace gougi::naitou {
namespace {

SquareIndex square_of(shogi::Square square, shogi::Color com) {
  const shogi::Square seen = com == shogi::Color::kWhite ? square : square.flipped();
  return square_at(10 - seen.file(), seen.rank());
}

shogi::Square square_from(SquareIndex s, shogi::Color com) {
  const shogi::Square seen = shogi::Square::of(10 - x_of(s), rank_of(s));
  return com == shogi::Color::kWhite ? seen : seen.flipped();
}

}  // namespace

Board board_of(const shogi::Setup& setup, shogi::Color com) {
  Board board;
  for (int i = 0; i < shogi::kSquareCount; ++i) {
    const shogi::Piece piece = setup.board[static_cast<std::size_t>(i)];
    if (piece.empty()) continue;
    board.set(square_of(shogi::Square(i), com), Cell(side_of(piece.color(), com), piece.type()));
  }
  for (const shogi::Color color : shogi::kColors) {
    Hand& hand = board.hand(side_of(color, com));
    for (const Kind kind : shogi::kHandTypes) {
      hand[at(kind)] =
          wrapped(setup.hands[static_cast<std::size_t>(shogi::index(color))].count(kind));
    }
  }
  return board;
}

Move to_frame(shogi::BareMove move, shogi::Color com) {
  const SquareIndex to = square_of(move.to(), com);
  if (move.is_drop()) return Move::drop(move.dropped(), to);
  return Move::board(square_of(move.from(), com), to, move.promotes());
}

shogi::BareMove from_frame(Move move, shogi::Color com) {
  const shogi::Square to = square_from(move.destination, com);
  if (move.is_drop()) return shogi::BareMove::drop(move.dropped(), to);
  return shogi::BareMove::board(square_from(move.source, com), to, move.promotes);
}

}  // namespace gougi::naitou
