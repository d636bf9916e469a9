// SPDX-License-Identifier: MIT
// A text in the language that is spoken, with what belongs in its places.
#pragma once

#include <fmt/format.h>

#include <string>

#include "base/language.hpp"

namespace gougi::base {

/// As fmt::format; a text's places are numbered, {0} and {1}, as each language has its own order.
template <class... Values>
std::string say_in(Language language, Text text, const Values&... values) {
  return fmt::format(fmt::runtime(text.in(language)), values...);
}
template <class... Values>
std::string say(Text text, const Values&... values) {
  return say_in(spoken(), text, values...);
}

}  // namespace gougi::base
