// SPDX-License-Identifier: MIT
// From what was ordered to what match::Server plays: programs are looked for, openings read. Used
// by the commands that play games or ask engines.
#pragma once

#include <string>

#include "base/result.hpp"
#include "io/child_process.hpp"
#include "match/server.hpp"
#include "tools/match_order.hpp"

namespace gougi::tools {

/// `command` as match_order.hpp splits it; its program is looked for beside ours, below the working
/// directory and in the PATH.
base::Result<io::LaunchSpec> launch_of(const std::string& command);

/// The error says which program or file cannot be used.
base::Result<match::MatchPlan> plan_of(const MatchOrder& order);

}  // namespace gougi::tools
