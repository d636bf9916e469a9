// SPDX-License-Identifier: MIT
// The subcommand `gougi keep -- gougi …`: holds the GUI's two streams for a relay that may die, and
// starts another in its place in mid-move (relay/keeper.hpp, whose shell this is). No log, no
// configuration, no second thread but that which reads standard input: the less there is, the less
// can fail. Used by the gougi main only.
#pragma once

#include <string>
#include <vector>

namespace gougi::tools {

/// `words`: what follows the word keep. Ends the process itself once it has started something;
/// returns 0 after the help, 2 for words that make no sense.
int keep_command(const std::vector<std::string>& words);

}  // namespace gougi::tools
