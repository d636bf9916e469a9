// SPDX-License-Identifier: MIT
// What the GUI is owed, and whether it gets it: hears both directions of the session's conversation
// with the GUI as the session does, and what the session has heard of its engines, and complains of
// every answer that is missing, late, early, doubled, or wrong by VoteRules. How lines are worded
// is judged by transcript::StrictGui.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "simulation/engine_rules.hpp"
#include "simulation/host_search.hpp"
#include "simulation/vote_rules.hpp"
#include "simulation/work_rules.hpp"
#include "transcripts/strict_gui.hpp"

namespace gougi::simulation {

class HostRules {
 public:
  /// `settings` must outlive it. `calm`: nothing goes wrong with any engine, so none may be cut
  /// short.
  HostRules(const settings::RelaySettings& settings, bool calm);

  /// The whole machine slept: nobody counts that time.
  void slept(base::Duration span);

  /// A line that the GUI says; `position` is what it means if it is a position line.
  void said(std::string_view line, base::TimePoint now, KnownPositionPtr position);
  void hung_up();
  /// A child is set to work for the present search, maybe for a second time: its answer is still
  /// to come.
  void asked(int child, const Character& character, const WorkRules::Judgement& judged,
             base::TimePoint now);
  /// A child is told to stop.
  void stopped(int child, base::TimePoint now);
  /// A child is asked for `readyok` while a search waits for it, or was and has not answered.
  void fenced(int child, const Character& character) {
    if (searches_.empty()) return;
    searches_.back().fenced.insert(child);
    if (character.mirror) searches_.back().fenced_mirrors.insert(character.seat);
  }
  /// The child is absent in the moment in which the search begins.
  void absent(int child) {
    if (!searches_.empty()) searches_.back().absent.insert(child);
  }
  /// A child that guessed the reply goes on thinking for the present search.
  void guessed(int child);
  /// The search that ended last, and when.
  int ended() const { return ended_; }
  base::TimePoint ended_at() const { return ended_at_; }
  /// What is left of the time when a child answers by itself that could have used it all; nothing:
  /// it could not.
  std::optional<base::Milliseconds> unused_by(const EngineRules::Heard& heard,
                                              const Character& character,
                                              base::TimePoint now) const;
  /// The GUI has said `stop`: what was asked later was asked for a moment.
  bool is_released(int round) const;
  /// What the session hears of a child, judged by that child's EngineRules.
  void heard_of(int child, const EngineRules::Heard& heard);
  /// A line that the GUI is told. `planned` is when the session wanted to wake up at last before
  /// this event: what comes late although it was planned in time is not the session's fault.
  std::string told(std::string_view line, base::TimePoint now,
                   std::optional<base::TimePoint> planned);
  /// A line for the file of decisions, which follows its bestmove.
  std::string recorded(std::string_view json);
  bool some_recorded() const { return records_ > 0; }
  bool all_recorded() const { return records_ == best_moves_; }
  /// After an event at which the session could look at the clock: is anything overdue?
  /// `plans` is when the session wants to wake up next.
  std::string overdue(base::TimePoint now, bool all_voters_ready,
                      std::optional<base::TimePoint> plans) const;

  /// The search that engines may be set to work for; nullptr if there is none.
  const HostSearch* present() const { return searches_.empty() ? nullptr : &searches_.back(); }
  /// How many moves' clocks have begun to run, and the time on the last of them.
  int clocks_begun() const { return clocks_begun_; }
  base::Milliseconds present_clock() const { return present_clock_; }
  /// The number of the search that the last bestmove or checkmate answered.
  int answered() const { return answered_; }
  int answers() const { return answers_; }
  /// Of the search that was answered last, as far as they were shown.
  int votes_of_last() const { return static_cast<int>(last_.table.size()); }
  bool owes_anything() const { return !searches_.empty() || usi_at_ || ready_at_; }
  std::string owed() const;

 private:
  void begin(const usi::GoCommand& go, base::TimePoint now);
  void drop(base::TimePoint now);
  void begin_waiting(base::TimePoint now);
  void release(base::TimePoint now, bool at_once);
  void start_clock(HostSearch& search, base::TimePoint now);
  std::string judge_time(const HostSearch& search, base::TimePoint now,
                         std::optional<base::TimePoint> planned) const;
  std::string judge_info(std::string_view line) const;
  static bool is_false_note(const HostSearch& search, const EngineRules::Heard& heard);
  static void take_info(Testimony& testimony, const usi::InfoView& info);

  const settings::RelaySettings& settings_;
  std::optional<settings::Budget> budget_set_;  ///< by the GUI
  base::Milliseconds grace_;
  const consensus::Strategy* strategy_;
  VoteRules votes_;
  transcript::StrictGui wording_;
  KnownPositionPtr position_;
  std::deque<HostSearch> searches_;  ///< not answered yet
  int last_number_ = 0;
  int answered_ = 0;
  int answers_ = 0;
  std::map<int, Testimony> guesses_;  ///< by child: what it says of another reply
  int ended_ = 0;
  base::TimePoint ended_at_{};
  HostSearch last_;  ///< answered last
  std::string last_answer_;
  int best_moves_ = 0;
  int clocks_begun_ = 0;
  base::Milliseconds present_clock_{0};
  int records_ = 0;
  std::optional<base::TimePoint> usi_at_;
  std::optional<base::TimePoint> ready_at_;
  base::Milliseconds longest_ready_;
};

}  // namespace gougi::simulation
