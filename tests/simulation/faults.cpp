// SPDX-License-Identifier: MIT
#include "simulation/faults.hpp"

namespace gougi::simulation {
namespace {

constexpr std::array<std::string_view, kFaultCount> kNames{"cannot start",
                                                           "crash at start",
                                                           "lost usiok",
                                                           "slow usiok",
                                                           "lost readyok",
                                                           "slow readyok",
                                                           "crash in search",
                                                           "crash when idle",
                                                           "hang",
                                                           "freeze",
                                                           "garbage",
                                                           "illegal move",
                                                           "partial line",
                                                           "flood",
                                                           "doubled answer",
                                                           "answer without go",
                                                           "stale answer",
                                                           "late answer",
                                                           "late stop",
                                                           "deaf to stop",
                                                           "answer in ponder",
                                                           "false mate",
                                                           "mate by bestmove",
                                                           "unasked readyok",
                                                           "chatty after answer",
                                                           "slow death",
                                                           "slow pipe",
                                                           "late timer",
                                                           "very late timer",
                                                           "suspension"};

}  // namespace

std::string_view name(Fault fault) { return kNames[static_cast<std::size_t>(fault)]; }

FaultRates FaultRates::draw(Chance& chance) {
  constexpr std::array kRates{0.005, 0.02, 0.1, 0.4};
  FaultRates rates;
  const double mood = chance.unit();
  if (mood < 0.2) return rates;
  rates.calm_ = false;
  for (double& rate : rates.rates_) {
    const bool enabled = chance.happens(0.25);
    const double often = chance.pick(kRates);
    rate = mood < 0.8 ? (enabled ? often : 0.0) : 0.03;
  }
  return rates;
}

}  // namespace gougi::simulation
