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

/// Long-range pieces that attack `target` now that `gone` has left the line between.
Bitboard behind(const shogi::Position& position, Square target, Square gone, Bitboard occupied) {
  const Bitboard line = shogi::line_through(target, gone);
  if (!line) return {};
  if (target.file() == gone.file()) {
    const Bitboard lances = position.pieces(PieceType::kLance);
    const auto lances_of = [&](Color by) {
      return shogi::lance_attacks(~by, target, occupied) & lances & position.pieces(by);
    };
    return (shogi::file_attacks(target, occupied) & position.orthogonal_sliders()) |
           lances_of(Color::kBlack) | lances_of(Color::kWhite);
  }
  if (target.rank() == gone.rank()) {
    return shogi::rank_attacks(target, occupied) & position.orthogonal_sliders();
  }
  return shogi::bishop_attacks(target, occupied) & position.diagonal_sliders();
}

}  // namespace

bool exchange_at_least(const shogi::Position& position, shogi::BareMove move, int threshold) {
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
  Bitboard attackers = position.attackers_to(target, occupied);
  Color side = ~position.side_to_move();
  for (;;) {
    attackers &= occupied;
    const Bitboard ours = attackers & position.pieces(side);
    if (!ours) break;
    PieceType type = PieceType::kNone;
    Bitboard hits;
    for (const PieceType candidate : kCheapestFirst) {
      hits = position.pieces(candidate) & ours;
      if (hits) {
        type = candidate;
        break;
      }
    }
    // A king captures last, and only what is no longer defended.
    if (type == PieceType::kKing && (attackers & position.pieces(~side))) break;
    const Square from = hits.first();
    occupied = occupied.without(Bitboard::of(from));
    side = ~side;
    // `balance` is what the side now to move stands at, if nothing more is captured.
    balance = -balance - 1 - eval::exchange_value(type);
    if (balance >= 0) break;
    attackers |= behind(position, target, from, occupied);
  }
  // The side to move has no good capture left: it is the one that loses the exchange.
  return side != position.side_to_move();
}

}  // namespace gougi::search
