// SPDX-License-Identifier: MIT
// Why the relay plays a move, in words for people: what G_Explain shows and the log always holds.
#pragma once

#include <string>
#include <vector>

#include "relay/poll.hpp"

namespace gougi::relay {

/// One line of what decided, one of what the agreement clock made of the time, one a ballot with
/// its win rate and weight, one a reply to what the strategy asked, one of the mates that speak
/// against moves. `now` is when it was decided.
std::vector<std::string> explanation(const Poll& poll, const Outcome& outcome, base::TimePoint now,
                                     bool japanese);

}  // namespace gougi::relay
