// SPDX-License-Identifier: MIT
// The subcommand `gougi tune`: numbers of an engine, tuned by games of it against itself. Used by
// the gougi main only; one thread.
#pragma once

#include <string>
#include <vector>

namespace gougi::tools {

/// `words`: what follows the word tune. What the numbers came to goes to stdout, progress and
/// errors to stderr. Returns the exit status: 0, 1 for games that could not go on, 2 for arguments
/// or files that cannot be used, 130 after a signal.
int tune_command(const std::vector<std::string>& words);

}  // namespace gougi::tools
