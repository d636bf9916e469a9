// SPDX-License-Identifier: MIT
// The subcommand `gougi study`: what councils' decisions say, from files of matches whose notes
// were kept and from files of decisions. Used by the gougi main only; one thread.
#pragma once

#include "settings/command_line.hpp"

namespace gougi::tools {

/// Prints tables on stdout, errors (one line) on stderr, and writes the page if one is wished.
/// Returns the exit status: 0, or 2 for a file that cannot be used or holds no votes.
int study_command(const settings::RunStudy& command);

}  // namespace gougi::tools
