// SPDX-License-Identifier: MIT
// The subcommand `gougi merge OUT PART…`: parts of a job (--shard) as one file, of whatever command
// they are. Used by the gougi main only; one thread.
#pragma once

#include <string>
#include <vector>

namespace gougi::tools {

/// `words`: what follows the word merge. Returns the exit status: 0, 1 where the parts do not give
/// the whole, 2 for arguments or files that cannot be used.
int merge_command(const std::vector<std::string>& arguments);

}  // namespace gougi::tools
