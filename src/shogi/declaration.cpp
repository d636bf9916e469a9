// SPDX-License-Identifier: MIT
#include "shogi/declaration.hpp"

namespace gougi::shogi {
namespace {

constexpr int kAllPoints = 54;  // 34 small pieces and 4 large ones

int hand_points(Hand hand) {
  int points = 0;
  for (const PieceType t : kHandTypes) {
    const bool large = t == PieceType::kBishop || t == PieceType::kRook;
    points += hand.count(t) * (large ? 5 : 1);
  }
  return points;
}

int board_points(const Position& p, Bitboard pieces) {
  const Bitboard counted = pieces.without(p.pieces(PieceType::kKing));
  const Bitboard large = counted & (p.diagonal_sliders() | p.orthogonal_sliders());
  return counted.count() + 4 * large.count();
}

// What the handicap left out: everything that is nowhere on the board or in hand.
int missing_points(const Position& p) {
  return kAllPoints - board_points(p, p.occupied()) - hand_points(p.hand(Color::kBlack)) -
         hand_points(p.hand(Color::kWhite));
}

int points_needed(const Position& p, DeclarationRule rule) {
  const bool white = p.side_to_move() == Color::kWhite;
  switch (rule) {
    case DeclarationRule::k24:
      return 31;
    case DeclarationRule::k24Handicap:
      return 31 - (white ? missing_points(p) : 0);
    case DeclarationRule::k27Handicap:
      return white ? 27 - missing_points(p) : 28;
    default:
      return white ? 27 : 28;
  }
}

}  // namespace

int declaration_points(const Position& position, Color c) {
  return board_points(position, position.pieces(c) & promotion_zone(c)) +
         hand_points(position.hand(c));
}

bool can_declare(const Position& position, DeclarationRule rule) {
  const Color us = position.side_to_move();
  const Square king = position.king(us);
  if (rule == DeclarationRule::kNone || !king.valid() || position.in_check()) return false;
  if (rule == DeclarationRule::kTry) return king == Square::of(5, us == Color::kBlack ? 1 : 9);
  const Bitboard camp = position.pieces(us) & promotion_zone(us);
  return camp.has(king) && camp.count() >= 11 &&
         declaration_points(position, us) >= points_needed(position, rule);
}

}  // namespace gougi::shogi
