// SPDX-License-Identifier: MIT
// What decides the games of a match, as the job that its parts share (farm/job.hpp). Used where a
// match is done in parts.
#pragma once

#include "base/result.hpp"
#include "farm/job.hpp"
#include "tools/match_order.hpp"

namespace gougi::tools {

/// Programs, and files that options, arguments, openings and a council's own configuration name,
/// are known by their bytes. The error says which file cannot be read.
base::Result<farm::Job> match_job(const MatchOrder& order);

}  // namespace gougi::tools
