// SPDX-License-Identifier: MIT
// The subcommand `gougi calibrate`: fits eval_coef and weight of each engine to the relay's files
// of decisions and to files of matches. Used by the gougi main only; one thread.
#pragma once

#include "settings/command_line.hpp"

namespace gougi::tools {

/// Prints lines for a configuration on stdout, errors (one line) on stderr, and writes a page if
/// one is wished. Returns the exit status: 0, or 2 for a file that cannot be used or holds no
/// scores.
int calibrate_command(const settings::RunCalibrate& command);

}  // namespace gougi::tools
