// SPDX-License-Identifier: MIT
// One simulation: the real relay::Session between a model GUI and model engines, in virtual time,
// with delays on every pipe and faults everywhere, all of it from one seed. The same seed gives the
// same simulation, event by event. What the session says is judged at every step; the first
// complaint ends it.
#pragma once

#include <cstdint>
#include <string>

#include "base/clock.hpp"
#include "simulation/faults.hpp"

namespace gougi::simulation {

struct Report {
  std::uint64_t seed = 0;
  std::string violation;     ///< empty: none
  std::uint64_t hash = 0;    ///< of all events and effects
  std::uint64_t output = 0;  ///< of the session's effects alone, byte by byte
  int searches = 0;          ///< `go` of the GUI
  int answers = 0;
  int events = 0;
  base::Duration span{0};  ///< of virtual time
  bool calm = false;       ///< no faults, short delays
  int most_votes = 0;      ///< in one decision
  int mirrors_spoke = 0;   ///< votes of mirrors that stood for their engines'
  double slowest_ms = 0;  ///< of real time, with `voters`: the longest step that ended in an answer
  FaultTally faults{};
  std::string trace;  ///< the whole dialogue, if wanted
};

/// What there is in a simulation beyond the usual.
struct Scenario {
  /// What the GUI writes behind every `go`, such as "btime 0 wtime 0 byoyomi 100"; empty: limits of
  /// all kinds.
  std::string clock{};
  bool freezes = false;    ///< games of Freeze shogi, with engines of every ability
  bool budget = false;     ///< a budget of nodes
  bool agreement = false;  ///< the agreement clock, of any numbers
  /// So many voters, whose lines have delays of a heavy tail both ways, as those of many machines
  /// do; 0: a few, on one machine.
  int voters = 0;
  bool mirrors = false;  ///< engines have mirrors, most of them
  bool rude = false;     ///< a GUI that says what USI does not allow
  bool bursts = false;   ///< a GUI that often writes position and go behind isready at once
  bool bytes = false;    ///< lines come in pieces, and are read in blocks: see BytePipe
  /// Bytes; engines write thousands of lines in one go, and the GUI reads nothing now and then.
  bool full = false;
  bool nested = false;  ///< engines are relays themselves, the first at least; not in freeze shogi
  bool upi = false;  ///< ぴょんぴょん by engines and a GUI that speak UPI: no other part counts
  /// A GUI that sets the budget, the agreement clock and what is shown in mid-game, also while a
  /// search runs; the relay begins as it does without.
  bool options = false;
  bool ticks = false;    ///< everything happens at whole ticks, so that much of it is at once
  bool hangups = false;  ///< a GUI that often is gone in the middle of a line and of a search
  /// `gougi keep` stands above the session, which dies and is started again; without ticks and many
  /// voters.
  bool keeper = false;
};

/// What a report holds beside the judgement; each takes time.
struct Wanted {
  bool trace = false;
  bool hashes = true;  ///< else both are 0
};

/// Safe from any thread.
Report simulate(std::uint64_t seed, const Wanted& wanted = {}, const Scenario& scenario = {});

}  // namespace gougi::simulation
