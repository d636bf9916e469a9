// SPDX-License-Identifier: MIT
// The shell around the session: it carries effects out and brings events in, and decides nothing.
// GUI stream, child processes, timer, signals; one thread (a reader and a writer thread of the io
// room aside).
#pragma once

#include <string>

#include "relay/position_lines.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::relay {

/// Runs the relay, for the game with these rules, on stdin and stdout until `quit`, the end of
/// input, or a request to end. Ends the process: children first, in order, within a second.
[[noreturn]] void run_shell(const settings::RelaySettings& settings, const game::Rules& rules);

/// Tells a GUI, in an info string, why there is no relay, and ends the process. The exit code is 1,
/// or 2 where the command line or the configuration makes no sense (docs/exit-codes.md).
[[noreturn]] void refuse_to_run(const std::string& reason, int code = 1);

}  // namespace gougi::relay
