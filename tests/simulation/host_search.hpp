// SPDX-License-Identifier: MIT
// One `go` of the GUI as the rules of a simulation see it: what was asked, by when, and what the
// engines have said to it so far. Plain values.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "consensus/strategy.hpp"
#include "relay/node_budget.hpp"
#include "settings/relay_settings.hpp"
#include "shogi/types.hpp"
#include "simulation/model_engine.hpp"
#include "simulation/position_book.hpp"
#include "usi/answer.hpp"
#include "usi/command.hpp"

namespace gougi::simulation {

/// What one engine has said in the searches that it made for one of the GUI's: all that may become
/// its vote.
struct Testimony {
  Role role = Role::kVoter;
  int seat = 0;                                ///< of a voter, from 0
  bool mirror = false;                         ///< it stood by for the seat's engine
  int order = 0;                               ///< in which it was first asked, from 1
  base::TimePoint asked_at{};                  ///< first
  base::TimePoint asked_last{};                ///< … and last
  std::set<std::string, std::less<>> choices;  ///< of bestmoves, and heads of its pvs
  std::set<std::string, std::less<>> scores;   ///< centipawns, as text: exact ones
  std::set<std::string, std::less<>> bounds;   ///< heads of pvs with theirs: "7g7f ≥ 23"
  std::set<std::string, std::less<>> printed;  ///< the same, of all lines
  std::set<std::string, std::less<>> asked;    ///< moves whose positions it has searched
  std::set<std::string, std::less<>> lines;    ///< heads of its further pvs
  std::vector<std::string> pvs;                ///< raw words
  std::set<std::string, std::less<>> old;      ///< of bestmoves for older searches, plain to see
  std::string last_choice;                     ///< of its last bestmove
  std::optional<usi::BestMoveAnswer> answer;   ///< the first
  bool has_no_seat = false;                    ///< asked about moves of others alone
  bool one_was_void = false;                   ///< and what came behind it may not have been taken
  bool wordless = false;  ///< its answer came before its first line: of which search nobody knows
  bool contradicted = false;  ///< it gave other answers, too: which was taken nobody knows
  bool voted = false;         ///< has given an answer that can be read, in whichever search
  bool unreadable = false;    ///< its answer is none, or says what is not so, and it gave no other
  bool was_stopped = false;   ///< before it had answered
  std::optional<base::TimePoint> stopped_at;               ///< told to stop in its last search
  usi::FreezeAbility freezes = usi::FreezeAbility::kNone;  ///< as it announced

  /// The move that it voted for, if that is beyond doubt.
  shogi::Move sure_move() const {
    return answer && !contradicted ? answer->move().of_shogi() : shogi::Move();
  }
  std::vector<usi::Move> mate;  ///< the first line of moves behind `checkmate`
};

struct HostSearch {
  int number = 0;  ///< 1, 2, … in the order of the GUI's `go`
  KnownPositionPtr position;
  usi::GoCommand go;
  const consensus::Strategy* strategy = nullptr;  ///< in force when it began
  settings::Budget budget;                        ///< likewise
  base::TimePoint clock_start{};
  bool mate = false;
  bool held = false;   ///< no answer may come yet
  bool waits = false;  ///< for `readyok`; held meanwhile
  /// It waited until the GUI said `stop`: who is ready is asked in that moment.
  std::optional<base::TimePoint> began_at_stop;
  bool ponder = false;  ///< no ponderhit has come yet
  bool was_ponder = false;
  bool released = false;  ///< `stop` or what means the same: no new `go` takes the answer away
  bool due_now = false;   ///< the answer must come with the event at hand
  std::optional<base::TimePoint> flag;   ///< the answer must be out by then
  std::map<int, Testimony> testimonies;  ///< by child
  std::set<int> fenced;                  ///< children that were asked whether they are done
  std::set<int> fenced_mirrors;          ///< … seats whose mirrors were
  std::set<int> absent;                  ///< … of which nothing could be asked when it began
  std::vector<std::string> table;        ///< the lines of the vote

  /// The nodes of the move.
  relay::NodeBudget node_budget() const;
  /// What such an engine is told must be a part of them.
  bool has_part(const Character& character) const;
  const usi::SearchLimits& limits() const { return std::get<usi::SearchLimits>(go.limits); }
  shogi::Color side() const { return position->position.side_to_move(); }
};

/// When the flag falls, counted from the start of the clock; nothing without a clock.
std::optional<base::Milliseconds> time_on_the_clock(const usi::SearchLimits& limits,
                                                    shogi::Color side);
/// Only byoyomi or movetime: nothing of it can be kept for later.
bool is_for_this_move_alone(const usi::SearchLimits& limits, shogi::Color side);

/// Of a choice as it stands behind `bestmove`.
std::string choice_text(const consensus::Choice& choice);
/// "12 ms".
std::string in_ms(base::Duration span);

}  // namespace gougi::simulation
