// SPDX-License-Identifier: MIT
#include "mate/one_ply.hpp"

#include "shogi/attacks.hpp"

namespace gougi::mate {
namespace {

using shogi::BareMove;
using shogi::Bitboard;
using shogi::Color;
using shogi::PieceType;
using shogi::Square;

class OnePly {
 public:
  OnePly(const shogi::Position& position, const Cage& cage)
      : p_(position),
        us_(position.side_to_move()),
        king_(cage.king()),
        around_(cage.around()),
        flights_(cage.flights()),
        reach_(cage.reach()),
        blocking_(cage.blocking()),
        uncovered_(flights_.without(reach_)) {}

  BareMove find() const {
    // A checker next to the king covers at most eight of the squares around, most kinds fewer.
    if (uncovered_.count() > 6) return BareMove();
    if (const BareMove drop = find_drop()) return drop;
    return find_board_move();
  }

 private:
  // Whether a piece of this kind on `to` attacks every square around that nothing else does.
  bool covers_the_rest(PieceType type, Square to) const {
    return !uncovered_.without(shogi::attacks(type, us_, to, blocking_) | Bitboard::of(to));
  }

  BareMove find_drop() const {
    const shogi::Hand hand = p_.hand(us_);
    const Bitboard empty = ~p_.occupied();
    for (const PieceType type : {PieceType::kGold, PieceType::kSilver, PieceType::kRook,
                                 PieceType::kBishop, PieceType::kLance, PieceType::kKnight}) {
      if (!hand.has(type)) continue;
      Bitboard targets = shogi::empty_board_attacks(~us_, type, king_) & empty;
      if (type != PieceType::kKnight) targets &= around_ & reach_;
      while (targets) {
        const Square to = targets.pop();
        if (!covers_the_rest(type, to)) continue;
        if (is_mate(shogi::kNoSquare, to, type)) return BareMove::drop(type, to);
      }
    }
    return BareMove();
  }

  BareMove find_board_move() const {
    const Bitboard free = ~p_.pieces(us_);
    const Bitboard kings = p_.pieces(PieceType::kKing);
    for (Bitboard targets = around_ & reach_ & free; targets;) {
      const Square to = targets.pop();
      Bitboard movers = p_.attackers_to(us_, to, p_.occupied()).without(kings);
      while (movers) {
        if (const BareMove move = try_board_move(movers.pop(), to)) return move;
      }
    }
    const Bitboard knights = p_.pieces(us_, PieceType::kKnight);
    if (!knights) return BareMove();
    for (Bitboard targets = shogi::step_attacks(~us_, PieceType::kKnight, king_) & free; targets;) {
      const Square to = targets.pop();
      Bitboard movers = shogi::step_attacks(~us_, PieceType::kKnight, to) & knights;
      while (movers) {
        if (const BareMove move = try_board_move(movers.pop(), to)) return move;
      }
    }
    return BareMove();
  }

  BareMove try_board_move(Square from, Square to) const {
    const PieceType type = p_.piece_at(from).type();
    const bool zone = shogi::in_promotion_zone(us_, from) || shogi::in_promotion_zone(us_, to);
    if (zone && shogi::can_promote(type) && mates(from, to, shogi::promote(type))) {
      return BareMove::board(from, to, true);
    }
    if (!mates(from, to, type)) return BareMove();
    const BareMove plain = BareMove::board(from, to);
    return p_.is_legal(plain) ? plain : BareMove();  // a pawn must promote on the last rank
  }
  bool mates(Square from, Square to, PieceType type) const {
    return shogi::attacks(type, us_, to, p_.occupied()).has(king_) && covers_the_rest(type, to) &&
           is_mate(from, to, type);
  }

