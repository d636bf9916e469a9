// SPDX-License-Identifier: MIT
// The two questions that keep a GUI waiting: `usi`, answered when the children's options are known
// or after a while, and `isready`, answered when the children are ready or after a while.
#pragma once

#include <optional>

#include "relay/environment.hpp"
#include "relay/freeze_talk.hpp"
#include "relay/port.hpp"
#include "relay/timers.hpp"

namespace gougi::relay {

class GuiTalk {
 public:
  GuiTalk(Port& port, SessionTimers& timers, const Environment& environment, FreezeTalk& freezes)
      : port_(port), timers_(timers), environment_(environment), freezes_(freezes) {}

  void usi_asked();
  /// One readyok for all that is asked before it.
  void forget_ready() { timers_.clear(SessionTimer::kReady); }
  /// All who are to be ready have been told so.
  void ready_asked();
  /// A child has declared itself, become ready or ended, or time has passed.
  void try_usi_ok(bool time_is_up);
  void try_ready_ok();
  /// A GUI that waits for `readyok`, and its user.
  void keep_awake();
  bool owes_ready() const { return timers_.at(SessionTimer::kReady).has_value(); }
  /// Who stops or ends a search before `readyok` gets usiok and readyok before the move.
  void answer_first();
  /// Since the first `isready`, or the first `go` where that comes without, children are kept
  /// ready.
  bool is_prepared() const { return prepared_; }
  void go_asked() { prepared_ = true; }

 private:
  void show_options();
  bool is_waited_for(const Child& child) const;
  void tell_who_is_late() const;
  void say_ready_ok();

  Port& port_;
  SessionTimers& timers_;
  const Environment& environment_;
  FreezeTalk& freezes_;
  base::TimePoint ready_asked_at_{};
  bool prepared_ = false;  ///< `isready` or `go` has come
};

}  // namespace gougi::relay
