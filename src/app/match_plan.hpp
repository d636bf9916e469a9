// SPDX-License-Identifier: MIT
// From what was ordered to what match::Server plays: programs are looked for, openings read. Used
// by the commands that play games.
#pragma once

#include "app/match_order.hpp"
#include "base/result.hpp"
#include "match/server.hpp"

namespace gougi::app {

/// The error says which program or file cannot be used.
base::Result<match::MatchPlan> plan_of(const MatchOrder& order);

}  // namespace gougi::app
