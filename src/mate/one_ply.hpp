// SPDX-License-Identifier: MIT
// A static look for a mate in one by a piece next to the king or by a knight, without playing a
// move: cheap enough for every node of a search. What it finds is mate; it does not find mates from
// afar, by discovered check, or where a defender is pinned only after the move. No state.
#pragma once

#include "mate/cage.hpp"
#include "shogi/position.hpp"

namespace gougi::mate {

/// A legal move that mates; none if the look finds none. The side to move must not be in check.
shogi::BareMove mate_in_one(const shogi::Position& position);
/// The same, with the cage of the position at hand.
shogi::BareMove mate_in_one(const shogi::Position& position, const Cage& cage);

/// Whether no check mates for sure: each leaves the king one of the squares next to it, whatever
/// else there is. False tells nothing. `cage` is the position's.
bool surely_no_mate_in_one(const shogi::Position& position, const Cage& cage);

}  // namespace gougi::mate
