// SPDX-License-Identifier: MIT
// A simulation of the session under UPI: games of ぴょんぴょん, or an analysis, between a model GUI
// and model engines that speak it, with faults of engines, pipes and clocks. Smaller than World,
// which knows what there is to know of shogi; what is judged: one answer to every `go`, in time, a
// legal one that somebody has named if anybody has; what engines are told; that everything ends.
#pragma once

#include <cstdint>

#include "simulation/simulation.hpp"

namespace gougi::simulation {

Report simulate_upi(std::uint64_t seed, const Wanted& wanted);

}  // namespace gougi::simulation
