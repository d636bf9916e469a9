// SPDX-License-Identifier: MIT
#include "relay/mate_proof.hpp"

#include <algorithm>
#include <cstddef>

#include "game/shogi_position.hpp"

namespace gougi::relay {

bool ends_in_mate(const game::Position& board, const std::vector<usi::Move>& line) {
  if (line.size() % 2 == 0) return false;  // the last move must be the attacker's
  const auto next = board.copy();
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!next->is_legal(line[i])) return false;
    if (i % 2 == 0 && !next->threatens_to_win(line[i])) return false;
    next->play(line[i]);
  }
  return next->is_lost();
}

bool is_proof(const game::Position& board, const std::vector<usi::Move>& line,
              usi::FreezeAbility ability) {
  if (!ends_in_mate(board, line)) return false;
  const auto defender = static_cast<std::size_t>(index(~board.side_to_move()));
  return line.size() == 1 || board.freezes().left[defender] == 0 || usi::accepts_freezes(ability);
}

bool ends_too_soon(const game::Game& game, const std::vector<usi::Move>& line) {
  if (game.history().repetition() != shogi::Repetition::kNone) return true;
  if (line.size() <= 1) return false;
  const shogi::FreezePosition* const now = game.position().of_shogi();
  const auto counts = game.history().thrice();
  return std::ranges::any_of(counts, [&](std::size_t count) {
    const game::Game then = game::beginning_of(game, count);
    return now == nullptr || shogi::may_come_again(then.position().of_shogi()->position(),
                                                   now->position(), line.size());
  });
}

bool attacker_freezes(const std::vector<usi::Move>& line) {
  for (std::size_t i = 0; i < line.size(); i += 2) {
    if (line[i].freezes()) return true;
  }
  return false;
}

bool ends_in_mate(const shogi::Position& position, const std::vector<usi::Move>& line) {
  return ends_in_mate(game::ShogiPosition(position), line);
}

std::vector<usi::Move> legal_prefix(const game::Position& board,
                                    const std::vector<usi::Move>& line) {
  const auto next = board.copy();
  std::vector<usi::Move> prefix;
  for (const usi::Move move : line) {
    if (!next->is_legal(move)) break;
    prefix.push_back(move);
    next->play(move);
  }
  return prefix;
}

}  // namespace gougi::relay
