// SPDX-License-Identifier: MIT
// `gougi check`: every engine of a configuration is started as the relay would start it, told its
// options, and waited for, unless only the configuration is to be looked at. What it declares is
// kept for the relay, which shows it to the GUI at once from then on, however long the engine
// takes.
#pragma once

#include "settings/command_line.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::tools {

/// What the configuration is, what of its councils cannot come to pass, and one line an engine on
/// stdout. The exit code: 0 if all are well, 1 if not, 130 if interrupted.
int check_command(const settings::RunCheck& command, const settings::RelaySettings& settings);

}  // namespace gougi::tools
