// SPDX-License-Identifier: MIT
#include "simulation/simulation.hpp"

#include "simulation/upi_world.hpp"
#include "simulation/world.hpp"

namespace gougi::simulation {

Report simulate(std::uint64_t seed, const Wanted& wanted, const Scenario& scenario) {
  if (scenario.upi) return simulate_upi(seed, wanted);
  return World(seed, wanted, scenario).run();
}

}  // namespace gougi::simulation
