// SPDX-License-Identifier: MIT
// The subcommand `gougi study --headroom`: whether a council of engines could beat its anchor with
// the same sum of nodes. Used by the gougi main only; blocks until all is searched.
#pragma once

#include <string>
#include <vector>

namespace gougi::tools {

/// `given`: the words without "study --headroom". Tables on stdout, progress and errors (a line
/// each) on stderr. Returns the exit status: 0; 2 for words, games, engines or a file that cannot
/// be used; 1 if engines failed too often or the file could not be written; 130 if interrupted.
int headroom_command(const std::vector<std::string>& given);

}  // namespace gougi::tools
