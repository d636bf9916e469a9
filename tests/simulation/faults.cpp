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
                                                           "suspension",
                                                           "surplus answer",
                                                           "unreadable answer",
                                                           "false freeze note",
                                                           "half last line"};

}  // namespace

std::string_view name(Fault fault) { return kNames[static_cast<std::size_t>(fault)]; }

FaultRates FaultRates::draw(Chance& chance, Chance late) {
  constexpr std::array kRates{0.005, 0.02, 0.1, 0.4};
  FaultRates rates;
  const double mood = chance.unit();
  if (mood < 0.2) return rates;
  rates.calm_ = false;
  constexpr auto kFirst = static_cast<std::size_t>(kFirstLateFault);
  for (std::size_t i = 0; i < kFirst; ++i) {
    const bool enabled = chance.happens(0.25);
    const double often = chance.pick(kRates);
    rates.rates_[i] = mood < 0.8 ? (enabled ? often : 0.0) : 0.03;
  }
  if (!late.happens(0.3)) return rates;
  for (std::size_t i = kFirst; i < kFaultCount; ++i) {
    const bool enabled = late.happens(0.4);
    const double often = late.pick(kRates);
    rates.rates_[i] = mood < 0.8 ? (enabled ? often : 0.0) : 0.03;
  }
  return rates;
}

}  // namespace gougi::simulation
