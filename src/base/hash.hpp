// SPDX-License-Identifier: MIT
// FNV-1a with 64 bits (Fowler, Noll, Vo): tells apart what differs by accident, the same on every
// platform and in every run, which std::hash does not promise. Not against forgery: whoever wants
// to finds another text with the same hash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace gougi::base {

inline constexpr std::uint64_t kFnvBegin = 0xCBF29CE484222325ULL;

/// Of `bytes`, or of all that went into `before` and then `bytes`.
inline std::uint64_t fnv1a(std::span<const std::byte> bytes, std::uint64_t before = kFnvBegin) {
  for (const std::byte byte : bytes) {
    before = (before ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001B3ULL;
  }
  return before;
}

inline std::uint64_t fnv1a(std::string_view text, std::uint64_t before = kFnvBegin) {
  return fnv1a(std::as_bytes(std::span(text)), before);
}

}  // namespace gougi::base
