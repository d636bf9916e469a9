// SPDX-License-Identifier: MIT
// The board turned round and the colours swapped: the same position for whoever judges it fairly.
#pragma once

#include "shogi/position.hpp"

namespace gougi::eval {

inline shogi::Position turned(const shogi::Position& position) {
  const shogi::Setup before = position.setup();
  shogi::Setup after = before;
  for (int i = 0; i < shogi::kSquareCount; ++i) {
    const shogi::Piece piece = before.board[static_cast<std::size_t>(i)];
    const auto to = static_cast<std::size_t>(shogi::Square(i).flipped().index());
    after.board[to] = piece.empty() ? piece : shogi::Piece(~piece.color(), piece.type());
  }
  after.hands = {before.hands[1], before.hands[0]};
  after.side_to_move = ~before.side_to_move;
  return shogi::Position::from(after).value();
}

}  // namespace gougi::eval
