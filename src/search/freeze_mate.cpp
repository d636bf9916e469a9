// SPDX-License-Identifier: MIT
#include "search/freeze_mate.hpp"

#include "shogi/attacks.hpp"
#include "shogi/movegen.hpp"

namespace gougi::search {
namespace {

using shogi::KindMask;
using shogi::PieceType;

/// The kinds of the evasions, or any two of them: more than one cannot be frozen.
KindMask evading_kinds(const shogi::Position& position) {
  shogi::MoveList evasions;
  shogi::generate(position, shogi::MoveClass::kEvasions, false, evasions);
  KindMask kinds = 0;
  for (const shogi::BareMove m : evasions) {
    kinds |= shogi::mask_of(shogi::moving_kind(position, m));
    if (shogi::count(kinds) > 1) break;
  }
  return kinds;
}

void generate_checks(const shogi::Position& position, shogi::MoveList& checks) {
  if (!position.in_check()) {
    return shogi::generate(position, shogi::MoveClass::kChecks, false, checks);
  }
  shogi::MoveList evasions;
  shogi::generate(position, shogi::MoveClass::kEvasions, false, evasions);
  for (const shogi::BareMove m : evasions) {
    if (position.gives_check(m)) checks.push(m);
  }
}

}  // namespace

shogi::Move freeze_mate_in_one(shogi::FreezePosition& position) {
  if (!position.position().king(~position.side_to_move()).valid()) return {};
  const bool may_freeze = position.may_freeze();
  if (const shogi::BareMove drop = position.pawn_drop_mate()) {
    return {drop, shogi::first_kind(position.freezable(drop))};
  }
  const PieceType frozen = position.state().in_force;
  shogi::MoveList checks;
  generate_checks(position.position(), checks);
  shogi::FreezeUndo undo;
  for (const shogi::BareMove m : checks) {
    if (frozen != PieceType::kNone && shogi::moving_kind(position.position(), m) == frozen) {
      continue;
    }
    const KindMask freezable = may_freeze ? position.freezable(m) : KindMask{0};
    position.do_move(m, undo);
    const KindMask kinds = evading_kinds(position.position());
    const bool is_mate = kinds == 0 && !position.pawn_drop_mate();
    position.undo_move(m, undo);
    if (is_mate) return m;
    if (kinds == 0 && freezable != 0) return {m, shogi::first_kind(freezable)};
    if (shogi::count(kinds) == 1 && (kinds & freezable) != 0) return {m, shogi::first_kind(kinds)};
  }
  return {};
}

PieceType only_recapturing_kind(const shogi::Position& position, shogi::BareMove move) {
  shogi::Bitboard occupied = position.occupied();
  if (!move.is_drop()) occupied = occupied.without(shogi::Bitboard::of(move.from()));
  shogi::Bitboard attackers = position.attackers_to(~position.side_to_move(), move.to(), occupied);
  PieceType kind = PieceType::kNone;
  while (attackers) {
    const PieceType t = position.piece_at(attackers.pop()).type();
    if (kind != PieceType::kNone && t != kind) return PieceType::kNone;
    kind = t;
  }
  return kind;
}

}  // namespace gougi::search
