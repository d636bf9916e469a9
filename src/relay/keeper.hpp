// SPDX-License-Identifier: MIT
// Between a GUI and a relay that may die: what has to be known to start another relay in its place
// in mid-move, and to answer in time without one. While the relay lives every line passes as it
// is; a search whose answer the GUI wants no more is told to stop before the next line. When it has
// died the next one is told the options, the position and the search, with what is left of its
// time; what it says of things that the GUI knows already is not passed. Where time is up and there
// is no answer, it gives one: the head of the newest line that the relay showed for this move, else
// what that of the move before goes on with, else a legal move that gives nothing away at a glance;
// so it does for an answer that is not legal. Not a council, and no thinker: it knows the rules,
// and nothing else that could fail. No I/O and no clock of its own; tools/keep_command.cpp is its
// shell. Speaks USI alone. For one thread.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "relay/event.hpp"
#include "relay/game_state.hpp"
#include "relay/kept_search.hpp"
#include "relay/safe_move.hpp"
#include "usi/command.hpp"

namespace gougi::relay {

class Keeper {
 public:
  Keeper();

  /// Of the events of a session those that have no child's number but 0, and of its effects ToHost,
  /// ToChild, StartChild, KillChild and Finish. The first call starts the relay.
  const std::vector<Effect>& begin(base::TimePoint now);
  const std::vector<Effect>& on(const Event& event);
  /// When to call with TimePassed at the latest.
  std::optional<base::TimePoint> deadline() const;

  /// The relay has never come so far as to answer `usi`, and has ended so often that it never will.
  bool has_given_up() const { return given_up_; }

 private:
  enum class Stage {
    kDown,       ///< to be started at restart_at_
    kStarting,   ///< told to
    kGreeted,    ///< `usi` said again, and not yet answered
    kLoading,    ///< `isready` said again, likewise
    kInService,  ///< lines pass
  };
  void take(const HostLine& event);
  void take(const HostClosed& event);
  void take(const ChildStarted& event);
  void take(const ChildFailed& event);
  void take(const ChildLine& event);
  void take(const ChildBrokeOff&) {}
  void take(const ChildExited& event);
  void take(const TimePassed&) {}

  // What the GUI says, remembered.
  void learn(std::string_view line);
  void learn_nonsense(std::string_view line, const std::string& why);
  void learn(const usi::SetOptionCommand& command, std::string_view line);
  bool is_set(std::string_view option) const;
  void learn_margin(std::string_view value);
  void learn(const usi::PositionCommand& command, std::string_view line);
  void learn(const usi::GoCommand& command);
  void learn(const usi::PonderHitCommand& command);
  void make_room();
  void hurry();
  void end_pondering();
  void drop();
  /// Of a search that was said before `readyok`: it has come, or what begins the search before.
  void begin_time();
  void stop();

  // A relay in another's place.
  void lost(const std::string& how);
  void go_on();
  void put_in_service();
  void tell(const GameLines& lines);

  /// The search that the GUI waits for; nullptr: none.
  KeptSearch* present();
  /// A search's answer after those that are owed before it.
  void answer_instead(std::size_t last);
  void answer_what_is_due();
  /// In the place of one that has not come, or is of no use.
  void say_answer(const KeptSearch& search, bool has_come = false);
  bool is_answered_too_late() const;
  /// Until when a relay may be silent that is asked who it is, or to load.
  std::optional<base::TimePoint> silence_ends() const;
  bool passes(std::string_view line);

  void to_host(std::string line, bool may_be_lost = false) {
    effects_.emplace_back(ToHost{std::move(line), may_be_lost});
  }
  void to_relay(std::string line) { effects_.emplace_back(ToChild{0, std::move(line)}); }
  void finish();

  std::vector<Effect> effects_;
  base::TimePoint now_{};
  Stage stage_ = Stage::kDown;
  std::optional<base::TimePoint> restart_at_;
  int failures_ = 0;  ///< in a row, without an answer between them
  bool ended_ = false;
  bool given_up_ = false;
  bool doomed_ = false;            ///< KillChild was said
  base::TimePoint heard_at_{};     ///< the relay, or when it was asked or started if that was later
  bool talks_in_loading_ = false;  ///< it is gougi, by its options

  bool usi_said_ = false;
  bool usi_answered_ = false;
  bool is_known_ = false;  ///< `usi` was answered once
  bool ready_said_ = false;
  bool ready_answered_ = false;
  bool in_game_ = false;
  std::vector<std::pair<std::string, std::string>> options_;  ///< name, line; in order
  GameLines lines_;                                           ///< the newest
  std::vector<std::string> late_;  ///< options that were set while a new relay loads
  /// What the relay keeps back of a move, by what it declares and the GUI sets; nothing: by itself.
  std::optional<base::Milliseconds> margin_;
  GameState game_;
  shogi::FreezeCounts freezes_{};
  /// In the order in which the relay answers them: all but the last were stopped.
  std::deque<KeptSearch> searches_;
  Thought thought_;  ///< of the newest search that was answered
};

}  // namespace gougi::relay
