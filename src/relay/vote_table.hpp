// SPDX-License-Identifier: MIT
// The vote as text: one `info string` line a voter, in Japanese or English.
#pragma once

#include <string>
#include <vector>

#include "relay/round.hpp"

namespace gougi::relay {

/// The lines, without "info string"; `O` marks agreement with the choice.
std::vector<std::string> vote_table(const Round& round, const Outcome& outcome, bool japanese);

}  // namespace gougi::relay
