// SPDX-License-Identifier: MIT
// Where in a line something stands, as an editor shows it. Of protocol lines and of files' lines.
#pragma once

#include <cstddef>
#include <string_view>

namespace gougi::base {

/// Which character of `line` the first one of `part`, a piece of it, is: counted from 1, a tab and
/// a full-width character as one each, a byte order mark at the line's beginning as none. Of bytes
/// that are no UTF-8, those count that could begin a character.
inline std::size_t column_of(std::string_view line, std::string_view part) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::string_view before = line.substr(0, static_cast<std::size_t>(part.data() - line.data()));
  while (before.starts_with(kByteOrderMark)) before.remove_prefix(kByteOrderMark.size());
  std::size_t column = 1;
  for (const char c : before) {
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++column;
  }
  return column;
}

}  // namespace gougi::base
