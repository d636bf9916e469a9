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

bool is_proof(const Board& board, const std::vector<shogi::Move>& line,
              usi::FreezeAbility ability) {
  if (!ends_in_mate(board, line)) return false;
  const auto defender = static_cast<std::size_t>(index(~board.side_to_move()));
  return line.size() == 1 || board.freezes().left[defender] == 0 || usi::accepts_freezes(ability);
}

bool attacker_freezes(const std::vector<shogi::Move>& line) {
  for (std::size_t i = 0; i < line.size(); i += 2) {
    if (line[i].freezes()) return true;
  }
  return false;
}

bool ends_in_mate(const shogi::Position& position, const std::vector<shogi::Move>& line) {
  return ends_in_mate(ShogiBoard(position), line);
}

std::vector<shogi::Move> moves_of(const usi::CheckMateFound& found) {
  std::vector<shogi::Move> moves;
  for (std::size_t i = 0; i < found.moves.size(); ++i) moves.push_back(found.move(i));
  return moves;
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
