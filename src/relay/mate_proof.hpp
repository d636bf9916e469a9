// SPDX-License-Identifier: MIT
// Replays what a mate solver prints: lines printed as mates are sometimes none.
#pragma once

#include <vector>

#include "relay/rules.hpp"
#include "shogi/position.hpp"

namespace gougi::relay {

/// Whether `line` is legal to its last move, a check every other move, and leaves the opponent
/// mated.
bool ends_in_mate(const Board& board, const std::vector<shogi::Move>& line);
bool ends_in_mate(const shogi::Position& position, const std::vector<shogi::Move>& line);

/// The longest legal beginning of `line`.
std::vector<shogi::Move> legal_prefix(const Board& board, const std::vector<shogi::Move>& line);

}  // namespace gougi::relay
