// SPDX-License-Identifier: MIT
// What a word that a program knows is for, so that all that tell of it say the same: its --help,
// the word's own, and where there is one the protocol's `help`.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/language.hpp"

namespace gougi::base {

struct WordHelp {
  std::string_view usage;  ///< "bench [DEPTH]"; of several that mean the same "pos, d, show"
  Text about;              ///< may have several lines

  /// Whether it is of this word.
  constexpr bool names(std::string_view word) const {
    for (std::string_view rest = usage; !rest.empty();) {
      const std::size_t end = rest.find_first_of(", ");
      if (rest.substr(0, end) == word) return true;
      if (end == std::string_view::npos || rest[end] != ',') return false;
      rest.remove_prefix(end + 2);
    }
    return false;
  }
};

}  // namespace gougi::base
