// SPDX-License-Identifier: MIT
// A simulation of `gougi keep`: the model GUI speaks to a relay::Keeper, and that to a relay with
// engines, a World, which dies, is frozen and is started again, when it hurts most: behind what it
// was told, behind what it has said, again as soon as it is back. Internal to simulate().
#pragma once

#include <cstdint>

#include "simulation/simulation.hpp"

namespace gougi::simulation {

Report simulate_keeper(std::uint64_t seed, const Wanted& wanted, const Scenario& scenario);

}  // namespace gougi::simulation
