// SPDX-License-Identifier: MIT
// The children of a configuration in the order in which everything counts them: the engines, the
// mate engines, the copies of mate engines for the positions of the pv, the engines' mirrors, the
// reserve.
#pragma once

#include <string>
#include <vector>

#include "settings/relay_settings.hpp"

namespace gougi::relay {

enum class Role {
  kVoter,
  kSolver,
  kPvSolver,  ///< searches positions after moves only; no options of its own
  kMirror,    ///< thinks as its engine does, and speaks where that does not; no options of its own
  kReserve,   ///< the bundled engine, for when no voter has a move
};

struct RosterEntry {
  Role role;
  /// Of its role, from 1; a mirror's is its engine's, the reserve's one past the last engine's.
  int number;
  const settings::EngineSettings* settings;  ///< nullptr: the reserve
  int twin_of;  ///< index of a copy's mate engine, of a mirror's engine; else its own

  /// Its options are its twin's, and the GUI is not shown them.
  bool is_copy() const { return role == Role::kPvSolver || role == Role::kMirror; }
  /// "E1", "M1", "P1", "E1m", "reserve": as the log calls it, and the options' prefixes begin.
  std::string label() const;
};

/// Points into `settings`.
std::vector<RosterEntry> roster(const settings::RelaySettings& settings);

}  // namespace gougi::relay
