// SPDX-License-Identifier: MIT
// The shell around the session: it carries effects out and brings events in, and decides nothing.
// GUI stream, child processes, timer, signals; one thread (a reader and a writer thread of the io
// room aside).
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "io/child_process.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::relay {

/// What is to be started: engines, mate engines, and last the reserve. The error names file, line
/// and key of a program or folder that is not there.
base::Result<std::vector<io::LaunchSpec>> find_programs(const settings::RelaySettings& settings);

/// Runs the relay on stdin and stdout until `quit`, the end of input, or a request to end. Ends the
/// process: children first, in order, within a second.
[[noreturn]] void run_shell(const settings::RelaySettings& settings);

/// Tells a GUI, in an info string, why there is no relay, and ends the process with `exit code` 1.
[[noreturn]] void refuse_to_run(const std::string& reason);

}  // namespace gougi::relay
