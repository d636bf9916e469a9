// SPDX-License-Identifier: MIT
// Colours of what a command says on stdout: where a terminal shows them and NO_COLOR is not set.
#pragma once

#include <string>
#include <string_view>

namespace gougi::cli {

enum class Colour { kNone, kGood, kDoubtful, kBad };

/// `text`, in the colour if stdout shows any.
std::string coloured(std::string_view text, Colour colour);

}  // namespace gougi::cli
