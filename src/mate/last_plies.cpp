// SPDX-License-Identifier: MIT
#include "mate/last_plies.hpp"

#include <algorithm>

#include "mate/cage.hpp"
#include "mate/hands.hpp"
#include "mate/one_ply.hpp"
#include "mate/settle.hpp"
#include "shogi/attacks.hpp"

namespace gougi::mate {
namespace {

using shogi::BareMove;
using shogi::MoveList;
using shogi::Position;
using shogi::Undo;

/// The empty squares between the king of the side to move and the one piece that checks it.
shogi::Bitboard squares_between(const Position& position) {
  const shogi::Bitboard checkers = position.checkers();
  if (!checkers || checkers.many()) return {};
  return shogi::between(position.king(position.side_to_move()), checkers.first());
}

}  // namespace

End end_of(Position& position, bool futile_count) {
  if (!position.has_legal_move()) return End::kMate;
  if (futile_count || !squares_between(position)) return End::kNone;
  MoveList moves;
  shogi::generate(position, shogi::MoveClass::kEvasions, false, moves);
  for (const BareMove move : moves) {
    if (!move.is_drop()) return End::kNone;
  }
  // What is dropped makes no difference: the capture, the squares that it leaves, and every other
  // way out are the same for all kinds. So one for each square is enough.
  shogi::Bitboard seen;
  for (const BareMove move : moves) {
    if (seen.has(move.to())) continue;
    seen |= shogi::Bitboard::of(move.to());
    if (!answer_to_futile(position, move)) return End::kNone;
  }
  return End::kFutile;
}

BareMove answer_to_futile(Position& position, BareMove drop) {
  Undo undo;
  position.do_move(drop, undo);
  BareMove answer;
  shogi::Bitboard takers =
      position.attackers_to(position.side_to_move(), drop.to(), position.occupied());
  while (takers && !answer) {
    const shogi::Square from = takers.pop();
    for (const bool promotes : {true, false}) {
      const BareMove taking = BareMove::board(from, drop.to(), promotes);
      if (!position.is_legal(taking) || !position.gives_check(taking)) continue;
      Undo undo_taking;
      position.do_move(taking, undo_taking);
      const bool ends = end_of(position, false) != End::kNone;
      position.undo_move(taking, undo_taking);
      if (!ends) continue;
      answer = taking;
      break;
    }
  }
  position.undo_move(drop, undo);
  return answer;
}

shogi::Hand mating_hand_of_end(const Position& position, End end) {
  if (end == End::kMate) return mating_hand_of_defence(position, shogi::Hand());
  // With more in his hand the defender might interpose more than once.
  return position.hand(~position.side_to_move());
}

Finding mate_within_one(Position& position, const Cage& cage, const MoveList& checks,
                        bool futile_count) {
  for (const BareMove move : checks) {
    if (cage.surely_lets_out(position, move)) continue;
    Undo undo;
    position.do_move(move, undo);
    const End end = end_of(position, futile_count);
    const shogi::Hand after = end == End::kNone ? shogi::Hand() : mating_hand_of_end(position, end);
    position.undo_move(move, undo);
    if (end != End::kNone) return Finding::mate(1, hand_before(position, move, after));
  }
  // With a smaller hand the defender's is larger: what saved him still does.
  return Finding::no_mate(2, position.hand(position.side_to_move()));
}

namespace {

/// The attacker to move, with one ply left.
Finding last_check(Position& position, bool futile_count) {
  const Cage cage(position);
  if (surely_no_mate_in_one(position, cage)) {
    return Finding::no_mate(2, position.hand(position.side_to_move()));
  }
  if (!position.in_check()) {
    if (const BareMove mating = mate_in_one(position, cage)) {
      shogi::Hand hand;
      if (mating.is_drop()) hand.add(mating.dropped());
      return Finding::mate(1, hand);
    }
  }
  MoveList checks;
  generate_attack(position, false, checks);
  if (checks.empty()) {
    return Finding::no_mate(kNever, safe_hand_of_attack(position, off_board(position)));
  }
  return mate_within_one(position, cage, checks, futile_count);
}

}  // namespace

Finding mated_within_two(Position& position, bool futile_count, BareMove& first,
                         std::uint64_t& nodes) {
  RepliesSettled settled(position);
  const auto holds = [&](BareMove reply) {
    Undo undo;
    position.do_move(reply, undo);
    const Finding behind = last_check(position, futile_count);
    position.undo_move(reply, undo);
    ++nodes;
    settled.add(reply, behind);
    return behind.fails();
  };
  // A drop might be all that is left, and futile.
  const bool is_tried = first && !first.is_drop() && position.is_legal(first);
  if (is_tried && holds(first)) return settled.finding();
  MoveList replies;
  shogi::generate(position, shogi::MoveClass::kEvasions, false, replies);
  if (replies.empty() || replies[0].is_drop()) {
    const End end = end_of(position, futile_count);
    if (end != End::kNone) return Finding::mate(0, mating_hand_of_end(position, end));
  }
  for (const BareMove reply : replies) {
    if ((is_tried && reply == first) || !holds(reply)) continue;
    first = reply;
    break;
  }
  return settled.finding();
}

Finding mate_within_three(Position& position, const MoveList& checks, bool futile_count,
                          std::uint64_t& nodes) {
  ChecksSettled settled(position);
  BareMove first;
  for (const BareMove check : checks) {
    Undo undo;
    position.do_move(check, undo);
    const Finding behind = mated_within_two(position, futile_count, first, nodes);
    position.undo_move(check, undo);
    ++nodes;
    settled.add(check, behind);
    if (behind.mates()) break;
  }
  return settled.finding();
}

void generate_attack(const Position& position, bool all, MoveList& moves) {
  if (!position.in_check()) {
    shogi::generate(position, shogi::MoveClass::kChecks, !all, moves);
    return;
  }
  MoveList evasions;
  shogi::generate(position, shogi::MoveClass::kEvasions, !all, evasions);
  for (const BareMove move : evasions) {
    if (position.gives_check(move)) moves.push(move);
  }
}

}  // namespace gougi::mate
