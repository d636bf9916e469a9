// SPDX-License-Identifier: MIT
// The subcommand `gougi watch DIR`: what all parts of a job say together while they run, and the
// end of the rest once a test is decided. It reads the parts' logs of progress alone, so that it
// can be used from another machine. Used by the gougi main only; one thread.
#pragma once

#include <string>
#include <vector>

namespace gougi::tools {

/// `words`: what follows the word watch. Returns the exit status: 0 once all parts are done or the
/// test is decided, 3 where it accepted H0, 2 for words or folders that cannot be used, 130.
int watch_command(const std::vector<std::string>& words);

}  // namespace gougi::tools
