// SPDX-License-Identifier: MIT
// The subcommand `gougi replay`: plays the session of a log again and lays every decision beside
// the logged one, or decides the ballots of a file of decisions again, by their rule or another.
// Used by the gougi main only; one thread.
#pragma once

#include "settings/command_line.hpp"

namespace gougi::tools {

/// Prints a line a decision and a summary on stdout, errors (one line) on stderr. Returns the exit
/// status: 0 if all decisions are the same, or another rule was asked for; 1 if some differ; 2 for
/// a file that cannot be replayed or an unknown rule.
int replay_command(const settings::RunReplay& command);

}  // namespace gougi::tools
