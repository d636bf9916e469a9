// SPDX-License-Identifier: MIT
// `gougi calibrate --arbiter`: fits the arbiter's model to files of `gougi study --headroom`, says
// what it is worth on games that it has not seen, and writes it.
#pragma once

#include "settings/command_line.hpp"

namespace gougi::tools {

/// The exit code; what is wrong was said on stderr in one line.
int calibrate_arbiter(const settings::RunCalibrate& command);

}  // namespace gougi::tools
