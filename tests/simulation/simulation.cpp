// SPDX-License-Identifier: MIT
#include "simulation/simulation.hpp"

#include "simulation/keeper_world.hpp"
#include "simulation/upi_world.hpp"
#include "simulation/world.hpp"

namespace gougi::simulation {

Report simulate(std::uint64_t seed, const Wanted& wanted, const Scenario& scenario) {
  if (scenario.upi) return simulate_upi(seed, wanted);
  if (scenario.keeper) return simulate_keeper(seed, wanted, scenario);
  return World(seed, wanted, scenario).run();
}

}  // namespace gougi::simulation
