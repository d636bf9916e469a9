// SPDX-License-Identifier: MIT
// What this room does to free text: nothing that comes in may break a line in
// two or leave doubled blanks. Internal to the room.
#pragma once

#include <limits>
#include <string>
#include <string_view>

#include "base/column.hpp"
#include "base/say.hpp"
#include "base/text.hpp"

namespace gougi::usi {

/// `text` with single blanks between its words and none at the ends.
inline std::string single_blanked(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (auto word = base::next_word(text); !word.empty(); word = base::next_word(text)) {
    if (!out.empty()) out += ' ';
    out += word;
  }
  return out;
}

/// `text` as part of one line: control characters and broken UTF-8 become '?', blanks single.
inline std::string one_line(std::string_view text,
                            std::size_t max_bytes = std::numeric_limits<std::size_t>::max() / 2) {
  return single_blanked(base::printable(base::trim(text), max_bytes));
}

/// `word` as an error message cites it: in double quotes, at most 60 bytes of it.
inline std::string quoted(std::string_view word) { return '"' + base::printable(word, 60) + '"'; }

/// " at column 12": where `word`, a part of `line`, stands, in characters.
inline std::string place(std::string_view line, std::string_view word) {
  return base::say({" at column {0}", "({0}文字目)"}, base::column_of(line, word));
}

}  // namespace gougi::usi
