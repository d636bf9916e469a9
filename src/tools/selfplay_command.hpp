// SPDX-License-Identifier: MIT
// gougi selfplay: teacher positions by games of the engine against itself.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "search/transposition_table.hpp"

namespace gougi::tools {

/// `words` follow `selfplay`; gives the exit code. `advice` is told of the tables' memory.
int selfplay_command(const std::vector<std::string>& words, search::MemoryAdvice advice);

/// Files that they name, to be read, some "" for none; the error says which word makes no sense.
/// Runs nothing.
base::Result<std::vector<std::string>> files_of_selfplay(const std::vector<std::string>& words);

}  // namespace gougi::tools
