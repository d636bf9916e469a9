// SPDX-License-Identifier: MIT
// The configuration of a simulation: any that a user could have written, within what a simulation
// can bear.
#pragma once

#include "settings/relay_settings.hpp"
#include "simulation/chance.hpp"
#include "simulation/simulation.hpp"

namespace gougi::simulation {

/// `calm`: nothing will go wrong; fewer engines.
settings::RelaySettings draw_settings(Chance& chance, bool calm);
/// What the scenario adds, by dice of its own: without it a seed is what it has always been.
void draw_scenario(settings::RelaySettings& drawn, const Scenario& scenario, std::uint64_t seed);

}  // namespace gougi::simulation
