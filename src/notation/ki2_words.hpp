// SPDX-License-Identifier: MIT
// Where the moves of a line of KI2 begin and end: at their marks, whatever stands between them
// (blanks of either width, commas, times, words, nothing at all). Knows no moves. Of this room
// alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace gougi::notation {

inline bool begins_with_ki2_mark(std::string_view text) {
  constexpr std::array<std::string_view, 6> kMarks{"☗", "☖", "▲", "△", "▼", "▽"};
  return std::ranges::any_of(kMarks, [&](std::string_view mark) { return text.starts_with(mark); });
}

/// Takes blanks, and signs that are of no move, from the front of `text`.
inline void skip_ki2_gap(std::string_view& text) {
  constexpr std::array<std::string_view, 12> kGaps{" ", "\t", "\r", "　", "、", "，",
                                                   ",", "。", "(",  "（", "・", "/"};
  const auto gap = [&] {
    return std::ranges::find_if(kGaps,
                                [&](std::string_view sign) { return text.starts_with(sign); });
  };
  for (auto found = gap(); found != kGaps.end(); found = gap()) text.remove_prefix(found->size());
}

/// Takes the move that `rest` begins with, mark and all: then that begins with the next mark, or is
/// empty. A gap behind 同 belongs to the move.
inline std::string next_ki2_move(std::string_view& rest) {
  std::size_t next = 1;
  while (next < rest.size() && !begins_with_ki2_mark(rest.substr(next))) ++next;
  std::string_view text = rest.substr(0, next);
  rest.remove_prefix(text.size());
  const auto word = [&text] {
    const std::string_view whole = text;
    for (std::string_view behind = text; !text.empty(); behind = text) {
      skip_ki2_gap(behind);
      if (behind.size() < text.size()) break;
      text.remove_prefix(1);
    }
    return std::string(whole.substr(0, whole.size() - text.size()));
  };
  std::string move = word();
  if (!move.ends_with("同")) return move;
  skip_ki2_gap(text);
  return move + word();
}

}  // namespace gougi::notation
