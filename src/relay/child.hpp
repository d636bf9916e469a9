// SPDX-License-Identifier: MIT
// A child as the session keeps it: its conversation, its role and its health. Values; what happens
// to a child is in children.hpp.
#pragma once

#include <optional>
#include <string>

#include "consensus/scale.hpp"
#include "relay/answer_habits.hpp"
#include "relay/flood_watch.hpp"
#include "relay/node_budget.hpp"
#include "relay/position_lines.hpp"
#include "relay/roster.hpp"
#include "usi/host_side.hpp"

namespace gougi::relay {

struct Child {
  Child(int child_index, const RosterEntry& entry, std::string_view reserve_program);

  /// As the vote table shows it.
  std::string display_name() const;
  /// "E1 (Name)".
  std::string full_name() const { return label + " (" + display_name() + ")"; }
  bool is_voter() const {
    return role == Role::kVoter || role == Role::kMirror || role == Role::kReserve;
  }
  FreezeView freeze_view() const { return view_of(host.freeze_ability()); }
  /// Runs, or will run again by itself.
  bool hopeful() const { return process_runs || restart_at.has_value(); }
  /// Worth holding the GUI back for: hopeful, and not one that keeps ending before it is ready.
  bool worth_waiting_for() const { return hopeful() && failures < 2; }
  /// It could begin to load, and has not been told to.
  bool waits_for_isready() const { return host.state() == usi::HostSide::State::kDeclared; }

  /// Of a budget of nodes; 0: it has none.
  double budget_share() const {
    const bool votes = role == Role::kVoter || role == Role::kMirror;
    return votes && host.quirks().can_limit ? settings->share : 0.0;
  }

  int index;
  Role role;
  int number;              ///< of its role, see RosterEntry
  Child* other = nullptr;  ///< an engine's mirror, a mirror's engine
  const settings::EngineSettings* settings;
  std::string label;         ///< "E1"
  std::string reserve_name;  ///< as a reserve is shown
  usi::HostSide host;
  bool process_runs = false;  ///< from StartChild to ChildExited
  bool doomed = false;        ///< KillChild was sent
  std::string doomed_for;     ///< why
  bool could_start = true;
  int failures = 0;  ///< in a row
  std::optional<base::TimePoint> restart_at;
  std::optional<base::TimePoint> ready_at;  ///< since when it has been ready, of this start
  AnswerHabits habits;
  bool answers_in_silence = false;  ///< has given a bestmove without a pv before: no sign of a hang
  bool talks = false;               ///< has printed a pv, of this start: its silence is a sign
  int unreadable = 0;               ///< answers in a row that nobody could read
  int times_behind = 0;             ///< told so far; the rest is only logged
  bool lines_tell_visits = false;   ///< `nodes` of a line are the visits of its move
  bool lines_raised = false;        ///< MultiPV has been set for a strategy: it is kept right
  int oddities = 0;                 ///< told so far; the rest is only counted
  FloodWatch flood_watch;
  NodeSpeed speed;
  consensus::PhaseScales scales;  ///< of a voter's scores
};

}  // namespace gougi::relay
