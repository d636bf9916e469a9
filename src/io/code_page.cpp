// SPDX-License-Identifier: MIT
// The part of code_page.hpp that is the same everywhere: walking the text character by character,
// so that what has no counterpart costs one character and not the line.
#include "io/code_page.hpp"

#include <cstdint>

#include "io/code_page_native.hpp"

namespace gougi::io {
namespace {

constexpr std::string_view kGetaUtf8 = "\xE3\x80\x93";
constexpr std::string_view kGetaCp932 = "\x81\xAC";

/// Length of the UTF-8 character at the front, by its first byte; 1 if that is none.
std::size_t utf8_length(std::string_view text) {
  const auto first = static_cast<std::uint8_t>(text.front());
  const std::size_t length = first >= 0xF0U ? 4 : first >= 0xE0U ? 3 : first >= 0xC0U ? 2 : 1;
  return length <= text.size() ? length : 1;
}

/// Characters that Unicode tells apart and code page 932 does not, so that the converters of the
/// platforms disagree about them: each becomes the one that all of them know.
std::string_view same_in_cp932(std::string_view character) {
  if (character == "\u301C") return "\uFF5E";  // wave dash
  if (character == "\u2212") return "\uFF0D";  // minus
  if (character == "\u2014") return "\u2015";  // long dash
  if (character == "\u2016") return "\u2225";  // double vertical line
  if (character == "\u2265") return "\u2267";  // greater or equal, with one bar below or two
  if (character == "\u2264") return "\u2266";  // less or equal
  return character;
}

bool is_cp932_lead(char c) {
  const auto byte = static_cast<std::uint8_t>(c);
  return (byte >= 0x81U && byte <= 0x9FU) || (byte >= 0xE0U && byte <= 0xFCU);
}

bool is_cp932_trail(char c) {
  const auto byte = static_cast<std::uint8_t>(c);
  return byte >= 0x40U && byte <= 0xFCU && byte != 0x7FU;
}

}  // namespace

std::string utf8_to_cp932(std::string_view text) {
  std::string result;
  const Converter converter(Converter::Direction::kToCp932);
  while (!text.empty()) {
    if (static_cast<std::uint8_t>(text.front()) < 0x80U) {
      result += text.front();
      text.remove_prefix(1);
      continue;
    }
    const std::string_view character = text.substr(0, utf8_length(text));
    if (converter.append(same_in_cp932(character), result)) {
      text.remove_prefix(character.size());
      continue;
    }
    result += kGetaCp932;
    text.remove_prefix(1);
    while (!text.empty() && (static_cast<std::uint8_t>(text.front()) & 0xC0U) == 0x80U) {
      text.remove_prefix(1);
    }
  }
  return result;
}

std::string cp932_to_utf8(std::string_view text) {
  std::string result;
  const Converter converter(Converter::Direction::kToUtf8);
  while (!text.empty()) {
    if (static_cast<std::uint8_t>(text.front()) < 0x80U) {
      result += text.front();
      text.remove_prefix(1);
      continue;
    }
    const bool pair = text.size() > 1 && is_cp932_lead(text[0]) && is_cp932_trail(text[1]);
    const std::string_view character = text.substr(0, pair ? 2 : 1);
    if (!converter.append(character, result)) result += kGetaUtf8;
    text.remove_prefix(character.size());
  }
  return result;
}

}  // namespace gougi::io
