// SPDX-License-Identifier: MIT
#include "mate/hands.hpp"

#include "shogi/attacks.hpp"

namespace gougi::mate {
namespace {

using shogi::Hand;
using shogi::kHandTypes;
using shogi::PieceType;

void set_count(Hand& hand, PieceType type, int count) {
  const int difference = count - hand.count(type);
  if (difference > 0) hand.add(type, difference);
  if (difference < 0) hand.remove(type, -difference);
}

PieceType captured_kind(const shogi::Position& position, shogi::BareMove move) {
  if (move.is_drop()) return PieceType::kNone;
  const shogi::Piece captured = position.piece_at(move.to());
  return captured.empty() ? PieceType::kNone : shogi::unpromote(captured.type());
}

/// Whether the defender could drop something between king and checker.
bool can_interpose(const shogi::Position& position) {
  const shogi::Bitboard checkers = position.checkers();
  if (!checkers || checkers.many()) return false;
  return shogi::between(position.king(position.side_to_move()), checkers.first()).any();
}

/// Whether a piece of this kind in hand would give check somewhere (二歩 left aside).
bool drop_checks(const shogi::Position& position, PieceType type) {
  const shogi::Color us = position.side_to_move();
  const shogi::Square king = position.king(~us);
  if (!king.valid()) return false;
  const shogi::Bitboard from = shogi::attacks(type, ~us, king, position.occupied());
  return from.without(position.occupied()).any();
}

}  // namespace

Hand off_board(const shogi::Position& position) {
  Hand all = position.hand(shogi::Color::kBlack);
  const Hand other = position.hand(shogi::Color::kWhite);
  for (const PieceType type : kHandTypes) all.add(type, other.count(type));
  return all;
}

Hand least_of(Hand a, Hand b) {
  if (a.at_least(b)) return b;
  if (b.at_least(a)) return a;
  for (const PieceType type : kHandTypes) {
    if (b.count(type) < a.count(type)) set_count(a, type, b.count(type));
  }
  return a;
}

Hand most_of(Hand a, Hand b) {
  if (a.at_least(b)) return a;
  if (b.at_least(a)) return b;
  for (const PieceType type : kHandTypes) {
    if (b.count(type) > a.count(type)) set_count(a, type, b.count(type));
  }
  return a;
}

Hand hand_before(const shogi::Position& position, shogi::BareMove move, Hand after) {
  if (move.is_drop()) {
    after.add(move.dropped());
    return after;
  }
  const PieceType captured = captured_kind(position, move);
  if (captured != PieceType::kNone && after.has(captured)) after.remove(captured);
  return after;
}

Hand mating_hand_of_defence(const shogi::Position& position, Hand replies) {
  if (!can_interpose(position)) return replies;
  const shogi::Color defender = position.side_to_move();
  const Hand lacking = position.hand(defender);
  const Hand attacker = position.hand(~defender);
  for (const PieceType type : kHandTypes) {
    if (!lacking.has(type)) set_count(replies, type, attacker.count(type));
  }
  return replies;
}

Hand safe_hand_of_defence(const shogi::Position& position, shogi::BareMove move, Hand after) {
  const Hand all = off_board(position);
  Hand hand = least_of(after, all);
  if (move.is_drop()) {
    const PieceType type = move.dropped();
    const int most = all.count(type) - 1;
    if (hand.count(type) > most) set_count(hand, type, most);
  }
  return hand;
}

Hand safe_hand_of_attack(const shogi::Position& position, Hand checks) {
  const Hand ours = position.hand(position.side_to_move());
  Hand hand = least_of(checks, off_board(position));
  for (const PieceType type : kHandTypes) {
    if (!ours.has(type) && hand.has(type) && drop_checks(position, type)) {
      set_count(hand, type, 0);
    }
  }
  return hand;
}

}  // namespace gougi::mate
