// SPDX-License-Identifier: MIT
// A position in 32 bytes, as the shogi community's files of teacher positions hold it: a stream of
// 256 bits of fixed codes, from the side to move and the kings over the board to the hands. What it
// does not hold is the game ply. Free functions over plain values, safe from any thread.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "base/result.hpp"
#include "shogi/position.hpp"

namespace gougi::learn {

inline constexpr std::size_t kPackedBytes = 32;
using PackedPosition = std::array<std::byte, kPackedBytes>;

/// An error where not all forty pieces of the game are there: with fewer the codes do not add up to
/// 256 bits.
base::Result<PackedPosition> pack(const shogi::Position& position);

/// The position with `ply`, by the rules of Position::from; an error for bits that are none. Pieces
/// in the box (handicap games) are passed over.
base::Result<shogi::Position> unpack(std::span<const std::byte, kPackedBytes> packed, int ply = 1);

/// The same without a look at the rules: what the bits say, no piece more often than a hand holds.
base::Result<shogi::Setup> read_setup(std::span<const std::byte, kPackedBytes> packed);

}  // namespace gougi::learn
