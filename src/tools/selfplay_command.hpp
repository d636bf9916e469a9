// SPDX-License-Identifier: MIT
// gougi selfplay: teacher positions by games of the engine against itself.
#pragma once

#include <string>
#include <vector>

#include "search/transposition_table.hpp"

namespace gougi::tools {

/// `words` follow `selfplay`; gives the exit code. `advice` is told of the tables' memory.
int selfplay_command(const std::vector<std::string>& words, search::MemoryAdvice advice);

}  // namespace gougi::tools
