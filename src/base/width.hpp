// SPDX-License-Identifier: MIT
// How wide a text is in a terminal, where most of Japanese takes two columns a character: for
// tables, and for lines that are written over.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gougi::base {

/// The columns that `text`, UTF-8 without control characters, takes. As Unicode's East Asian Width
/// says: wide and full-width characters take two, ambiguous ones (± … ●) one.
std::size_t columns_of(std::string_view text);

/// `text` and behind it as many blanks as make it `columns` wide, none where it is wider.
std::string padded(std::string_view text, std::size_t columns);
/// The same with the blanks before it.
std::string padded_before(std::string_view text, std::size_t columns);

}  // namespace gougi::base
