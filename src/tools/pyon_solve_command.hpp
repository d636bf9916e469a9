// SPDX-License-Identifier: MIT
// `gougi-pyon solve`: works out the value of every position of ぴょんぴょん, says what there is to
// say of the game, and writes the table that the engine then plays from.
#pragma once

#include <string>
#include <vector>

namespace gougi::tools {

/// Runs `solve [--table FILE] [--threads N] [--pieces N]`; `words` are those after
/// "solve". Progress goes to stderr, the result to stdout. Returns the exit status: 0, 1 if the
/// table could not be written, or 2 for a bad command line.
int pyon_solve_command(const std::vector<std::string>& words);

}  // namespace gougi::tools
