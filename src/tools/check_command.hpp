// SPDX-License-Identifier: MIT
// `gougi check`: every engine of a configuration is started as the relay would start it, told its
// options, and waited for. What it declares is kept for the relay, which shows it to the GUI at
// once from then on, however long the engine takes.
#pragma once

#include "settings/command_line.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::tools {

/// One line an engine on stdout; the exit code: 0 if all are well, 1 if not.
int check_command(const settings::RunCheck& command, const settings::RelaySettings& settings);

}  // namespace gougi::tools
