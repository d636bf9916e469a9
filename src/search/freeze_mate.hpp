// SPDX-License-Identifier: MIT
// Mates in one of Freeze shogi: a check, and the freeze that takes the last answer away. Exact for
// moves that check; no state.
#pragma once

#include "shogi/freeze.hpp"

namespace gougi::search {

/// A legal move, with a freeze where it needs one, that checks and leaves no legal reply; none if
/// there is none. `position` is as it was when it returns.
shogi::Move freeze_mate_in_one(shogi::FreezePosition& position);

/// The kinds with which the opponent can take a piece on `to` once `move` is played, if it is a
/// single one; else kNone.
shogi::PieceType only_recapturing_kind(const shogi::Position& position, shogi::BareMove move);

}  // namespace gougi::search
