// SPDX-License-Identifier: MIT
// What an engine may be told and when: the strictest reading of USI, seen from the host that speaks
// (the mirror image of transcript::StrictGui). It hears both directions of one conversation as the
// session does, over restarts, and complains of every line that some real engine would misread or
// die of. It judges no times but the ones told with `go`.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "simulation/model_engine.hpp"
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
    kSearching,
  };
  /// Something the session was told to give this engine before it works: name -> value.
  using Options = std::map<std::string, std::string, std::less<>>;

  explicit EngineRules(const Character& character) : character_(character) {}

  /// The whole machine slept.
  void slept(base::Duration span) { asleep_ += span; }
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
    int round = 0;                      ///< the GUI's search for which it was asked; 0: for none
    Work work = Work::kPosition;        ///< … and what was asked
  };
  Heard heard(std::string_view line);

  State state() const { return state_; }
  bool alive() const { return state_ != State::kGone; }
  bool ready() const { return state_ == State::kIdle; }
  bool searching() const { return state_ == State::kSearching; }
  bool dying() const { return killed_; }
  /// It searches, and has been told to stop.
  bool stopped() const { return searching() && stopped_; }
  /// Searches on, deaf, so long after `stop` that it should have been given up.
  bool overdue(base::TimePoint now) const;
  bool dismissed() const { return quit_; }
  /// After told("go …"): of which GUI's search it is part, and as what.
  void work_for(int round, Work work) {
    round_ = round;
    work_ = work;
  }
  int round() const { return searching() ? round_ : 0; }
  Work work() const { return work_; }
  const Character& character() const { return character_; }
  /// It answered by itself and could have used so much more time.
  void left_unused(base::Milliseconds time) { unused_[next_unused_++ % unused_.size()] = time; }
  /// What it may be told beyond its time: it left that unused in each of its last searches.
  base::Milliseconds least_unused() const {
    return std::max(base::Milliseconds(0), *std::ranges::min_element(unused_));
  }
  /// The `position` line of the search that began last, and its limits as they are now.
  const std::string& position() const { return position_; }
  const usi::GoCommand& limits() const { return go_; }

 private:
  std::string freeze_told(std::string_view line) const;
  std::string told_is_ready(base::TimePoint now, const Options& wanted);
  std::string told_go(std::string_view line, const Options& wanted);
  std::string told_option(const usi::SetOptionCommand& command);
  std::string options_missing(const Options& wanted) const;
  std::string lines_wrong(const Options& wanted) const;
  bool is_old_answer(const usi::BestMoveAnswer& answer) const;

  const Character& character_;
  State state_ = State::kGone;
  bool killed_ = false;
  bool quit_ = false;
  bool stopped_ = false;
  bool pondering_ = false;
  bool mate_search_ = false;
  bool syncing_ = false;        ///< `isready` to a solver that does not answer `stop`
  bool ever_ready_ = false;     ///< this process
  bool position_told_ = false;  ///< right before
  bool in_game_ = false;
  bool new_game_due_ = false;
  bool lines_wanted_ = false;
  base::TimePoint stopped_at_{};
  base::Duration asleep_{0};  ///< since then
  int round_ = 0;
  Work work_ = Work::kPosition;
  std::array<base::Milliseconds, 6> unused_{};
  std::size_t next_unused_ = 0;
  std::string position_;
  usi::GoCommand go_;
  std::optional<usi::BestMoveAnswer> last_answer_;  ///< of this process
  Options options_;                                 ///< told to this process
};

}  // namespace gougi::simulation
