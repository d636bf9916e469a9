// SPDX-License-Identifier: MIT
// Worlds drawn by the seed: what can be in a simulation, alone and with all the rest, so that one
// run over many seeds sees all of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulation/simulation.hpp"

namespace gougi::simulation {

Scenario mixed_scenario(std::uint64_t seed);

/// What there is in a scenario, in words: "freeze", "mirrors", "byoyomi 100"…; "usual": nothing.
std::vector<std::string> parts_of(const Scenario& scenario);

}  // namespace gougi::simulation
