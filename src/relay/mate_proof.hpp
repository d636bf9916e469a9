// SPDX-License-Identifier: MIT
// Replays what a mate solver prints: lines printed as mates are sometimes none.
#pragma once

#include <vector>

#include "shogi/position.hpp"

namespace gougi::relay {

/// Whether `line` is legal from `position` to its last move and leaves the opponent mated.
bool ends_in_mate(const shogi::Position& position, const std::vector<shogi::Move>& line);

/// The longest legal beginning of `line` from `position`.
std::vector<shogi::Move> legal_prefix(const shogi::Position& position,
                                      const std::vector<shogi::Move>& line);

}  // namespace gougi::relay
