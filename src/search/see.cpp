// SPDX-License-Identifier: MIT
#include "search/see.hpp"

#include <array>

#include "eval/evaluator.hpp"
#include "shogi/bitboard.hpp"

namespace gougi::search {
namespace {

using shogi::Bitboard;
using shogi::Color;
using shogi::PieceType;
using shogi::Square;

/// The order in which pieces recapture: cheapest first, the king last.
constexpr std::array kCheapestFirst{
    PieceType::kPawn,    PieceType::kLance,    PieceType::kKnight,    PieceType::kSilver,
    PieceType::kProPawn, PieceType::kProLance, PieceType::kProKnight, PieceType::kProSilver,
    PieceType::kGold,    PieceType::kBishop,   PieceType::kRook,      PieceType::kHorse,
    PieceType::kDragon,  PieceType::kKing};

/// A piece of `side` that attacks `target` on `occupied`, the cheapest; kNoSquare if none does.
Square cheapest_attacker(const shogi::Position& position, Color side, Square target,
                         Bitboard occupied, PieceType& type) {
  const Bitboard attackers = position.attackers_to(side, target, occupied) & occupied;
  if (!attackers) return shogi::kNoSquare;
  for (const PieceType candidate : kCheapestFirst) {
    if (const Bitboard hits = position.pieces(candidate) & attackers) {
      type = candidate;
      return hits.first();
    }
  }
  return shogi::kNoSquare;
}

}  // namespace

bool exchange_at_least(const shogi::Position& position, shogi::Move move, int threshold) {
  const Square target = move.to();
  const shogi::Piece victim = position.piece_at(target);
  int balance = victim.empty() ? 0 : eval::exchange_value(victim.type());
  PieceType on_target = move.is_drop() ? move.dropped() : position.piece_at(move.from()).type();
  if (move.promotes()) {
    balance += eval::promotion_gain(on_target);
    on_target = shogi::promote(on_target);
  }
  balance -= threshold;
  if (balance < 0) return false;
  // Even if the piece is lost for nothing?
  balance -= eval::exchange_value(on_target);
  if (balance >= 0) return true;

  Bitboard occupied = position.occupied() | Bitboard::of(target);
  if (!move.is_drop()) occupied = occupied.without(Bitboard::of(move.from()));
  Color side = ~position.side_to_move();
  for (;;) {
    PieceType type = PieceType::kNone;
    const Square from = cheapest_attacker(position, side, target, occupied, type);
    if (!from.valid()) break;
    if (type == PieceType::kKing) {
      // A king captures last, and only what is no longer defended.
      PieceType defender = PieceType::kNone;
      const Bitboard behind = occupied.without(Bitboard::of(from));
      if (cheapest_attacker(position, ~side, target, behind, defender).valid()) break;
    }
    occupied = occupied.without(Bitboard::of(from));
    side = ~side;
    // `balance` is what the side now to move stands at, if nothing more is captured.
    balance = -balance - 1 - eval::exchange_value(type);
    if (balance >= 0) break;
  }
  // The side to move has no good capture left: it is the one that loses the exchange.
  return side != position.side_to_move();
}

}  // namespace gougi::search
