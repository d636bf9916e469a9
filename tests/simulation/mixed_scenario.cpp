// SPDX-License-Identifier: MIT
#include "simulation/mixed_scenario.hpp"

#include <array>
#include <string_view>

#include "simulation/chance.hpp"

namespace gougi::simulation {
namespace {

// Each alone is in many seeds, all pairs and triples are in some thousands of a million, and one in
// five is as it is without any.
constexpr double kUsual = 0.2;
constexpr double kOften = 0.35;
constexpr double kSometimes = 0.2;
// A council of many costs as much time as dozens of others.
constexpr double kManyVoters = 0.01;
constexpr int kFewestVoters = 9;
constexpr int kMostVoters = 40;

// The seeds below are kept as they were before there was this.
constexpr std::uint64_t kFirstWithBytes = 1'000'000;
constexpr std::uint64_t kFirstWithRelays = 2'000'000;
constexpr std::uint64_t kFirstWithTicks = 300'000'000'000'000;
constexpr std::uint64_t kFirstWithOptions = 600'000'000'000'000;

constexpr std::array<std::string_view, 8> kClocks{"btime 0 wtime 0 byoyomi 50",
                                                  "btime 0 wtime 0 byoyomi 100",
                                                  "btime 0 wtime 0 byoyomi 1000",
                                                  "btime 300000 wtime 300000 byoyomi 10000",
                                                  "btime 60000 wtime 60000 binc 1000 winc 1000",
                                                  "btime 500 wtime 500 binc 0 winc 0",
                                                  "movetime 200",
                                                  "nodes 1000"};

}  // namespace

Scenario mixed_scenario(std::uint64_t seed) {
  Chance dice(seed, 995);
  Scenario drawn;
  if (dice.happens(kUsual)) return drawn;
  drawn.freezes = dice.happens(kOften);
  drawn.mirrors = dice.happens(kOften);
  drawn.rude = dice.happens(kOften);
  drawn.bursts = dice.happens(kOften);
  drawn.budget = dice.happens(kSometimes);
  drawn.agreement = dice.happens(kSometimes);
  if (dice.happens(kSometimes)) drawn.clock = dice.pick(kClocks);
  if (dice.happens(kManyVoters)) drawn.voters = dice.between(kFewestVoters, kMostVoters);
  if (seed >= kFirstWithBytes) drawn.bytes = dice.happens(kSometimes);
  if (seed < kFirstWithRelays) return drawn;
  drawn.nested = dice.happens(kSometimes) && !drawn.freezes;
  drawn.hangups = dice.happens(kSometimes);
  if (seed >= kFirstWithTicks) drawn.ticks = dice.happens(kSometimes);
  if (seed >= kFirstWithOptions) drawn.options = dice.happens(kSometimes);
  return drawn;
}

std::vector<std::string> parts_of(const Scenario& scenario) {
  std::vector<std::string> parts;
  const auto add = [&](bool there, std::string_view name) {
    if (there) parts.emplace_back(name);
  };
  add(scenario.freezes, "freeze");
  add(scenario.mirrors, "mirrors");
  add(scenario.rude, "rude");
  add(scenario.bursts, "bursts");
  add(scenario.budget, "budget");
  add(scenario.agreement, "agreement");
  add(scenario.bytes, "bytes");
  add(scenario.nested, "nested");
  add(scenario.hangups, "hangups");
  add(scenario.ticks, "ticks");
  add(scenario.options, "options");
  add(scenario.full, "full");
  add(scenario.keeper, "keeper");
  add(scenario.upi, "upi");
  add(!scenario.clock.empty(), scenario.clock);
  add(scenario.voters > 0, "many voters");
  add(parts.empty(), "usual");
  return parts;
}

}  // namespace gougi::simulation
