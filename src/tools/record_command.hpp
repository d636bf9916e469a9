// SPDX-License-Identifier: MIT
// The subcommand `gougi record`: game records from one format into another, KIF, KI2, CSA, JKF and
// USI lines, with the freezes of Freeze shogi. Headers, moves, times, comments, variations and how
// the game ended go over as far as the other format has them. Used by the gougi main only; one
// thread.
#pragma once

#include <string>
#include <vector>

namespace gougi::tools {

/// Runs `record FILE… --to kif|csa|ki2|jkf|usi [--output PATH]`; `words` (UTF-8) follow "record".
/// What a file is, the end of its name says; KIF and the like may be UTF-8 or code page 932. Never
/// writes over a file. Returns the exit status: 0, 1 for a file that cannot be read or written, or
/// 2 for a bad command line; complaints go to stderr, one line each.
int record_command(const std::vector<std::string>& words);

}  // namespace gougi::tools
