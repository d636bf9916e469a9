// SPDX-License-Identifier: MIT
// What the GUI is shown of a round that has ended: who voted how, how the answer came about, and
// the lines behind it.
#pragma once

#include "relay/outcome.hpp"
#include "relay/poll.hpp"
#include "relay/port.hpp"

namespace gougi::relay {

void show_result(Port& port, const Poll& poll, const Outcome& outcome);

}  // namespace gougi::relay
