// SPDX-License-Identifier: MIT
// A number for each position with x to move, without gaps, for tables. A position with o to move is
// turned: upside down with the colours exchanged it is the same game. Thread-safe.
#pragma once

#include <cstdint>

#include "pyonpyon/position.hpp"

namespace gougi::pyonpyon {

/// Five of 25 squares, and five of the 20 left.
inline constexpr std::uint32_t kPositionCount = 53'130U * 15'504U;

/// The same game seen by the other side: upside down, colours exchanged, the other to move.
Position turned(const Position& position);

/// From 0 to kPositionCount - 1; turns the position if o is to move.
std::uint32_t number_of(const Position& position);
/// The position, x to move.
Position position_of(std::uint32_t number);

}  // namespace gougi::pyonpyon
