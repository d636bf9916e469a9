// SPDX-License-Identifier: MIT
// The configuration of a simulation: any that a user could have written, within what a simulation
// can bear.
#pragma once

#include "settings/relay_settings.hpp"
#include "simulation/chance.hpp"

namespace gougi::simulation {

/// `calm`: nothing will go wrong; fewer engines.
settings::RelaySettings draw_settings(Chance& chance, bool calm);
/// Instead of the engines that were drawn.
void draw_voters(settings::RelaySettings& drawn, int voters, Chance chance);

}  // namespace gougi::simulation
