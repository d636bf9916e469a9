// SPDX-License-Identifier: MIT
// Which moves of the side to move would check, prepared once for many moves of one position:
// cheaper than Position::gives_check from the third move on. A value; valid only for the position
// it was made of.
#pragma once

#include <array>
#include <cstddef>

#include "shogi/attacks.hpp"
#include "shogi/position.hpp"

namespace gougi::shogi {

class CheckSquares {
 public:
  explicit CheckSquares(const Position& position) {
    const Color us = position.side_to_move();
    king_ = position.king(~us);
    if (!king_.valid()) return;
    const Bitboard occupied = position.occupied();
    const auto steps = [&](PieceType type) { return step_attacks(~us, type, king_); };
    const Bitboard gold = steps(PieceType::kGold);
    const Bitboard bishop = bishop_attacks(king_, occupied);
    const Bitboard file = file_attacks(king_, occupied);
    const Bitboard rook = file | rank_attacks(king_, occupied);
    from(PieceType::kPawn) = steps(PieceType::kPawn);
    from(PieceType::kLance) = file & empty_board_attacks(~us, PieceType::kLance, king_);
    from(PieceType::kKnight) = steps(PieceType::kKnight);
    from(PieceType::kSilver) = steps(PieceType::kSilver);
    from(PieceType::kBishop) = bishop;
    from(PieceType::kRook) = rook;
    from(PieceType::kGold) = gold;
    from(PieceType::kProPawn) = gold;
    from(PieceType::kProLance) = gold;
    from(PieceType::kProKnight) = gold;
    from(PieceType::kProSilver) = gold;
    from(PieceType::kHorse) = bishop | steps(PieceType::kHorse);
    from(PieceType::kDragon) = rook | steps(PieceType::kDragon);
    discoverers_ = position.blockers_for_king(~us) & position.pieces(us);
  }

  /// Whether the legal `move` of `position` checks.
  bool gives_check(const Position& position, BareMove move) const {
    if (!king_.valid()) return false;
    const Square to = move.to();
    if (move.is_drop()) return from(move.dropped()).has(to);
    const Square origin = move.from();
    PieceType type = position.piece_at(origin).type();
    if (move.promotes()) type = promote(type);
    if (from(type).has(to)) return true;
    // Whatever stands on the line to the king already attacks along it or is blocked by more than
    // itself, so its own square may count as occupied.
    return discoverers_.has(origin) && !line_through(king_, origin).has(to);
  }

  /// Where a piece of kind `type` gives check.
  Bitboard squares(PieceType type) const { return from(type); }

 private:
  Bitboard& from(PieceType type) { return from_[static_cast<std::size_t>(index(type))]; }
  const Bitboard& from(PieceType type) const {
    return from_[static_cast<std::size_t>(index(type))];
  }

  Square king_;
  std::array<Bitboard, kPieceTypeCount> from_{};
  Bitboard discoverers_;
};

}  // namespace gougi::shogi
