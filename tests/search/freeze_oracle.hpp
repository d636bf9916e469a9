// SPDX-License-Identifier: MIT
// Forced wins of Freeze shogi by brute force, written plainly and apart from the search: a win is
// an opponent without a legal move.
#pragma once

#include <vector>

#include "shogi/freeze.hpp"

namespace gougi::testing {

/// Whether one move ends it: what can still move after it is nothing, or a single kind, frozen.
inline bool wins_at_once(shogi::FreezePosition& position, bool by_checks = false) {
  if (position.pawn_drop_mate()) return true;
  shogi::MoveList bare;
  shogi::generate_legal_bare(position, bare);
  for (const shogi::BareMove m : bare) {
    if (by_checks && !position.gives_check(m)) continue;
    const shogi::KindMask freezable = position.freezable(m);
    shogi::FreezeUndo undo;
    position.do_move(m, undo);
    const shogi::KindMask kinds = shogi::movable_kinds(position.position());
    const bool is_lost = kinds == 0 && position.is_lost();
    position.undo_move(m, undo);
    if (is_lost || (kinds == 0 && freezable != 0)) return true;
    if (shogi::count(kinds) == 1 && (kinds & freezable) != 0) return true;
  }
  return false;
}

/// Whether the side to move can force a win within `plies` (odd), all moves with all freezes being
/// tried for both sides; `by_checks`: of the winner's only checks, and freezes of what could parry
/// them, which is no proof that there is no win.
inline bool wins_within(shogi::FreezePosition& position, int plies, bool by_checks = false) {
  if (wins_at_once(position, by_checks)) return true;
  if (plies <= 1) return false;
  std::vector<shogi::Move> moves;
  generate_legal(position, moves);
  for (const shogi::Move m : moves) {
    if (by_checks && !position.gives_check(m)) continue;
    shogi::FreezeUndo undo;
    position.do_move(m, undo);
    std::vector<shogi::Move> replies;
    generate_legal(position, replies);
    bool holds = by_checks && m.freezes() &&
                 (shogi::movable_kinds(position.position()) & shogi::mask_of(m.freeze)) == 0;
    for (const shogi::Move reply : replies) {
      if (holds) break;
      shogi::FreezeUndo undo_reply;
      position.do_move(reply, undo_reply);
      holds = !wins_within(position, plies - 2, by_checks);
      position.undo_move(reply, undo_reply);
    }
    position.undo_move(m, undo);
    if (!holds) return true;
  }
  return false;
}

}  // namespace gougi::testing
