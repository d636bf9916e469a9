// SPDX-License-Identifier: MIT
// Whether a command of USI on an engine's command line makes sense. A GUI's line is understood as
// far as it can be, but a person who reads no answer at all has mistyped a word. Does not look at
// the first word, which command_list() knows. Used by the engines' runner.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "usi/option.hpp"

namespace gougi::engines {

/// The error says which word is wrong, and which may have been meant. `options`: the engine's.
base::Result<void> judge_typed(std::string_view line, const std::vector<usi::Option>& options);

}  // namespace gougi::engines
