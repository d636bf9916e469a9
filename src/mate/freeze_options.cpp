// SPDX-License-Identifier: MIT
#include "mate/freeze_options.hpp"

#include <array>

#include "shogi/attacks.hpp"

namespace gougi::mate {
namespace {

using shogi::BareMove;
using shogi::Bitboard;
using shogi::FreezePosition;
using shogi::KindMask;
using shogi::Move;
using shogi::MoveClass;
using shogi::MoveList;
using shogi::PieceType;
using shogi::Position;

// How many moves there are of each kind of piece.
struct KindCounts {
  std::array<int, shogi::kPieceTypeCount> count{};
  KindMask kinds = 0;
  int total = 0;

  KindCounts(const Position& position, const MoveList& moves) {
    for (const BareMove m : moves) add(shogi::moving_kind(position, m));
  }
  void add(PieceType t) {
    ++count[static_cast<std::size_t>(index(t))];
    kinds |= shogi::mask_of(t);
    ++total;
  }
  int without(PieceType t) const { return total - count[static_cast<std::size_t>(index(t))]; }
};

// Of the legal moves; of the checks among them.
KindCounts evasions_of(const Position& position) {
  MoveList moves;
  shogi::generate_legal(position, moves);
  return {position, moves};
}
KindCounts checks_of(const Position& position, bool all_moves) {
  MoveList moves;
  shogi::generate(position, MoveClass::kChecks, !all_moves, moves);
  return {position, moves};
}

// Calls `look(kind)` for each kind.
template <class Look>
void for_each_kind(KindMask kinds, Look look) {
  for (; kinds != 0; kinds = static_cast<KindMask>(kinds & (kinds - 1))) {
    look(shogi::first_kind(kinds));
  }
}

// The kinds, but for the king, of which `c` has a piece in hand that can be dropped anywhere.
int kinds_dropped_anywhere(const Position& position, shogi::Color c) {
  const shogi::Hand hand = position.hand(c);
  int count = 0;
  for (const PieceType t :
       {PieceType::kSilver, PieceType::kGold, PieceType::kBishop, PieceType::kRook}) {
    if (hand.has(t)) ++count;
  }
  return count;
}

// The kinds, but for the king, of which `c` has an unpinned piece on the board that can move. Where
// one of its kinds is in hand as well it is not counted.
int kinds_moving_freely(const Position& position, shogi::Color c) {
  const Bitboard free = position.pieces(c).without(position.blockers_for_king(c));
  int count = 0;
  for (int i = 1; i < shogi::kPieceTypeCount; ++i) {
    const auto kind = static_cast<PieceType>(i);
    if (kind == PieceType::kKing) continue;
    if (index(kind) <= index(PieceType::kGold) && position.hand(c).has(kind)) continue;
    for (Bitboard pieces = free & position.pieces(kind); pieces;) {
      const shogi::Square from = pieces.pop();
      if (shogi::attacks(kind, c, from, position.occupied()).without(position.pieces(c))) {
        ++count;
        break;
      }
    }
  }
  return count;
}

// Whether a move of the side to move that gives no check may leave the opponent with moves of one
// kind only. A move captures one piece and pins two at most (itself, and by discovery); whatever
// else could move still can, since pieces that come near can be captured.
bool may_be_left_with_one_kind(const Position& position) {
  const shogi::Color them = ~position.side_to_move();
  const int in_hand = kinds_dropped_anywhere(position, them);
  if (in_hand >= 2) return false;
  constexpr int kDisabledAtMost = 3;
  return in_hand + kinds_moving_freely(position, them) - kDisabledAtMost < 2;
}

// The kinds of which the side to move has legal moves; after the second one nothing is looked for.
KindMask up_to_two_kinds(const Position& position) {
  if (kinds_dropped_anywhere(position, position.side_to_move()) >= 2) return 3;
  return shogi::movable_kinds(position);
}

// A move without check, with a freeze that leaves no legal reply.
Move silent_end(FreezePosition& position) {
  if (!may_be_left_with_one_kind(position.position())) return {};
  MoveList moves;
  shogi::generate_legal(position.position(), moves);
  for (const BareMove m : moves) {
    if (position.gives_check(m)) continue;
    shogi::FreezeUndo undo;
    position.do_move(m, undo);
    const KindMask kinds = up_to_two_kinds(position.position());
    position.undo_move(m, undo);
    if (kinds == 0) return {m, shogi::first_kind(position.freezable(m))};
    if (shogi::count(kinds) == 1) return {m, shogi::first_kind(kinds)};
  }
  return {};
}

}  // namespace

Move list_attacks(FreezePosition& position, bool all_moves, std::vector<FreezeOption>& options) {
  options.clear();
  const bool may_freeze = position.may_freeze();
  const PieceType frozen = position.state().in_force;
  Move end;
  if (const BareMove m = position.pawn_drop_mate()) {
    end = {m, shogi::first_kind(position.freezable(m))};
  }
  MoveList checks;
  shogi::generate(position.position(), MoveClass::kChecks, !all_moves, checks);
  for (const BareMove m : checks) {
    if (frozen != PieceType::kNone && shogi::moving_kind(position.position(), m) == frozen) {
      continue;
    }
    shogi::FreezeUndo undo;
    position.do_move(m, undo);
    const KindCounts evasions = evasions_of(position.position());
    position.undo_move(m, undo);
    if (evasions.total == 0) return m;
    options.push_back({m, evasions.total});
    if (!may_freeze) continue;
    for_each_kind(evasions.kinds, [&](PieceType kind) {
      const int left = evasions.without(kind);
      if (left == 0) end = {m, kind};
      options.push_back({{m, kind}, left});
    });
  }
  if (!end && may_freeze) end = silent_end(position);
  return end;
}

Move list_defences(FreezePosition& position, bool all_moves, std::vector<FreezeOption>& options) {
  options.clear();
  const bool may_freeze = position.may_freeze();
  const bool frozen_back = position.left(~position.side_to_move()) > 0;
  MoveList replies;
  shogi::generate_legal_bare(position, replies);
  for (const BareMove m : replies) {
    shogi::FreezeUndo undo;
    position.do_move(m, undo);
    const KindCounts checks = checks_of(position.position(), all_moves);
    position.undo_move(m, undo);
    // With freezes left the attacker may do without a check.
    if (checks.total == 0 && !frozen_back) return m;
    options.push_back({m, checks.total});
    if (!may_freeze) continue;
    if (checks.total == 0) return {m, shogi::first_kind(position.freezable(m))};
    if (shogi::count(checks.kinds) == 1) return {m, shogi::first_kind(checks.kinds)};
    for_each_kind(checks.kinds, [&](PieceType kind) {
      options.push_back({{m, kind}, checks.without(kind)});
    });
  }
  return {};
}

}  // namespace gougi::mate
