// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <iterator>

#include "io/code_page.hpp"
#include "io/code_page_native.hpp"

namespace gougi::io {
namespace {

struct Pair {
  std::uint16_t from;
  std::uint16_t to;
};

#include "io/code_page_table.inc"  // made by table/make_code_page_table.cpp

template <std::size_t count>
const Pair* find(const Pair (&table)[count], unsigned from) {
  const Pair* found = std::ranges::lower_bound(table, from, {}, &Pair::from);
  return found != std::end(table) && found->from == from ? found : nullptr;
}

unsigned byte_of(char c) { return static_cast<std::uint8_t>(c); }

/// The code point of a UTF-8 character of two or three bytes, as far as code page 932 goes; 0 else.
unsigned code_point(std::string_view character) {
  for (const char c : character.substr(1)) {
    if ((byte_of(c) & 0xC0U) != 0x80U) return 0;
  }
  if (character.size() == 2 && byte_of(character[0]) >= 0xC2U) {
    return (byte_of(character[0]) & 0x1FU) << 6U | (byte_of(character[1]) & 0x3FU);
  }
  if (character.size() != 3) return 0;
  const unsigned code = (byte_of(character[0]) & 0x0FU) << 12U |
                        (byte_of(character[1]) & 0x3FU) << 6U | (byte_of(character[2]) & 0x3FU);
  return code >= 0x800U ? code : 0;  // an overlong form is none
}

void append_utf8(unsigned code, std::string& result) {
  if (code < 0x80U) {
    result += static_cast<char>(code);
  } else if (code < 0x800U) {
    result += static_cast<char>(0xC0U | code >> 6U);
    result += static_cast<char>(0x80U | (code & 0x3FU));
  } else {
    result += static_cast<char>(0xE0U | code >> 12U);
    result += static_cast<char>(0x80U | (code >> 6U & 0x3FU));
    result += static_cast<char>(0x80U | (code & 0x3FU));
  }
}

}  // namespace

bool Converter::append(std::string_view character, std::string& result) const {
  if (direction_ == Direction::kToUtf8) {
    unsigned code = 0;
    for (const char c : character) code = code << 8U | byte_of(c);
    const Pair* found = find(kToUnicode, code);
    if (found == nullptr) return false;
    append_utf8(found->to, result);
    return true;
  }
  const Pair* found = find(kToCp932, code_point(character));
  if (found == nullptr) return false;
  if (found->to > 0xFFU) result += static_cast<char>(found->to >> 8U);
  result += static_cast<char>(found->to & 0xFFU);
  return true;
}

bool system_code_page_is_japanese() { return false; }

}  // namespace gougi::io
