// SPDX-License-Identifier: MIT
// The subcommand `gougi nnue`: looks into NNUE evaluation files, copies them, and makes random
// ones, so that everything around a network can be tried without a trained one. Used by the gougi
// main only; one thread.
#pragma once

#include <string>
#include <vector>

namespace gougi::tools {

/// Runs `nnue info FILE`, `nnue random FILE [--kind halfkp|k-p] [--seed N]` or `nnue copy IN OUT`;
/// `words` (UTF-8) follow "nnue". Never writes over a file. Returns the exit status: 0, 1 for a
/// file that is none or cannot be read or written, or 2 for a bad command line; complaints go to
/// stderr, one line each.
int nnue_command(const std::vector<std::string>& words);

}  // namespace gougi::tools
