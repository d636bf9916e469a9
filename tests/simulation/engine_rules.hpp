// SPDX-License-Identifier: MIT
// What an engine may be told and when: the strictest reading of USI, seen from the host that speaks
// (the mirror image of transcript::StrictGui). It hears both directions of one conversation as the
// session does, over restarts, and complains of every line that some real engine would misread or
// die of. It judges no times but the ones told with `go`, and no silence but that of one search.
//
// Where a search's bestmove came without a line of thought before it, only the session knows
// whether it takes it: it may as well wait a moment for a better one, or ask for `readyok` behind
// which nothing old can be. Both are in order here.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "simulation/host_search.hpp"
#include "simulation/model_engine.hpp"
#include "simulation/position_book.hpp"
#include "usi/answer.hpp"
#include "usi/command.hpp"

namespace gougi::simulation {

/// What an engine is asked for a search of the GUI's.
enum class Work : std::uint8_t {
  kPosition,  ///< the position itself: a vote, or its mate
  kReply,     ///< the position after a candidate move
  kPvMate,    ///< a mate in a position of a pv
  kGuess,     ///< another reply of the opponent's than the one that the GUI ponders on
};

class EngineRules {
 public:
  enum class State : std::uint8_t {
    kGone,
    kStarting,  ///< StartChild was given, no word may be said yet
    kRuns,      ///< to be greeted
    kGreeted,   ///< `usi` said
    kDeclared,
    kLoading,
    kIdle,
    kAnswered,  ///< as kIdle, or that was not its answer and it searches on
    kSearching,
  };
  /// Something the session was told to give this engine before it works: name -> value.
  using Options = std::map<std::string, std::string, std::less<>>;

  explicit EngineRules(const Character& character) : character_(character) {}

  /// The whole machine slept.
  void slept(base::Duration span) {
    asleep_ += span;
    asleep_since_heard_ += span;
  }
  /// The GUI has said `usinewgame`: it is to be told before its next search. Or `gameover`.
  void game_begins() { in_game_ = new_game_due_ = true; }
  void game_ends() { in_game_ = new_game_due_ = false; }

  /// Whether the present rule of consensus compares lines: then MultiPV may be more than the user
  /// wants, and not otherwise.
  void lines_are_wanted(bool wanted) { lines_wanted_ = wanted; }

  // The process. Each gives a complaint or "".
  std::string is_started();
  void runs() { state_ = State::kRuns; }
  std::string is_killed();
  void gone();

  /// A line that the session says to it; `wanted` are the options it must know by now.
  std::string told(std::string_view line, base::TimePoint now, const Options& wanted);
  /// A line of its own that reaches the session. Returns what it means there: the answer to the
  /// search that runs, or nothing.
  struct Heard {
    std::optional<usi::BestMoveAnswer> best_move;
    std::optional<usi::CheckMateAnswer> checkmate;
    std::optional<usi::InfoView> info;  ///< of the running search
    bool mate_search = false;           ///< the search that it belongs to was `go mate`
    bool stopped = false;               ///< … and was told to stop
    bool unreadable = false;            ///< its answer, and it is none
    bool ready_ok = false;              ///< all that it was asked before is behind it
    shogi::PieceType made_under{};      ///< 7g7fZG: what its answer says was frozen
    bool old = false;                   ///< in truth the one answer to an older search
    bool out_of_step = false;           ///< … which has been plain to see since before
    int round = 0;                      ///< the GUI's search for which it was asked; 0: for none
    Work work = Work::kPosition;        ///< … and what was asked
  };
  /// `known`: the position that it was told last; `origin`: what the line is in truth.
  Heard heard(std::string_view line, base::TimePoint now = {}, const KnownPosition* known = nullptr,
              Origin origin = {});

