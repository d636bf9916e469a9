// SPDX-License-Identifier: MIT
#include "learn/teacher_position.hpp"

#include <algorithm>

#include "base/say.hpp"

namespace gougi::learn {
namespace {

constexpr std::uint16_t kDropBit = 1U << 14U;
constexpr std::uint16_t kPromotionBit = 1U << 15U;
constexpr unsigned kSquareMask = 127;

constexpr std::size_t kScoreAt = kPackedBytes;
constexpr std::size_t kMoveAt = 34;
constexpr std::size_t kPlyAt = 36;
constexpr std::size_t kResultAt = 38;

void write16(std::span<std::byte> out, std::size_t at, std::uint16_t value) {
  out[at] = static_cast<std::byte>(value & 255U);
  out[at + 1] = static_cast<std::byte>(value >> 8U);
}

std::uint16_t read16(std::span<const std::byte> in, std::size_t at) {
  return static_cast<std::uint16_t>(std::to_integer<unsigned>(in[at]) |
                                    (std::to_integer<unsigned>(in[at + 1]) << 8U));
}

}  // namespace

std::uint16_t move_code(shogi::BareMove move) {
  if (move.is_none()) return 0;
  const auto to = static_cast<unsigned>(move.to().index());
  if (move.is_drop()) {
    const auto type = static_cast<unsigned>(shogi::index(move.dropped()));
    return static_cast<std::uint16_t>(to | (type << 7U) | kDropBit);
  }
  const auto from = static_cast<unsigned>(move.from().index());
  return static_cast<std::uint16_t>(to | (from << 7U) | (move.promotes() ? kPromotionBit : 0U));
}

shogi::BareMove move_of_code(std::uint16_t code) {
  const shogi::Square to(static_cast<int>(code & kSquareMask));
  const auto from = static_cast<int>((code >> 7U) & kSquareMask);
  const bool promotes = (code & kPromotionBit) != 0;
  if (!to.valid()) return {};
  if ((code & kDropBit) != 0) {
    if (from < 1 || from > 7 || promotes) return {};
    return shogi::BareMove::drop(static_cast<shogi::PieceType>(from), to);
  }
  const shogi::Square source(from);
  if (!source.valid() || source == to) return {};
  return shogi::BareMove::board(source, to, promotes);
}

void write_teacher(const TeacherPosition& teacher, std::span<std::byte, kTeacherBytes> out) {
  std::ranges::copy(teacher.position, out.begin());
  write16(out, kScoreAt, static_cast<std::uint16_t>(teacher.score));
  write16(out, kMoveAt, teacher.move);
  write16(out, kPlyAt, teacher.ply);
  out[kResultAt] = static_cast<std::byte>(teacher.result);
  out[kResultAt + 1] = std::byte{0};
}

base::Result<TeacherPosition> read_teacher(std::span<const std::byte, kTeacherBytes> in) {
  TeacherPosition teacher;
  std::ranges::copy(in.first<kPackedBytes>(), teacher.position.begin());
  teacher.score = static_cast<std::int16_t>(read16(in, kScoreAt));
  teacher.move = read16(in, kMoveAt);
  teacher.ply = read16(in, kPlyAt);
  teacher.result = static_cast<std::int8_t>(in[kResultAt]);
  if (teacher.result < -1 || teacher.result > 1)
    return base::fail(base::say({"the game's result is none", "対局の結果が正しくありません"}));
  return teacher;
}

base::Result<void> check_teacher(std::span<const std::byte, kTeacherBytes> in) {
  if (const auto teacher = read_teacher(in); !teacher) return tl::unexpected(teacher.error());
  const auto position = unpack(in.first<kPackedBytes>());
  return position ? base::Result<void>() : tl::unexpected(position.error());
}

}  // namespace gougi::learn
