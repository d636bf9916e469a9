// SPDX-License-Identifier: MIT
// A session that is told events by a test, with the log that the shell would write of it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "consensus/strategy.hpp"
#include "relay/roster.hpp"
#include "relay/session.hpp"
#include "relay/session_log.hpp"

namespace gougi::relay::testing {

class LoggedSession {
 public:
  explicit LoggedSession(const std::string& yaml, std::uint64_t seed = 1,
                         const std::vector<int>& member = {},
                         const game::Rules& rules = game::shogi_rules(), int processors = 1)
      : rules_(rules) {
    head_.version = "test";
    head_.file = "logged.yaml";
    head_.configuration = yaml;
    head_.environment.record_since = WallTime(base::Milliseconds(1'769'851'800'000));
    head_.begun = now_;
    head_.environment.seed = seed;
    head_.member = member;
    head_.processors = processors;
    settings_ = *settings::parse_configuration(yaml, head_.file, consensus::strategy_names(),
                                               member, nullptr, processors);
    for (const RosterEntry& entry : roster(settings_)) head_.children.push_back(entry.label());
    head_.environment.remembered_options.resize(head_.children.size());
  }

  /// What children declared at an earlier start; before begin().
  void remember(std::size_t child, const std::string& option) {
    head_.environment.remembered_options[child].push_back(*usi::parse_option(option));
  }
  void remember_freezes(const std::vector<usi::FreezeAbility>& abilities) {
    head_.environment.remembered_freezes = abilities;
  }
  void arbiter(const consensus::SharedArbiterModel& model) { head_.environment.arbiter = model; }
  void scales(const std::vector<consensus::PhaseScales>& scales) {
    head_.environment.scales = scales;
  }
  void without_options(int child) { head_.environment.without_options.push_back(child); }
  /// What --lang says; before begin().
  void speak(base::Language language) {
    settings::speak(language, settings_);
    head_.told_language = language;
    head_.environment.japanese_locale = language == base::Language::kJapanese;
  }
  void begin() {
    session_ = std::make_unique<Session>(settings_, head_.environment, rules_);
    for (const std::string& message : head_messages(head_)) log(message);
    take(session_->begin(now_));
  }

  using What = decltype(Event::what);
  void on(const What& what) {
    now_ += std::chrono::nanoseconds(12'345);
    const Event event{now_, what};
    log(event_message(event, head_));
    take(session_->on(event));
  }
  void host(std::string_view line) { on(HostLine{line}); }
  void child(int index, std::string_view line) { on(ChildLine{index, line}); }
  /// Lets time pass, with the timers on the way, each a little late.
  void pass(base::Milliseconds span) {
    const base::TimePoint end = now_ + span;
    for (auto due = session_->deadline(); due && *due < end; due = session_->deadline()) {
      now_ = std::max(now_, *due) + std::chrono::nanoseconds(777);
      on(TimePassed{});
    }
    now_ = end;
  }
  /// Starts, declares and readies all children, and begins a game.
  void begin_game(const std::string& protocol = "usi") {
    const int children = static_cast<int>(head_.children.size()) - 1;
    for (int i = 0; i < children; ++i) on(ChildStarted{i});
    host(protocol);
    for (int i = 0; i < children; ++i) {
      child(i, "id name model");
      child(i, protocol + "ok");
    }
    host("isready");
    for (int i = 0; i < children; ++i) child(i, "readyok");
    if (protocol == "usi") host("usinewgame");
  }
  void log(const std::string& message) {
    lines.push_back("2026-01-31 09:30:00.123456 I " + message);
  }

  std::vector<std::string> lines;     ///< of the log
  std::vector<std::string> recorded;  ///< of the file of decisions

 private:
  void take(const std::vector<Effect>& effects) {
    for (const Effect& effect : effects) {
      if (const auto* to_host = std::get_if<ToHost>(&effect)) {
        log(to_host_message(to_host->line));
      } else if (const auto* to_child = std::get_if<ToChild>(&effect)) {
        log(to_child_message(head_.children[static_cast<std::size_t>(to_child->child)],
                             to_child->line));
      } else if (const auto* record = std::get_if<Record>(&effect)) {
        recorded.push_back(record->line);
      }
    }
  }

  SessionHead head_;
  settings::RelaySettings settings_;
  const game::Rules& rules_;
  std::unique_ptr<Session> session_;
  base::TimePoint now_{std::chrono::hours(1)};
};

}  // namespace gougi::relay::testing
