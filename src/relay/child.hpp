// SPDX-License-Identifier: MIT
// A child as the session keeps it: its conversation, its role and its health. Private to the
// session's files.
#pragma once

#include <optional>
#include <string>

#include "relay/answer_habits.hpp"
#include "relay/flood_watch.hpp"
#include "relay/roster.hpp"
#include "relay/session.hpp"
#include "usi/host_side.hpp"

namespace gougi::relay {

class Session::Child final : public usi::HostSideListener {
 public:
  Child(Session& owner, int child_index, const RosterEntry& entry)
      : index(child_index),
        role(entry.role),
        number(entry.number),
        settings(entry.settings),
        label(entry.label()),
        host(*this, limits(entry.role)),
        session_(owner) {}

  void send(std::string_view line) override { session_.to_child(*this, line); }
  void on_declared() override { session_.child_declared(*this); }
  void on_ready() override { session_.child_ready(*this); }
  void on_info(usi::SearchId id, std::string_view, const usi::InfoView& info) override {
    session_.child_info(*this, id, info);
  }
  void on_best_move(usi::SearchId id, const usi::BestMoveAnswer& answer) override {
    session_.child_best_move(*this, id, answer);
  }
  void on_unreadable(usi::SearchId id, std::string_view words) override {
    session_.child_unreadable(*this, id, words);
  }
  void on_back_in_step(const std::string& dropped) override {
    session_.child_back_in_step(*this, dropped);
  }
  bool is_possible(usi::SearchId id, const usi::BestMoveAnswer& answer) override {
    return session_.is_possible(*this, id, answer);
  }
  bool may_think(usi::SearchId id, std::string_view pv) override {
    return session_.may_think(*this, id, pv);
  }
  void on_checkmate(usi::SearchId id, const usi::CheckMateAnswer& answer) override {
    session_.child_checkmate(*this, id, answer);
  }
  void on_search_lost(usi::SearchId id) override {
    session_.child_search_lost(*this, id, "no answer");
  }
  void on_oddity(std::string text) override { session_.explain_oddity(*this, text); }
  void on_stuck(std::string text) override { session_.child_stuck(*this, text); }

  /// As the vote table shows it.
  std::string display_name() const {
    if (settings != nullptr && !settings->name.empty()) return settings->name;
    if (role == Role::kReserve)
      return std::string(session_.rules_.reserve_program()) + " (reserve)";
    return host.name().empty() ? "engine " + std::to_string(number) : host.name();
  }
  bool is_voter() const { return role == Role::kVoter || role == Role::kReserve; }
  FreezeView freeze_view() const { return view_of(host.freeze_ability()); }
  /// Runs, or will run again by itself.
  bool hopeful() const { return process_runs || restart_at.has_value(); }
  /// Worth holding the GUI back for: hopeful, and not one that keeps ending before it is ready.
  bool worth_waiting_for() const { return hopeful() && failures < 2; }

  int index;
  Role role;
  int number;  ///< of its role, see RosterEntry
  const settings::EngineSettings* settings;
  std::string label;  ///< "E1"
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
  bool lines_raised = false;        ///< MultiPV has been set for a strategy: it is kept right
  int oddities = 0;                 ///< told so far; the rest is only counted
  FloodWatch flood_watch;

 private:
  // Nobody waits longer for an engine that loads, so that it has all of that time. But the reserve
  // loads quickly, and a search that has nobody else waits for it.
  static usi::HostSideLimits limits(Role role) {
    usi::HostSideLimits limits;
    if (role != Role::kReserve) limits.loading = settings::kLongestReady;
    return limits;
  }

  Session& session_;
};

}  // namespace gougi::relay
