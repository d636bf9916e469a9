// SPDX-License-Identifier: MIT
// The vote as text: one `info string` line a voter, in Japanese or English.
#pragma once

#include <string>
#include <vector>

#include "relay/poll.hpp"

namespace gougi::relay {

/// Whether it is a vote for what is played: a freeze that was settled or added afterwards is no
/// other move.
bool is_vote_for(const Poll& poll, const consensus::Choice& choice, const Outcome& outcome);

/// The lines, without "info string"; `O` marks agreement with the choice, `-` who was
/// not there to be asked.
std::vector<std::string> vote_table(const Poll& poll, const Outcome& outcome, bool japanese);

}  // namespace gougi::relay
