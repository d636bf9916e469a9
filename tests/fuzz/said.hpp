// SPDX-License-Identifier: MIT
// What every refusal of foreign bytes has to be. For the fuzz targets.
#pragma once

#include <string_view>

#include "base/text.hpp"

namespace gougi::fuzz {

/// A line for a person: not empty, valid UTF-8, no control characters.
inline bool is_said_well(std::string_view text) {
  return !text.empty() && base::is_valid_utf8(text) && base::printable(text, text.size()) == text;
}

/// The same of each line, as of a file of settings, of which all is told at once.
inline bool are_said_well(std::string_view text) {
  for (;;) {
    const std::size_t end = text.find('\n');
    if (!is_said_well(text.substr(0, end))) return false;
    if (end == std::string_view::npos) return true;
    text.remove_prefix(end + 1);
  }
}

}  // namespace gougi::fuzz
