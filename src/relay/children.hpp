// SPDX-License-Identifier: MIT
// The children: what they are told, what they say, and their health. What a wish amounts to goes
// into the outbox at once; what a child says is taken by next(), and nobody is called. Children are
// known by their place in the roster; the reserve is the last.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "relay/absence.hpp"
#include "relay/child.hpp"
#include "relay/option_router.hpp"
#include "relay/outbox.hpp"

namespace gougi::relay {

class Children {
 public:
  /// `scales` are Environment::scales.
  Children(const settings::RelaySettings& settings, const game::Rules& rules,
           const std::vector<consensus::PhaseScales>& scales, Outbox& out);

  int count() const { return static_cast<int>(all_.size()); }
  Child& at(int index) { return *all_[static_cast<std::size_t>(index)]; }
  const Child& at(int index) const { return *all_[static_cast<std::size_t>(index)]; }
  Child& reserve() { return *all_.back(); }
  const Child& reserve() const { return *all_.back(); }
  const std::vector<std::unique_ptr<Child>>& all() const { return all_; }

  /// What a child has said or come to, but for lines to it, oddities and its health, which are
  /// settled here; nothing: no more. To be asked for after its host's
  /// line() and tick(), and after ended() and stop().
  std::optional<usi::HostEvent> next(Child& child);

  // What happens to it.
  void start(Child& child);
  void restart_due(base::TimePoint now);
  void runs(Child& child, base::TimePoint now);
  /// Its process is gone, or could not be started.
  void ended(Child& child, const std::string& by_itself, bool could_start, base::TimePoint now);
  /// It does not do what it must: it is ended and restarted. From now on it is as if it had gone,
  /// however long its process takes to end; the next next() gives its search as lost.
  void give_up(Child& child, const std::string& why);
  void note_oddity(Child& child, const std::string& text);
  /// When one of them is due.
  std::optional<base::TimePoint> deadline() const;
  /// Why it is not there; nothing: it is.
  static std::optional<Absence> absence_of(const Child& child);

  // What it is told, as soon as it may be.
  usi::SearchId search(Child& child, usi::SearchRequest request, base::TimePoint now);
  /// May bring events of the search.
  void stop(Child& child, base::TimePoint now);
  /// As stop, but the answer is dropped.
  void abandon(Child& child, base::TimePoint now);
  void ponder_hit(Child& child, const usi::ClockTimes& clock, base::TimePoint now);
  void tell(Child& child, std::string_view line);
  void set_option(const ForChild& to, base::TimePoint now);
  void request_ready(Child& child, base::TimePoint now);
  void new_game(Child& child, base::TimePoint now);
  void game_over(Child& child, usi::GameResult result, base::TimePoint now);
  /// After EngineDeclared and EngineReady.
  void go_on(Child& child, base::TimePoint now);

 private:
  void send(Child& child);
  bool settle(Child& child, const usi::HostEvent& event);
  void tell_back_in_step(Child& child, const std::string& dropped);

  Outbox& out_;
  std::vector<std::unique_ptr<Child>> all_;
};

}  // namespace gougi::relay
