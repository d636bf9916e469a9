// SPDX-License-Identifier: MIT
#include "relay/children.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "relay/restart_delay.hpp"
#include "relay/timers.hpp"
#include "usi/failure_words.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;

// Who has run so long since it was ready is not one that dies again and again.
constexpr Milliseconds kGoodRun{10'000};
constexpr int kMostOddities = 20;  // logged per child; a flood of nonsense must not fill the disk
// A child whose answers nobody can read has lost its mind, or its pipe; once or twice may be a
// slip.
constexpr int kMostUnreadable = 3;
constexpr int kMostTimesBehind = 20;  // shown; of one that does so with every move

// Nobody waits longer for an engine that loads, so that it has all of that time. But the reserve
// loads quickly, and a search that has nobody else waits for it.
usi::HostSideLimits limits_of(Role role) {
  usi::HostSideLimits limits;
  if (role != Role::kReserve) limits.loading = settings::kLongestReady;
  return limits;
}

}  // namespace

Child::Child(int child_index, const RosterEntry& entry, std::string_view reserve_program)
    : index(child_index),
      role(entry.role),
      number(entry.number),
      settings(entry.settings),
      label(entry.label()),
      reserve_name(std::string(reserve_program) + " (reserve)"),
      host(limits_of(entry.role)) {
  if (settings == nullptr) return;
  const auto can = [&](std::string_view word) {
    return std::ranges::find(settings->capabilities, word) != settings->capabilities.end();
  };
  host.quirks().ponderhit_time = can("ponderhit_time");
  host.quirks().wait_stop = can("wait_stop");
  host.quirks().mateinfo = can("mateinfo");
  lines_tell_visits = can("visits");
  scales = consensus::PhaseScales::all(consensus::Scale{settings->eval_coef});
}

std::string Child::display_name() const {
  if (role == Role::kReserve) return reserve_name;
  const std::string its = settings != nullptr && !settings->name.empty() ? settings->name
                          : host.name().empty() ? "engine " + std::to_string(number)
                                                : host.name();
  return role == Role::kMirror ? its + " (mirror)" : its;
}

Children::Children(const settings::RelaySettings& settings, const game::Rules& rules,
                   const std::vector<consensus::PhaseScales>& scales, Outbox& out)
    : out_(out) {
  for (const RosterEntry& entry : roster(settings)) {
    all_.push_back(std::make_unique<Child>(count(), entry, rules.reserve_program()));
    const auto engine = static_cast<std::size_t>(entry.number) - 1;
    const bool votes = entry.role == Role::kVoter || entry.role == Role::kMirror;
    if (votes && engine < scales.size()) all_.back()->scales = scales[engine];
    if (entry.role != Role::kMirror) continue;
    Child& twin = at(entry.twin_of);
    twin.other = all_.back().get();
    all_.back()->other = &twin;
  }
}

// Lines for it that nothing else waits before.
void Children::send(Child& child) {
  while (auto line = child.host.next_line()) out_.to_child(child.index, line->line);
}

std::optional<usi::HostEvent> Children::next(Child& child) {
  send(child);
  while (auto event = child.host.next()) {
    if (!settle(child, *event)) return event;
    send(child);
  }
  return std::nullopt;
}

// What concerns the child alone; whether that is all there is to the event.
bool Children::settle(Child& child, const usi::HostEvent& event) {
  if (const auto* odd = std::get_if<usi::EngineOddity>(&event)) {
    note_oddity(child, odd->text);
    return true;
  }
  if (const auto* stuck = std::get_if<usi::EngineStuck>(&event)) {
    give_up(child, stuck->why);
    return true;
  }
  if (const auto* back = std::get_if<usi::EngineBackInStep>(&event)) {
    tell_back_in_step(child, back->dropped);
    return true;
  }
  if (const auto* thinks = std::get_if<usi::EngineThinks>(&event)) {
    child.talks = child.talks || !thinks->info.pv.empty();
  } else if (std::holds_alternative<usi::EngineMoves>(event)) {
    child.unreadable = 0;
  } else if (std::holds_alternative<usi::EngineMates>(event)) {
    child.failures = 0;
  } else if (std::holds_alternative<usi::EngineUnreadable>(event)) {
    if (++child.unreadable >= kMostUnreadable) give_up(child, "its answers cannot be read");
  }
  return false;
}

