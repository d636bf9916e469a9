// SPDX-License-Identifier: MIT
#include "base/width.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace gougi::base {
namespace {

using Range = std::pair<char32_t, char32_t>;

// EastAsianWidth.txt of Unicode 15: W and F, in large pieces.
constexpr std::array kWide{
    Range{0x1100, 0x115F},   Range{0x231A, 0x231B},   Range{0x2E80, 0x303E},
    Range{0x3041, 0x4DBF},   Range{0x4E00, 0xA4CF},   Range{0xA960, 0xA97C},
    Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE6B},
    Range{0xFF01, 0xFF60},   Range{0xFFE0, 0xFFE6},   Range{0x1F300, 0x1F64F},
    Range{0x1F680, 0x1F6FF}, Range{0x1F900, 0x1F9FF}, Range{0x20000, 0x3FFFD}};
// What is drawn over the character before it, or not at all.
constexpr std::array kNothing{Range{0x0300, 0x036F}, Range{0x200B, 0x200F}, Range{0x3099, 0x309A},
                              Range{0xFE00, 0xFE0F}, Range{0xFEFF, 0xFEFF}};

template <std::size_t kSize>
bool is_in(const std::array<Range, kSize>& ranges, char32_t character) {
  return std::ranges::any_of(ranges, [&](const Range& range) {
    return range.first <= character && character <= range.second;
  });
}

std::size_t columns_of_character(char32_t character) {
  if (character < 0x300) return 1;
  if (is_in(kNothing, character)) return 0;
  return is_in(kWide, character) ? 2 : 1;
}

}  // namespace

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at++]);
    char32_t character = first < 0xC0U   ? first
                         : first < 0xE0U ? first & 0x1FU
                         : first < 0xF0U ? first & 0x0FU
                                         : first & 0x07U;
    for (; at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U; ++at) {
      character = character << 6U | (static_cast<unsigned char>(text[at]) & 0x3FU);
    }
    columns += columns_of_character(character);
  }
  return columns;
}

std::string padded(std::string_view text, std::size_t columns) {
  return std::string(text) + std::string(columns - std::min(columns, columns_of(text)), ' ');
}

std::string padded_before(std::string_view text, std::size_t columns) {
  return std::string(columns - std::min(columns, columns_of(text)), ' ') + std::string(text);
}

}  // namespace gougi::base
