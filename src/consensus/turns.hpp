// SPDX-License-Identifier: MIT
// Whose turn it is among engines that play one at a time: used by the strategies rotate-*. Turns
// are counted over all engines of the configuration; who is not at hand is stood in for by the next
// that is.
#pragma once

#include <span>
#include <vector>

#include "consensus/council.hpp"

namespace gougi::consensus {

/// At least 1. `available` is ascending and not empty, here and below.
int engine_count(const Facts& facts, std::span<const int> available);
/// Engine `wanted`, else the next in order after it, round and round.
int next_available(int wanted, std::span<const int> available);
/// The engines of a council's voters: for the choice when more have voted than were to.
std::vector<int> numbers_of(const Council& council);

}  // namespace gougi::consensus
