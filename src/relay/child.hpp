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

class Session::Child final {
 public:
  Child(Session& owner, int child_index, const RosterEntry& entry)
      : index(child_index),
        role(entry.role),
        number(entry.number),
        settings(entry.settings),
        label(entry.label()),
        host(owner, *this, limits(entry.role)),
        session_(owner) {}

  /// What the conversation says of its own accord and of ours, taken at once.
  class Conversation final : public usi::HostSide {
   public:
    Conversation(Session& owner, Child& child, usi::HostSideLimits limits)
        : usi::HostSide(limits), session_(owner), child_(child) {}
    void started(base::TimePoint now) {
      with([&] { usi::HostSide::started(now); });
    }
    void exited(base::TimePoint now) {
      with([&] { usi::HostSide::exited(now); });
    }
    void line(std::string_view text, base::TimePoint now) {
      with([&] { usi::HostSide::line(text, now); });
    }
    void tick(base::TimePoint now) {
      with([&] { usi::HostSide::tick(now); });
    }
    void set_option(const std::string& name, const std::string& value, base::TimePoint now) {
      with([&] { usi::HostSide::set_option(name, value, now); });
    }
    void press_button(const std::string& name, base::TimePoint now) {
      with([&] { usi::HostSide::press_button(name, now); });
    }
    void request_ready(base::TimePoint now) {
      with([&] { usi::HostSide::request_ready(now); });
    }
    void new_game(base::TimePoint now) {
      with([&] { usi::HostSide::new_game(now); });
    }
    void game_over(usi::GameResult result, base::TimePoint now) {
      with([&] { usi::HostSide::game_over(result, now); });
    }
    usi::SearchId search(usi::SearchRequest request, base::TimePoint now) {
      usi::SearchId id = 0;
      with([&] {
        id = usi::HostSide::search(std::move(request), now);
        judge_by(session_.judge_of(child_, id));
      });
      return id;
    }
    void ponder_hit(const usi::ClockTimes& clock, base::TimePoint now) {
      with([&] { usi::HostSide::ponder_hit(clock, now); });
    }
    void stop(base::TimePoint now) {
      with([&] { usi::HostSide::stop(now); });
    }
    void tell(std::string_view line) {
      with([&] { usi::HostSide::tell(line); });
    }
    void abandon(base::TimePoint now) {
      with([&] { usi::HostSide::abandon(now); });
    }
    void go_on(base::TimePoint now) {
      with([&] { usi::HostSide::go_on(now); });
    }

   private:
    template <class Wish>
    void with(Wish wish) {
      wish();
      session_.hear(child_);
    }
    Session& session_;
    Child& child_;
  };

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
  Conversation host;
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
