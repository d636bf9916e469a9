// SPDX-License-Identifier: MIT
// The children of a configuration in the order in which everything counts them: the engines, the
// mate engines, the copies of mate engines for the positions of the pv, the reserve.
#pragma once

#include <string>
#include <vector>

#include "settings/relay_settings.hpp"

namespace gougi::relay {

enum class Role {
  kVoter,
  kSolver,
  kPvSolver,  ///< searches positions after moves only; no options of its own
  kReserve,   ///< the bundled engine, for when no voter has a move
};

struct RosterEntry {
  Role role;
  int number;  ///< of its role, from 1; the reserve's is one past the last engine's
  const settings::EngineSettings* settings;  ///< nullptr: the reserve
  int twin_of;                               ///< kPvSolver: index of the mate engine; else its own

  /// "E1", "M1", "P1", "reserve": as the log calls it, and the options' prefixes begin.
  std::string label() const;
};

/// Points into `settings`.
std::vector<RosterEntry> roster(const settings::RelaySettings& settings);

}  // namespace gougi::relay
