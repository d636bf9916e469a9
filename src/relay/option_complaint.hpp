// SPDX-License-Identifier: MIT
// What is wrong with the value of an option, as the GUI is told it: behind the option's name, which
// stands there once. Of this room alone.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace gougi::relay {

/// Of an error of usi::normalise_value(), which begins with "option NAME: ".
inline std::string option_complaint(const base::Error& error) {
  constexpr std::string_view kWord = "option ";
  return error.message.substr(error.message.starts_with(kWord) ? kWord.size() : 0);
}

}  // namespace gougi::relay
