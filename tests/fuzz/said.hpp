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

}  // namespace gougi::fuzz
