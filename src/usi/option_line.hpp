// SPDX-License-Identifier: MIT
// An option as an engine says it, word for word: for what is kept and read again, the log.
// GUIs want it stricter (usi::format).
#pragma once

#include <string>

#include "usi/option.hpp"

namespace gougi::usi {

/// parse_option gives the same option back.
std::string exact_line(const Option& option);

}  // namespace gougi::usi
