// SPDX-License-Identifier: MIT
// One teacher position: a position, what a search thought of it, the move it chose and what became
// of the game. On disk 40 bytes, little-endian, one after another without a header, as the shogi
// community's trainers read them (PackedSfenValue). Plain values, safe from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/result.hpp"
#include "learn/packed_position.hpp"
#include "shogi/types.hpp"

namespace gougi::learn {

inline constexpr std::size_t kTeacherBytes = 40;

struct TeacherPosition {
  PackedPosition position{};
  std::int16_t score = 0;  ///< for the side to move, in hundredths of a pawn
  std::uint16_t move = 0;  ///< see move_code
  std::uint16_t ply = 1;   ///< number of the next move
  std::int8_t result = 0;  ///< for the side to move: 1 won, 0 drawn, -1 lost
  friend bool operator==(const TeacherPosition&, const TeacherPosition&) = default;
};

/// A move as these files have it: the target square in bits 0 to 6; the source square, or of a drop
/// the piece's kind (pawn 1, lance, knight, silver, bishop, rook, gold 7), in bits 7 to 13; bit 14
/// for a drop, bit 15 for a promotion.
std::uint16_t move_code(shogi::BareMove move);
/// The opposite; no move where the bits are none. Whether it is legal is the position's to say.
shogi::BareMove move_of_code(std::uint16_t code);

void write_teacher(const TeacherPosition& teacher, std::span<std::byte, kTeacherBytes> out);
/// Takes any bytes; what they say of the position is judged by unpack, of the result by this: an
/// error if it is none of the three.
base::Result<TeacherPosition> read_teacher(std::span<const std::byte, kTeacherBytes> in);
/// Whether a record is a position by the rules, with a result; an error says what is wrong.
base::Result<void> check_teacher(std::span<const std::byte, kTeacherBytes> in);

}  // namespace gougi::learn
