// SPDX-License-Identifier: MIT
// What the relay will start: each engine of the configuration as a program that is there, in a
// folder that is there. It starts nothing; the shell does.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "io/child_process.hpp"
#include "relay/position_lines.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::relay {

/// Engines, mate engines, and last the reserve that goes with `rules`. The error names file, line
/// and key of a program or folder that is not there.
base::Result<std::vector<io::LaunchSpec>> find_programs(const settings::RelaySettings& settings,
                                                        const game::Rules& rules);
/// The same, each by itself: for who wants to know of all that are not there.
std::vector<base::Result<io::LaunchSpec>> look_for_programs(const settings::RelaySettings& settings,
                                                            const game::Rules& rules);

/// Lets this process have as many open files as all of them need. The error says what is lacking.
base::Result<void> allow_files(const settings::RelaySettings& settings);

/// A configuration that names as an engine the very program that reads it would start relays
/// without end. So each relay tells those below, in their environment, which ones are above them;
/// an error if this one is among those.
/// `above`: what this relay was told itself, see ancestors(). Gives what those below are told.
base::Result<std::string> join_ancestors(const settings::RelaySettings& settings,
                                         std::vector<io::LaunchSpec>& specs,
                                         const std::string& above);
/// What this process was told; "" if it is the first.
std::string ancestors();

}  // namespace gougi::relay
