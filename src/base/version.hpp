// SPDX-License-Identifier: MIT
// Which gougi this is: what every program says when asked for its version.
#pragma once

#include <string_view>

namespace gougi::base {

inline constexpr std::string_view kVersion = "1.0.0";

}  // namespace gougi::base
