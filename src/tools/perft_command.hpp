// SPDX-License-Identifier: MIT
// The subcommand `gougi perft`: counts the legal game tree and says how fast. Used by the gougi
// main only; one thread.
#pragma once

#include <string>
#include <vector>

namespace gougi::tools {

/// Runs `perft DEPTH [SFEN] [moves MOVE…] [--divide] [--leaf]`; `words` are those after
/// "perft". The position is written as in USI, in one word or in several, with tokens of Freeze
/// shogi behind it; then freeze moves are moves of their own. Prints the count, seconds and nodes
/// per second on stdout, errors (one line) on stderr. Returns the exit status: 0, or 2 for a bad
/// command line.
int perft_command(const std::vector<std::string>& words);

}  // namespace gougi::tools
