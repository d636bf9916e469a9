// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as teacher positions. Used by the fuzzer
// (teacher_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "fuzz/said.hpp"
#include "learn/packed_position.hpp"
#include "learn/teacher_position.hpp"

namespace gougi::fuzz {

/// What was broken by `bytes`, or nothing. A record that is taken is written as the same bytes, and
/// a position that is one is packed as it was, or has pieces in the box.
inline std::string check_teacher_bytes(std::span<const std::byte, learn::kTeacherBytes> record) {
  const auto checked = learn::check_teacher(record);
  if (!checked && !is_said_well(checked.error().message)) return "a bad complaint";
  const auto teacher = learn::read_teacher(record);
  if (!teacher) return checked ? "a sound record that is not read" : "";
  if (teacher->result < -1 || teacher->result > 1) return "a result that is none";
  std::array<std::byte, learn::kTeacherBytes> again{};
  learn::write_teacher(*teacher, again);
  if (learn::read_teacher(again) != *teacher) return "a record that changes";
  const auto position = learn::unpack(teacher->position, teacher->ply);
  if (!position) return is_said_well(position.error().message) ? "" : "a bad complaint";
  if (const auto packed = learn::pack(*position); packed && *packed != teacher->position) {
    const auto same = learn::unpack(*packed, teacher->ply);
    if (!same || same->key() != position->key()) return "a position that changes";
  }
  const shogi::BareMove move = learn::move_of_code(teacher->move);
  if (move && position->is_legal(move) && learn::move_code(move) != teacher->move) {
    return "a move that changes";
  }
  return "";
}

inline std::string check_teacher(std::string_view bytes) {
  while (bytes.size() >= learn::kTeacherBytes) {
    const std::span<const std::byte, learn::kTeacherBytes> record(
        reinterpret_cast<const std::byte*>(bytes.data()), learn::kTeacherBytes);
    if (auto broken = check_teacher_bytes(record); !broken.empty()) return broken;
    bytes.remove_prefix(learn::kTeacherBytes);
  }
  return "";
}

}  // namespace gougi::fuzz
