// SPDX-License-Identifier: MIT
// The subcommand `gougi match`: games between engines, and what they say. Used by the gougi main
// only; one thread.
#pragma once

#include <string>
#include <vector>

namespace gougi::tools {

/// `given`: what follows the word match. The summary goes to stdout, progress and errors to
/// stderr. Returns the exit status: 0, 1 for a match that could not go on, 2 for arguments or files
/// that cannot be used.
int match_command(const std::vector<std::string>& given);

}  // namespace gougi::tools
