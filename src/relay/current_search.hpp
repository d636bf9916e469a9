// SPDX-License-Identifier: MIT
// The search that the GUI waits for, if there is one: a Round or a MateRound, from its `go` to the
// line that answers it; and what is kept from one to the next: our own moves, the records of
// decisions, guesses of who ponders on, how late our timers come.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "relay/environment.hpp"
#include "relay/freeze_talk.hpp"
#include "relay/game_memory.hpp"
#include "relay/game_state.hpp"
#include "relay/gui_talk.hpp"
#include "relay/lateness_probe.hpp"
#include "relay/mate_round.hpp"
#include "relay/ponder_guesses.hpp"
#include "relay/round.hpp"
#include "relay/session_record.hpp"

namespace gougi::relay {

class CurrentSearch {
 public:
  /// All of them are the session's.
  CurrentSearch(Port& port, SessionTimers& timers, const GameState& game, const FreezeTalk& freezes,
                GuiTalk& gui, const Environment& environment);
  CurrentSearch(const CurrentSearch&) = delete;
  CurrentSearch& operator=(const CurrentSearch&) = delete;

  bool runs() const { return round_ != nullptr || mate_round_ != nullptr; }
  bool is_pondering() const { return round_ != nullptr && round_->poll().limits.ponder; }

  // The GUI.
  /// Of the present position; whether a move was asked for.
  bool begin(const usi::SearchLimits& limits);
  void begin_mate(const usi::MateLimits& limits);
  /// Instead of these: an answer at once, and nobody is asked.
  void answer_unasked(const usi::GoCommand& command);
  void ponder_hit(const usi::ClockTimes& clock);
  void stop();
  void force();  ///< an answer now, from what there is
  void drop();   ///< no answer: the GUI has moved on
  /// Another `go` comes: what runs is dropped, but a search that was stopped owes its answer.
  void make_room();
  void drop_guesses() { guesses_.drop(); }
  /// Another game begins, or this one is over.
  void forget_game() {
    memory_.clear();
    ++games_;
  }
  SessionRecord& record() { return record_; }

  // Children.
  void take(Child& child, const usi::HostEvent& event);
  void child_is_ready(Child& child);
  void child_has_come();
  void child_has_ended(const Child& child);
  /// It may have time for the search that it missed.
  void join_if_free(Child& child);

  // Time.
  void tick();
  void probe_is_due() { probe_.take(port_.now); }
  std::optional<base::TimePoint> deadline() const;

 private:
  std::unique_ptr<Round> new_round(const usi::SearchLimits& limits);
  bool is_playable() const;
  Poll new_poll(const usi::SearchLimits& limits) const;
  consensus::Facts facts() const;
  void settle();  ///< shows and plays what it has come to, if it has ended
  void close();
  void answer_mate(const std::string& line);
  void end_searches();

  Port& port_;
  const GameState& game_;
  const FreezeTalk& freezes_;
  GuiTalk& gui_;
  const Environment& environment_;
  PonderGuesses guesses_;
  LatenessProbe probe_;
  GameMemory memory_;
  SessionRecord record_;
  std::uint64_t games_ = 0;  ///< forgotten: without a seed of the user's each has its own chances
  std::unique_ptr<Round> round_;
  std::unique_ptr<MateRound> mate_round_;
};

}  // namespace gougi::relay
