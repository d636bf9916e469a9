// SPDX-License-Identifier: MIT
// What the GUI is owed, and whether it gets it: hears both directions of the session's conversation
// with the GUI as the session does, and what the session has heard of its engines, and complains of
// every answer that is missing, late, early, doubled, illegal or built on votes that nobody gave.
// How lines are worded is judged by transcript::StrictGui.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "simulation/engine_rules.hpp"
#include "simulation/position_book.hpp"
#include "transcripts/strict_gui.hpp"

namespace gougi::simulation {

/// What one engine has said in the searches that it made for one of the GUI's: all that may become
/// its vote.
struct Testimony {
  std::set<std::string, std::less<>> choices;  ///< of bestmoves, and heads of its pvs
  std::set<std::string, std::less<>> scores;   ///< centipawns, as text: of exact first lines
  std::set<std::string, std::less<>> printed;  ///< the same, of all lines
  std::optional<usi::BestMoveAnswer> answer;   ///< the first
  std::vector<shogi::Move> mate;               ///< the first line of moves behind `checkmate`
};

/// One `go` of the GUI.
struct HostSearch {
  int number = 0;  ///< 1, 2, … in the order of the GUI's `go`
  KnownPositionPtr position;
  usi::GoCommand go;
  base::TimePoint clock_start{};
  bool mate = false;
  bool held = false;      ///< no answer may come yet
  bool ponder = false;    ///< no ponderhit has come yet
  bool was_ponder = false;
  bool released = false;  ///< `stop` or what means the same: no new `go` takes the answer away
  bool due_now = false;   ///< the answer must come with the event at hand
  std::optional<base::TimePoint> flag;  ///< the answer must be out by then
  std::map<int, Testimony> testimonies;  ///< by child
  std::vector<std::string> table;        ///< the lines of the vote
};

class HostRules {
 public:
  /// `calm`: nothing goes wrong with any engine, so none may be cut short.
  HostRules(int voters, int solvers, base::Milliseconds grace, bool calm);

  /// The whole machine slept: nobody counts that time.
  void slept(base::Duration span);

  /// A line that the GUI says; `position` is what it means if it is a position line.
  void said(std::string_view line, base::TimePoint now, KnownPositionPtr position);
  void hung_up();
  /// A child is set to work for the present search, maybe for a second time: its answer is still
  /// to come.
  void asked_again(int child);
  /// What the session hears of a child, judged by that child's EngineRules.
  void heard_of(int child, const EngineRules::Heard& heard);
  /// A line that the GUI is told. `planned` is when the session wanted to wake up at last before
  /// this event: what comes late although it was planned in time is not the session's fault.
  std::string told(std::string_view line, base::TimePoint now,
                   std::optional<base::TimePoint> planned);
  /// After an event at which the session could look at the clock: is anything overdue?
  /// `plans` is when the session wants to wake up next.
  std::string overdue(base::TimePoint now, bool some_voter_ready,
                      std::optional<base::TimePoint> plans) const;

  /// A child was just told `go`, as `child` shows: was that right? `role` is the child's.
  std::string judge_work(Role role, const EngineRules& child, base::TimePoint now) const;

  /// The search that engines may be set to work for; nullptr if there is none.
  const HostSearch* present() const { return searches_.empty() ? nullptr : &searches_.back(); }
  /// The number of the search that the last bestmove or checkmate answered.
  int answered() const { return answered_; }
  int answers() const { return answers_; }
  bool owes_anything() const {
    return !searches_.empty() || usi_at_ || ready_at_;
  }
  std::string owed() const;

 private:
  void begin(const usi::GoCommand& go, base::TimePoint now);
  void release(base::TimePoint now, bool at_once);
  void start_clock(HostSearch& search, base::TimePoint now) const;
  std::string judge_time(const HostSearch& search, base::TimePoint now,
                         std::optional<base::TimePoint> planned) const;
  std::string judge_best_move(const HostSearch& search, std::string_view line) const;
  std::string judge_resignation(const HostSearch& search) const;
  std::string judge_declaration(const HostSearch& search) const;
  std::string judge_table(const HostSearch& search) const;
  std::string judge_info(std::string_view line) const;
  bool has_time_for_all(const HostSearch& search) const;
  std::string judge_checkmate(const HostSearch& search, std::string_view line) const;
  bool is_reserve(int child) const { return child == voters_ + solvers_; }
  bool is_solver(int child) const { return child >= voters_ && !is_reserve(child); }
  bool proven_mate(const HostSearch& search, shogi::Move move) const;

  int voters_;
  int solvers_;
  base::Milliseconds grace_;
  bool calm_;
  transcript::StrictGui wording_;
  KnownPositionPtr position_;
  std::deque<HostSearch> searches_;  ///< not answered yet
  int last_number_ = 0;
  int answered_ = 0;
  int answers_ = 0;
  std::optional<base::TimePoint> usi_at_;
  std::optional<base::TimePoint> ready_at_;
};

}  // namespace gougi::simulation