  State state() const { return state_; }
  bool alive() const { return state_ != State::kGone; }
  bool ready() const { return !killed_ && (state_ == State::kIdle || state_ == State::kAnswered); }
  bool searching() const { return !killed_ && state_ == State::kSearching; }
  /// It is not there, or it owes its `readyok`: nothing can be asked of it yet.
  bool is_absent() const { return killed_ || state_ <= State::kLoading; }
  bool dying() const { return killed_; }
  /// It searches, and has been told to stop.
  bool stopped() const { return searching() && stopped_; }
  /// Somebody may still wait for its answer.
  bool at_work(base::TimePoint now) const;
  /// It searches and has said nothing for longer than any engine should be waited for.
  bool silent_too_long(base::TimePoint now) const;
  /// It searches, or may do so behind its answer, and has been told to stop.
  bool is_ending() const { return stopped_ && (searching() || may_search_on()); }
  /// Searches on, deaf, so long after `stop` that it should have been given up.
  bool overdue(base::TimePoint now) const;
  bool dismissed() const { return quit_; }
  /// After told("go …"): of which GUI's search it is part, and as what.
  void work_for(int round, Work work) {
    round_ = round;
    work_ = work;
  }
  int round() const { return searching() ? round_ : 0; }
  /// The same, also of what may have answered; see at_work().
  int last_round() const { return round_; }
  Work work() const { return work_; }
  const Character& character() const { return character_; }
  /// It answered by itself and could have used so much more time. `certain`: by an answer that can
  /// be read, of which the session will learn.
  void left_unused(base::Milliseconds time, bool certain = true);
  /// What it may be told beyond its time: it left that unused in each of its last searches, whether
  /// the session has taken its doubtful answers or not.
  base::Milliseconds least_unused() const;
  /// The `position` line of the search that began last, and its limits as they are now.
  const std::string& position() const { return position_; }
  const usi::GoCommand& limits() const { return go_; }

 private:
  std::string freeze_told(std::string_view line) const;
  std::string told_is_ready(base::TimePoint now, const Options& wanted);
  std::string told_go(std::string_view line, const Options& wanted);
  std::string told_option(const usi::SetOptionCommand& command);
  Options defaults() const;
  std::string options_missing(const Options& wanted) const;
  std::string lines_wrong(const Options& wanted) const;
  base::Duration its_share() const;
  bool time_is_for_this_move_alone() const;
  void told_go_to_process(base::TimePoint now);
  void take_info(Heard& heard, std::string_view line, base::TimePoint now,
                 const KnownPosition* known);
  void take_best_move(Heard& heard, const usi::BestMoveAnswer& answer, base::TimePoint now,
                      const KnownPosition* known, Origin origin);
  void take_ready_ok();
  bool may_search_on() const {
    return state_ == State::kAnswered || (state_ == State::kLoading && fencing_);
  }

  const Character& character_;
  State state_ = State::kGone;
  bool killed_ = false;
  bool quit_ = false;
  bool stopped_ = false;
  bool pondering_ = false;
  bool mate_search_ = false;
  bool syncing_ = false;        ///< `isready` to a solver that does not answer `stop`
  bool fencing_ = false;        ///< `isready` behind an answer that may be an old one
  bool ever_ready_ = false;     ///< this process
  bool position_told_ = false;  ///< right before
  bool in_game_ = false;
  bool new_game_due_ = false;
  bool lines_wanted_ = false;
  base::TimePoint stopped_at_{};
  base::Duration asleep_{0};  ///< since then
  int round_ = 0;
  Work work_ = Work::kPosition;
  struct Unused {
    base::Milliseconds time;
    bool doubtful;  ///< an answer that the session may not have taken
  };
  std::deque<Unused> unused_;
  std::string position_;
  usi::GoCommand go_;
  Options options_;  ///< told to this process
  // Of its silence.
  base::TimePoint began_{};
  base::TimePoint heard_at_{};  ///< or when the search began
  base::Duration asleep_since_heard_{0};
  bool talks_ = false;        ///< in this search
  bool shows_lines_ = false;  ///< with moves; likewise
  bool is_quiet_ = false;     ///< this process has answered without a line of moves
  // Of being in step; of this process.
  int gos_ = 0;               ///< told
  int answered_go_ = 0;       ///< the last of these that it has answered in truth
  bool thought_ = false;      ///< in this search: a line that can be of its position
  bool thinks_on_ = false;    ///< it was heard thinking long after its answer
  bool talks_since_ = false;  ///< since its answer
  int with_thoughts_ = 0;     ///< answers in a row
  /// Of these, as many as the session has counted if it took the best of several for the answer;
  /// and before the present search.
  int most_with_thoughts_ = 0;
  int most_before_ = 0;
  int answers_ = 0;                ///< to the search that was told last
  usi::MoveChoice last_choice_{};  ///< the last of them
  bool wordless_ = false;  ///< the first of these came without a line of thought, against its habit
  bool has_exceptions_ = false;  ///< and it was its only one: such is its habit, too
  bool doubtful_ = false;        ///< plain to see: its last answer was an older search's
};

}  // namespace gougi::simulation
