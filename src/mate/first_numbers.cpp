// SPDX-License-Identifier: MIT
#include "mate/first_numbers.hpp"

#include "shogi/attacks.hpp"

namespace gougi::mate {

// Measured on the long and middle problems: simple rules do as well as counting the king's flights,
// and cost less. What is wrong here costs nodes, never a verdict.

FirstNumbers numbers_of_check(const shogi::Position& position, shogi::Move move) {
  const shogi::Color us = position.side_to_move();
  const shogi::Square to = move.to();
  const shogi::Bitboard to_square = shogi::Bitboard::of(to);
  if (!move.is_drop() && !position.piece_at(to).empty()) return {2, 4};
  shogi::Bitboard occupied = position.occupied() | to_square;
  shogi::Bitboard ours = position.pieces(us);
  int support = 1;  // a dropped piece has cost none of the board's
  if (!move.is_drop()) {
    support = 0;
    occupied = occupied.without(shogi::Bitboard::of(move.from()));
    ours = ours.without(shogi::Bitboard::of(move.from()));
  }
  support += (position.attackers_to(us, to, occupied) & ours).count();
  if (support > position.attackers_to(~us, to, occupied).count()) return {2, 4};
  return {4, 2};
}

FirstNumbers numbers_of_reply(const shogi::Position& position, shogi::Move move) {
  if (!move.is_drop() && !position.piece_at(move.to()).empty()) return {4, 1};
  return {2, 2};
}

}  // namespace gougi::mate