void Children::tell_back_in_step(Child& child, const std::string& dropped) {
  out_.warning(child.full_name() + " was behind by a search: " + dropped +
               " was dropped, and it is back in step");
  if (++child.times_behind > kMostTimesBehind) return;
  out_.say(child.full_name() + " was behind by a search and is back in step; dropped: " + dropped,
           child.full_name() + " の回答が前の探索とずれていたため戻しました。破棄: " + dropped);
}

void Children::start(Child& child) {
  child.restart_at.reset();
  child.process_runs = true;
  child.doomed = false;
  child.doomed_for.clear();
  child.flood_watch = {};
  out_.add(StartChild{child.index});
}

void Children::restart_due(base::TimePoint now) {
  for (auto& child : all_) {
    if (child->restart_at && now >= *child->restart_at) start(*child);
  }
}

void Children::runs(Child& child, base::TimePoint now) {
  out_.info(child.full_name() + " runs");
  child.host.started(now);
  send(child);
}

void Children::ended(Child& child, const std::string& by_itself, bool could_start,
                     base::TimePoint now) {
  const std::string how =
      child.doomed_for.empty() ? by_itself : std::exchange(child.doomed_for, "");
  child.process_runs = false;
  child.could_start = could_start;
  if (child.ready_at && now - *child.ready_at > kGoodRun) child.failures = 0;
  child.ready_at.reset();
  ++child.failures;
  if (could_start) child.restart_at = now + restart_delay(child.failures);
  out_.warning(child.full_name() + " ended: " + how);
  const std::string words = usi::failure_words(how);
  out_.say(child.full_name() + " ended: " + words + (could_start ? "; it is restarted" : ""),
           child.full_name() + " が終了しました: " + words + (could_start ? "。再起動します" : ""));
  child.host.exited();
}

void Children::give_up(Child& child, const std::string& why) {
  if (child.doomed) return;
  out_.warning(child.full_name() + ": " + why + "; it is ended and restarted");
  child.doomed = true;
  child.doomed_for = why;
  child.host.exited();
  out_.add(KillChild{child.index});
}

void Children::note_oddity(Child& child, const std::string& text) {
  if (++child.oddities <= kMostOddities) out_.warning(child.full_name() + ": " + text);
}

std::optional<base::TimePoint> Children::deadline() const {
  std::optional<base::TimePoint> first;
  for (const auto& child : all_) {
    first = sooner(sooner(first, child->host.deadline()), child->restart_at);
  }
  return first;
}

std::optional<Absence> Children::absence_of(const Child& child) {
  if (!child.hopeful()) return Absence::kNotRunning;
  if (!child.process_runs || child.doomed) return Absence::kRestarting;
  if (child.host.ready()) return std::nullopt;
  return child.failures > 0 && !child.ready_at ? Absence::kRestarting : Absence::kLoading;
}

usi::SearchId Children::search(Child& child, usi::SearchRequest request, base::TimePoint now) {
  const usi::SearchId id = child.host.search(std::move(request), now);
  send(child);
  return id;
}

void Children::stop(Child& child, base::TimePoint now) {
  child.host.stop(now);
  send(child);
}

void Children::abandon(Child& child, base::TimePoint now) {
  child.host.abandon(now);
  send(child);
}

void Children::ponder_hit(Child& child, const usi::ClockTimes& clock, base::TimePoint now) {
  child.host.ponder_hit(clock, now);
  send(child);
}

void Children::tell(Child& child, std::string_view line) {
  child.host.tell(line);
  send(child);
}

void Children::set_option(const ForChild& to, base::TimePoint now) {
  Child& child = at(to.child);
  if (to.button) {
    child.host.press_button(to.name, now);
  } else {
    child.host.set_option(to.name, to.value, now);
  }
  send(child);
}

void Children::request_ready(Child& child, base::TimePoint now) {
  child.host.request_ready(now);
  send(child);
}

void Children::new_game(Child& child, base::TimePoint now) {
  child.host.new_game(now);
  send(child);
}

void Children::game_over(Child& child, usi::GameResult result, base::TimePoint now) {
  child.host.game_over(result, now);
  send(child);
}

void Children::go_on(Child& child, base::TimePoint now) {
  child.host.go_on(now);
  send(child);
}

}  // namespace gougi::relay
