// SPDX-License-Identifier: MIT
// What is wrong with the value of an option, as the GUI is told it: behind the option's name, which
// stands there once. Of this room alone.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace gougi::relay {

/// Of an error of usi::normalise_value(), which begins with "option NAME: ".
inline std::string option_complaint(const base::Error& error) {
  constexpr std::array<std::string_view, 2> kWords{"option ", "オプション "};
  for (const std::string_view word : kWords) {
    if (error.message.starts_with(word)) return error.message.substr(word.size());
  }
  return error.message;
}

}  // namespace gougi::relay
