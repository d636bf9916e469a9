// SPDX-License-Identifier: MIT
// What a part of a round needs to be tried alone: children that are ready, a poll, a moment. No
// session, no round.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "relay/round_work.hpp"
#include "usi/command.hpp"

namespace gougi::relay::testing {

using base::Milliseconds;

class RoundBench {
 public:
  /// Voters E1…, mate engines M1…, and the reserve.
  RoundBench(int engines, int solvers) {
    settings.consensus = "majority";
    settings.engines.resize(static_cast<std::size_t>(engines));
    settings.mate_engines.resize(static_cast<std::size_t>(solvers));
  }

  /// After the settings are as the test wants them: all children are ready, but for the reserve
  /// unless it says something of freezes.
  void begin(const std::string& reserve_freezes = "") {
    options_ = std::make_unique<OptionRouter>(settings);
    out_ = std::make_unique<Outbox>(game::shogi_rules(), *options_, false, base::log::Level::kOff);
    children_ = std::make_unique<Children>(settings, game::shogi_rules(),
                                           std::vector<consensus::PhaseScales>{}, *out_);
    port_ = std::make_unique<Port>(
        Port{settings, game::shogi_rules(), *options_, *out_, *children_, now()});
    for (const auto& child : children_->all()) {
      if (child->role == Role::kReserve && reserve_freezes.empty()) continue;
      children_->start(*child);
      children_->runs(*child, port_->now);
      if (child->role == Role::kReserve) say(*child, "FREEZE " + reserve_freezes);
      say(*child, "usiok");
      children_->request_ready(*child, port_->now);
      say(*child, "readyok");
    }
    out_->clear();
  }

  /// As the GUI says it; voters have their places and have been asked.
  void go(const std::string& line, const std::string& position = "position startpos") {
    go_unseated(line, position);
    for (const auto& child : children_->all()) {
      if (child->role == Role::kVoter) seat(*child);
    }
    out_->clear();
  }
  /// The same; nobody has a place yet.
  void go_unseated(const std::string& line, const std::string& position = "position startpos") {
    const auto game = game_of(position);
    const auto limits = std::get<usi::GoCommand>(*usi::parse_command(line)).limits;
    Poll poll(game, std::get<usi::SearchLimits>(limits), port_->now);
    poll.lines = PositionLines::of(*game);
    poll.sfen_lines = PositionLines::without_history(game->position());
    poll.strategy = options_->own().strategy;
    work_ = std::make_unique<RoundWork>(*port_, std::move(poll));
    work_->clock.start({}, port_->now);
    out_->clear();
  }
  static std::shared_ptr<const game::Game> game_of(const std::string& position) {
    const auto command = std::get<usi::PositionCommand>(*usi::parse_command(position));
    std::string warning;
    return std::make_shared<const game::Game>(
        *replay(game::shogi_rules(), command, shogi::FreezeCounts{}, warning));
  }

  void pass(int ms) { port_->now += Milliseconds(ms); }
  /// The voter thinks of a line.
  void think(std::size_t voter, const std::string& info) {
    this->voter(voter).last.take(usi::parse_info(info));
    this->voter(voter).heard_at = port_->now;
  }
  /// The voter answers.
  void answer(std::size_t voter, const std::string& move) {
    say(work().child_of(this->voter(voter)), "bestmove " + move);
    const auto answer = usi::parse_answer("bestmove " + move);
    work().poll.take_best_move(this->voter(voter), std::get<usi::BestMoveAnswer>(*answer),
                               port_->now);
  }
  void answer_mate(std::size_t solver, const std::string& line) {
    say(children_->at(static_cast<int>(settings.engines.size() + solver)), line);
  }

  /// What children have been told since it was asked last: "E1 go …".
  std::vector<std::string> take_told() {
    std::vector<std::string> told;
    for (const Effect& effect : out_->effects()) {
      if (const auto* line = std::get_if<ToChild>(&effect)) {
        told.push_back(children_->at(line->child).label + " " + line->line);
      } else if (const auto* start = std::get_if<StartChild>(&effect)) {
        told.push_back(children_->at(start->child).label + " (start)");
      }
    }
    out_->clear();
    return told;
  }
  /// What the GUI has been shown since then, and been told.
  std::vector<std::string> take_shown() {
    std::vector<std::string> shown;
    for (const Effect& effect : out_->effects()) {
      if (const auto* line = std::get_if<ToHost>(&effect)) shown.push_back(line->line);
    }
    out_->clear();
    return shown;
  }
  /// A child's line; what it amounts to is for `take`.
  template <class Take>
  void hear(Child& child, const std::string& line, Take take) {
    child.host.line(line, port_->now);
    while (const auto event = children_->next(child)) take(child, *event);
  }
  Child& solver(std::size_t i) {
    return children_->at(static_cast<int>(settings.engines.size() + i));
  }
  RoundWork& work() { return *work_; }
  Port& port() { return *port_; }
  Children& children() { return *children_; }
  VoterSearch& voter(std::size_t i) { return work().poll.book.voters[i]; }
  /// Of the timer, since the clock's begin; -1: it is not set.
  long ms_of(RoundTimer timer) const {
    const auto at = work_->timers.at(timer);
    return at ? static_cast<long>(base::to_ms(*at - work_->poll.clock_start).count()) : -1;
  }
  static base::TimePoint now() { return base::TimePoint(std::chrono::hours(1)); }

  settings::RelaySettings settings;

 private:
  void say(Child& child, const std::string& line) {
    child.host.line(line, port_->now);
    while (const auto event = children_->next(child)) {
      if (std::holds_alternative<usi::EngineDeclared>(*event) ||
          std::holds_alternative<usi::EngineReady>(*event)) {
        children_->go_on(child, port_->now);
      }
    }
  }
  void seat(Child& child) {
    VoterSearch& voter = work_->poll.book.voters.emplace_back();
    voter.number = child.number;
    voter.name = child.label;
    voter.asked = 1;
    port_->start(voter, child,
                 {work_->poll.lines.in(FreezeView::kNone), work_->poll.limits, work_->poll.side(),
                  work_->judge});
  }

  std::unique_ptr<OptionRouter> options_;
  std::unique_ptr<Outbox> out_;
  std::unique_ptr<Children> children_;
  std::unique_ptr<Port> port_;
  std::unique_ptr<RoundWork> work_;
};

}  // namespace gougi::relay::testing