  // Whether `type` on `to`, coming from `from` (or the hand), checks and mates.
  bool is_mate(Square from, Square to, PieceType type) const {
    // A pinned piece of ours?
    if (from != shogi::kNoSquare && p_.blockers_for_king(us_).has(from) &&
        !shogi::line_through(p_.king(us_), from).has(to)) {
      return false;
    }
    const Bitboard to_square = Bitboard::of(to);
    const Bitboard from_square = Bitboard::of(from);
    const Bitboard occupied = (p_.occupied() | to_square).without(from_square);
    const Bitboard left = p_.pieces(us_).without(from_square);
    // The king takes it?
    if (around_.has(to) && !(p_.attackers_to(us_, to, occupied) & left)) return false;
    // Another piece takes it? A pin may end with the move of the piece that pins.
    Bitboard takers = p_.attackers_to(~us_, to, occupied).without(Bitboard::of(king_));
    if (takers) {
      const bool pins_hold = from == shogi::kNoSquare || !p_.snipers(~us_).has(from);
      if (!pins_hold) return false;
      const Bitboard pinned = p_.blockers_for_king(~us_);
      while (takers) {
        const Square taker = takers.pop();
        if (!pinned.has(taker) || shogi::line_through(king_, taker).has(to)) return false;
      }
    }
    // The king runs?
    const Bitboard without_king = occupied.without(Bitboard::of(king_));
    const Bitboard reach = shogi::attacks(type, us_, to, without_king);
    for (Bitboard b = flights_.without(reach | to_square); b;) {
      const Square flight = b.pop();
      // What stands on the flight square itself does not attack it.
      if (!(p_.attackers_to(us_, flight, without_king) & left)) return false;
    }
    return true;
  }

  const shogi::Position& p_;
  const Color us_;
  const Square king_;
  const Bitboard around_;
  const Bitboard flights_;  // where their king may step, if we do not attack it
  const Bitboard reach_;
  const Bitboard blocking_;
  const Bitboard uncovered_;
};

}  // namespace

BareMove mate_in_one(const shogi::Position& position) {
  if (!position.king(~position.side_to_move()).valid()) return BareMove();
  return mate_in_one(position, Cage(position));
}

BareMove mate_in_one(const shogi::Position& position, const Cage& cage) {
  return OnePly(position, cage).find();
}

bool surely_no_mate_in_one(const shogi::Position& position, const Cage& cage) {
  const Bitboard uncovered = cage.flights().without(cage.reach());
  if (!uncovered || cage.has_doors_to(position, uncovered)) return false;
  const Color us = position.side_to_move();
  // From where a piece would check and attack all of them on an empty board. What arrives on one of
  // them by a drop is taken, and no piece on the board can move there.
  const auto places = [&](PieceType type) {
    Bitboard from = shogi::empty_board_attacks(~us, type, cage.king());
    for (Bitboard b = uncovered; b && from;) {
      from &= shogi::empty_board_attacks(~us, type, b.pop());
    }
    return from;
  };
  const Bitboard empty = ~position.occupied();
  const Bitboard ours = position.pieces(us);
  const shogi::Hand hand = position.hand(us);
  Bitboard to_move_to;
  const Bitboard gold = places(PieceType::kGold);
  if (hand.has(PieceType::kGold) && (gold & empty)) return false;
  to_move_to |= gold;
  for (const PieceType type : {PieceType::kRook, PieceType::kBishop, PieceType::kSilver,
                               PieceType::kLance, PieceType::kKnight}) {
    const bool in_hand = hand.has(type);
    const bool is_large = type == PieceType::kRook || type == PieceType::kBishop;
    const bool on_board = (ours & (position.pieces(type) |
                                   (is_large ? position.pieces(shogi::promote(type)) : Bitboard())))
                              .any();
    if (!in_hand && !on_board) continue;
    if (in_hand && (places(type) & empty)) return false;
    if (on_board) to_move_to |= places(is_large ? shogi::promote(type) : type);
  }
  for (Bitboard b = to_move_to.without(ours); b;) {
    if (position.attackers_to(us, b.pop(), position.occupied())) return false;
  }
  return true;
}

}  // namespace gougi::mate
