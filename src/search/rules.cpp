// SPDX-License-Identifier: MIT
#include "search/rules.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "eval/evaluator.hpp"
#include "search/freeze_mate.hpp"
#include "shogi/movegen.hpp"

namespace gougi::search {
namespace {

/// So much that the last ones are kept for a mate, or for a large piece: what games against itself
/// preferred. Of many the last are hardly ever used.
constexpr std::array kWorthOfFreeze{1750, 1400, 1050, 700, 350};

}  // namespace

int value_of_freezes(int left) {
  int value = 0;
  for (int i = 0; i < std::min(left, static_cast<int>(kWorthOfFreeze.size())); ++i) {
    value += kWorthOfFreeze[static_cast<std::size_t>(i)];
  }
  return value;
}

std::vector<shogi::BareMove> ShogiRules::root_moves(const Position& root) {
  shogi::MoveList moves;
  shogi::generate_legal(root, moves);
  return {moves.begin(), moves.end()};
}

int FreezeRules::with_terms(int score, const Position& position) {
  const shogi::Color us = position.side_to_move();
  const int freezes = value_of_freezes(position.left(us)) - value_of_freezes(position.left(~us));
  return std::clamp(score + freezes, -eval::kLargestScore, eval::kLargestScore);
}

shogi::Move FreezeRules::mate_in_one(Position& position) {
  if (position.may_freeze()) return freeze_mate_in_one(position);
  if (position.in_check()) return {};
  const shogi::BareMove mating = mate::mate_in_one(position.position());
  return mating && !is_barred(position, mating) ? mating : Move();
}

std::vector<shogi::Move> FreezeRules::root_moves(const Position& root) {
  shogi::MoveList bare;
  shogi::generate_legal_bare(root, bare);
  std::vector<Move> moves(bare.begin(), bare.end());
  if (const shogi::BareMove drop = root.pawn_drop_mate()) {
    moves.emplace_back(drop, shogi::first_kind(root.freezable(drop)));
  }
  return moves;
}

std::vector<shogi::Move> FreezeRules::all_moves(const Position& root) {
  std::vector<Move> moves;
  shogi::generate_legal(root, moves);
  return moves;
}

}  // namespace gougi::search
