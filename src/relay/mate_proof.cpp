// SPDX-License-Identifier: MIT
#include "relay/mate_proof.hpp"

#include "relay/shogi_rules.hpp"

namespace gougi::relay {

bool ends_in_mate(const Board& board, const std::vector<shogi::Move>& line) {
  if (line.size() % 2 == 0) return false;  // the last move must be the attacker's
  const auto next = board.copy();
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!next->is_legal(line[i])) return false;
    if (i % 2 == 0 && !next->threatens_to_win(line[i])) return false;
    next->play(line[i]);
  }
  return next->is_lost();
}

bool ends_in_mate(const shogi::Position& position, const std::vector<shogi::Move>& line) {
  return ends_in_mate(ShogiBoard(position), line);
}

std::vector<shogi::Move> legal_prefix(const Board& board, const std::vector<shogi::Move>& line) {
  const auto next = board.copy();
  std::vector<shogi::Move> prefix;
  for (const shogi::Move move : line) {
    if (!next->is_legal(move)) break;
    prefix.push_back(move);
    next->play(move);
  }
  return prefix;
}

}  // namespace gougi::relay
