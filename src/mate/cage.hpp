// SPDX-License-Identifier: MIT
// What holds the defending king: where it could step and which of those squares the side to move
// attacks. Tells of most checks, without playing them, that the king runs away or takes the piece.
// Constant after construction.
#pragma once

#include "shogi/attacks.hpp"
#include "shogi/position.hpp"

namespace gougi::mate {

class Cage {
 public:
  /// The defender's king must be on the board.
  explicit Cage(const shogi::Position& position)
      : attacker_(position.side_to_move()),
        king_(position.king(~attacker_)),
        around_(shogi::step_attacks(~attacker_, shogi::PieceType::kKing, king_)),
        flights_(around_.without(position.pieces(~attacker_))),
        blocking_(position.occupied() ^ shogi::Bitboard::of(king_)) {
    using shogi::Bitboard;
    using shogi::PieceType;
    const Bitboard ours = position.pieces(attacker_);
    for (Bitboard b = ours & position.diagonal_sliders(); b;) {
      slid_ |= shogi::bishop_attacks(b.pop(), blocking_);
    }
    for (Bitboard b = ours & position.orthogonal_sliders(); b;) {
      slid_ |= shogi::rook_attacks(b.pop(), blocking_);
    }
    for (Bitboard b = ours & position.pieces(PieceType::kLance); b;) {
      slid_ |= shogi::lance_attacks(attacker_, b.pop(), blocking_);
    }
    reach_ = slid_;
    for (Bitboard b = ours & shogi::king_vicinity(attacker_, king_); b;) {
      const shogi::Square s = b.pop();
      reach_ |= shogi::step_attacks(position.piece_at(s), s);
    }
  }

  shogi::Square king() const { return king_; }
  /// The squares next to the king.
  shogi::Bitboard around() const { return around_; }
  /// Those that its own pieces leave it.
  shogi::Bitboard flights() const { return flights_; }
  /// What the attacker attacks, the king taken off the board; complete around() it.
  shogi::Bitboard reach() const { return reach_; }
  /// Whether a piece of the attacker, by moving, might open a line of another one to the king or to
  /// one of `squares`, which nothing reaches.
  bool has_doors_to(const shogi::Position& position, shogi::Bitboard squares) const {
    using shogi::Bitboard;
    using shogi::PieceType;
    const Bitboard ours = position.pieces(attacker_);
    const Bitboard doors = slid_ & ours;
    if (!doors) return false;
    const Bitboard without = blocking_.without(doors);
    const Bitboard wanted = squares | Bitboard::of(king_);
    for (Bitboard b = ours & position.diagonal_sliders(); b;) {
      if (shogi::bishop_attacks(b.pop(), without) & wanted) return true;
    }
    for (Bitboard b = ours & position.orthogonal_sliders(); b;) {
      if (shogi::rook_attacks(b.pop(), without) & wanted) return true;
    }
    for (Bitboard b = ours & position.pieces(PieceType::kLance); b;) {
      if (shogi::lance_attacks(attacker_, b.pop(), without) & wanted) return true;
    }
    return false;
  }
  /// All pieces but the king.
  shogi::Bitboard blocking() const { return blocking_; }

  /// Whether behind the legal check `move` the king has a step for sure. False tells nothing.
  bool surely_lets_out(const shogi::Position& position, shogi::BareMove move) const {
    const shogi::Square to = move.to();
    shogi::PieceType type{};
    if (move.is_drop()) {
      if (around_.has(to) && !reach_.has(to)) return true;
      type = move.dropped();
    } else {
      if (slid_.has(move.from())) return false;  // it uncovers a piece behind it
      type = position.piece_at(move.from()).type();
      if (move.promotes()) type = shogi::promote(type);
    }
    const shogi::Bitboard left = flights_.without(reach_ | shogi::Bitboard::of(to));
    return left && left.without(shogi::attacks(type, attacker_, to, blocking_));
  }

 private:
  shogi::Color attacker_;
  shogi::Square king_;
  shogi::Bitboard around_;
  shogi::Bitboard flights_;
  shogi::Bitboard blocking_;
  shogi::Bitboard slid_;  // by pieces of long range
  shogi::Bitboard reach_;
};

}  // namespace gougi::mate
