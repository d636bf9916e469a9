// SPDX-License-Identifier: MIT
// The relay's session: one USI host above, N children below, consensus in between. Events in,
// effects out; no I/O, no clock of its own, no thread, no log. Everything that can go wrong with
// children, clocks and GUIs can therefore be played in virtual time. The shell (shell.hpp) carries
// the effects out. Here events are told apart, and commands carried out; a `go` is CurrentSearch's.
//
// Whatever happens, a `go` is answered with exactly one bestmove (or checkmate), in time: from the
// ballots, from partial ballots, from the reserve engine, from any legal move; resign only if
// mated.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "relay/current_search.hpp"
#include "relay/environment.hpp"
#include "relay/event.hpp"
#include "relay/freeze_talk.hpp"
#include "relay/game_state.hpp"
#include "relay/gui_talk.hpp"
#include "usi/command.hpp"

namespace gougi::relay {

class Session {
 public:
  /// `settings` and `rules`, those of its protocol, must outlive the session.
  explicit Session(const settings::RelaySettings& settings, Environment environment = {},
                   const game::Rules& rules = game::shogi_rules());
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Starts all children, in parallel.
  const std::vector<Effect>& begin(base::TimePoint now);
  /// Takes an event; the effects hold until the next call.
  const std::vector<Effect>& on(const Event& event);
  /// Of what it says now.
  base::Language language() const { return out_.language(); }
  /// When a TimePassed event is due, if at all.
  std::optional<base::TimePoint> deadline() const;

  int child_count() const { return children_.count(); }
  bool finished() const { return finished_; }

 private:
  // What happens (session.cpp).
  void take(const HostLine& event) { take_host_line(event.text); }
  void take(const HostClosed&) { finish(); }
  void take(const ChildStarted& event);
  void take(const ChildFailed& event);
  void take(const ChildLine& event);
  void take(const ChildBrokeOff& event);
  void take(const ChildExited& event);
  void take(const TimePassed&) {}
  void look_at_clock();
  void handle(SessionTimer timer);

  /// Takes what a child has come to.
  void drain(Child& child);
  void take(Child& child, const usi::HostEvent& event);
  void child_declared(Child& child);
  void child_ended(Child& child, const std::string& how, bool could_start);

  // What the GUI says (session_host.cpp).
  void take_host_line(std::string_view line);
  void take(const usi::UsiCommand&) { gui_.usi_asked(); }
  void take(const usi::IsReadyCommand&);
  void take(const usi::SetOptionCommand& command);
  void take(const usi::NewGameCommand&);
  void take(const usi::PositionCommand& command);
  void take(const usi::GoCommand& command);
  void take(const usi::StopCommand&);
  void take(const usi::PonderHitCommand& command);
  void take(const usi::GameOverCommand& command);
  void take(const usi::QuitCommand&) { finish(); }
  void take(const usi::QueryCommand& command);
  void take(const usi::FreezeNumCommand& command);
  void take(const usi::UnknownCommand&) {}
  void begin_held_go();
  void answer_held_go();
  void get_option(std::string_view name);
  void begin_record();
  void show_live();                       ///< where the options say, if that is elsewhere now
  void end_game(usi::GameResult result);  ///< if one was played
  void finish();

  const settings::RelaySettings& settings_;
  Environment environment_;
  const game::Rules& rules_;
  OptionRouter options_;
  Outbox out_;
  Children children_;
  Port port_;
  SessionTimers timers_;
  GameState game_;
  FreezeTalk freezes_;
  GuiTalk gui_;
  CurrentSearch search_;
  /// Came before `readyok`, and begins with it; its clock, too, as with every engine that reads its
  /// input line by line and loads at `isready`.
  std::optional<usi::GoCommand> held_go_;
  std::string translated_;  ///< the line at hand, as the rules read it
  base::TimePoint begun_{};
  int live_port_ = 0;     ///< where ShowLive said
  bool in_game_ = false;  ///< between `usinewgame` and `gameover`
  bool played_ = false;   ///< a move was asked for since the last game's end
  bool finished_ = false;
};

}  // namespace gougi::relay
