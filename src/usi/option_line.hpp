// SPDX-License-Identifier: MIT
// An option as an engine says it: for what is kept and read again, the log. Not for GUIs, who want
// it stricter (usi::format).
#pragma once

#include <string>

#include "usi/option.hpp"

namespace gougi::usi {

/// parse_option gives the same option back.
std::string exact_line(const Option& option);

}  // namespace gougi::usi
