// SPDX-License-Identifier: MIT
// `gougi check`: every engine of a configuration is started as the relay would start it, told its
// options, waited for, and tried (engine_trial.hpp). What it declares is kept for the relay, which
// shows it to the GUI at once from then on, however long the engine takes. One engine's protocol is
// another matter: engine_check.hpp.
#pragma once

#include "settings/command_line.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::tools {

/// What the configuration is, and what of its councils cannot come to pass; then a table with a row
/// an engine, and beneath each row what is wrong, or, if nothing is to be started, what programs
/// are not there. The exit code: 0 if all is well, 1 if not, 130 if interrupted.
int check_command(const settings::RunCheck& command, const settings::RelaySettings& settings);

/// Of a configuration with mistakes, which were told: the same table, of the engines that have a
/// command. The exit code: 2, or 130 if interrupted.
int check_despite_mistakes(const settings::RunCheck& command,
                           const settings::RelaySettings& settings);

}  // namespace gougi::tools
