// SPDX-License-Identifier: MIT
// A text in the language that is spoken, with what belongs in its places.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "base/language.hpp"

namespace gougi::base {

/// Whether fmt can fill `text` with so many values: each place has a number below `values`, and
/// every brace that is none of a place stands twice.
constexpr bool can_be_filled(std::string_view text, std::size_t values) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '{' && text[at] != '}') continue;
    if (at + 1 < text.size() && text[at + 1] == text[at]) {
      ++at;  // the character itself
      continue;
    }
    if (text[at] == '}') return false;
    const std::size_t begin = ++at;
    std::size_t number = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9' && number < values; ++at) {
      number = 10 * number + static_cast<std::size_t>(text[at] - '0');
    }
    if (at == begin || number >= values || at == text.size()) return false;
    if (text[at] != '}' && text[at] != ':') return false;
    at = text.find_first_of("{}", at);
    if (at == std::string_view::npos || text[at] == '{') return false;
  }
  return true;
}

/// A text for so many values. One whose braces are wrong in either language does not compile.
template <std::size_t kValues>
struct Form {
  Text text;

  consteval Form(const char* in_english, const char* in_japanese) : text(in_english, in_japanese) {
    if (!can_be_filled(text.english, kValues)) throw "a brace of the English text is wrong";
    if (!can_be_filled(text.japanese, kValues)) throw "a brace of the Japanese text is wrong";
  }
  constexpr Form(Text of_a_table) : text(of_a_table) {}  // NOLINT(google-explicit-constructor)
};

/// As fmt::format; a text's places are numbered, {0} and {1}, as each language has its own order.
template <class... Values>
std::string say_in(Language language, Form<sizeof...(Values)> form, const Values&... values) {
  return fmt::format(fmt::runtime(form.text.in(language)), values...);
}
inline std::string said_in(Language language, Text text) { return std::string(text.in(language)); }
template <class... Values>
std::string say(Form<sizeof...(Values)> form, const Values&... values) {
  return say_in(spoken(), form, values...);
}

}  // namespace gougi::base
