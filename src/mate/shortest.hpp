// SPDX-License-Identifier: MIT
// Exhaustive search for short mates: exact lengths where df-pn only proves. No table, no state.
#pragma once

#include <cstdint>
#include <vector>

#include "shogi/position.hpp"

namespace gougi::mate {

/// Replaces `line`, a mate from `position`, by the shortest mate of at most `longest` plies if that
/// is shorter, the defender choosing the longest resistance. Gives up after `nodes` positions.
void shorten(const shogi::Position& position, int longest, std::uint64_t nodes,
             std::vector<shogi::Move>& line);

/// The shortest mate for the side to move of at most `longest` plies (1, 3, 5, …); empty if there
/// is none or `nodes` positions did not suffice to tell.
std::vector<shogi::Move> find_short_mate(const shogi::Position& position, int longest,
                                         std::uint64_t nodes);

}  // namespace gougi::mate
