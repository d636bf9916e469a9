// SPDX-License-Identifier: MIT
// Static exchange evaluation: what a sequence of captures on one square is worth, without search.
#pragma once

#include "shogi/position.hpp"

namespace gougi::search {

/// Whether `move`, a legal one, wins at least `threshold` (hundredths of a pawn) when both sides
/// then capture on its target square with the least valuable piece as long as that pays. Pins and
/// promotions on the way are not looked at.
bool exchange_at_least(const shogi::Position& position, shogi::BareMove move, int threshold);

}  // namespace gougi::search
