// SPDX-License-Identifier: MIT
#include "relay/mate_proof.hpp"

namespace gougi::relay {

bool ends_in_mate(const shogi::Position& position, const std::vector<shogi::Move>& line) {
  if (line.size() % 2 == 0) return false;  // the last move must be the attacker's
  shogi::Position board = position;
  shogi::Undo undo;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!board.is_legal(line[i])) return false;
    if (i % 2 == 0 && !board.gives_check(line[i])) return false;
    board.do_move(line[i], undo);
  }
  return board.is_mated();
}

std::vector<shogi::Move> legal_prefix(const shogi::Position& position,
                                      const std::vector<shogi::Move>& line) {
  shogi::Position board = position;
  shogi::Undo undo;
  std::vector<shogi::Move> prefix;
  for (const shogi::Move move : line) {
    if (!board.is_legal(move)) break;
    prefix.push_back(move);
    board.do_move(move, undo);
  }
  return prefix;
}

}  // namespace gougi::relay
