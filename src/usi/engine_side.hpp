// SPDX-License-Identifier: MIT
// The engine's end of USI, for the bundled engines: a state machine that takes the GUI's lines,
// each with its time, and what the engine says, and gives events (engine_event.hpp), which the
// owner takes by next(). It keeps the protocol's rules (one bestmove per go, nothing while
// pondering, …), so that an Engine is only asked to search, and gives the engine one task at a
// time. No I/O, no clock, no thread, nobody is called; LiveEngine is this with an Engine on a
// thread.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/clock.hpp"
#include "shogi/game.hpp"
#include "usi/answer.hpp"
#include "usi/command.hpp"
#include "usi/engine_event.hpp"

namespace gougi::usi {

/// What an engine says of itself at `usi`.
struct EngineCard {
  std::string name;
  std::string author;
  std::vector<Option> options;
  FreezeAbility freezes = FreezeAbility::kNone;
};

/// The state machine. Its rules, where USI leaves a choice:
/// - Every `go` is answered by exactly one bestmove (`go mate`: one checkmate), in their order. One
///   that another `go` overtakes is stopped and answers at once, as it may have done a moment
///   before: so who sends several in one burst gets one answer each. But one that could not have
///   been answered yet, as it waits for `stop` or `ponderhit`, is dropped in silence.
/// - `go ponder`, `go infinite` and `go … wait_stop` are not answered before `stop`, `ponderhit`
///   (ponder only), or an end of the game.
/// - `gameover`, `usinewgame` and `isready` during a search stop it and it answers at once, before
///   the readyok; so do `quit` and the end of input. `isready` after `gameover` begins a new game
///   too, since `usinewgame` may be missing.
/// - Options set during a search hold from the next one on.
/// - `NAME VALUE`, where NAME is an option's (USI_ may be left out), sets it: for people.
/// - A position that cannot be read is reported by an info string, and the `go` after it is
///   answered by `resign` (`go mate`: `timeout`): playing on in another position would be worse.
/// - Freeze shogi: what the engine can do is said at `usi` unless it is NONE. With NONE a position
///   of it is one that cannot be read, and FREEZENUM is nothing; with IGNORE the engine gets the
///   game without freezes, and its answer is judged by ordinary rules; with the other words it
///   gets the game as it is. Where an option WriteFrozen is true, moves that are made under a
///   freeze say so (frozen_marks.hpp).
/// - An engine that may break the rules is asked even there, and its bestmove is not judged.
/// - Else a bestmove that is not legal is replaced by the last pv's move or any legal one, with an
///   info string; so is a `resign` in `go infinite` while a legal move exists. A ponder move that
///   is not legal is left out, and a mate whose moves do not mate becomes `timeout`.
class EngineSide {
 public:
  explicit EngineSide(EngineCard card);

  /// What came of everything so far, in order; to be asked for after every line(), eof() and
  /// take(), until there is nothing.
  std::optional<EngineEvent> next();

  /// One line of the GUI, without its end, which came at `now`. What comes behind `quit` is not
  /// heard. What was asked before it (a readyok, the bestmove of the search that ends) is answered.
  void line(std::string_view text, base::TimePoint now);
  /// The GUI is gone: as `quit`.
  void eof();
  /// What the engine says while it is at the task that was given last, or that it is done with it.
  void take(const EngineNews& news);

  /// Whether something is still to be done before the GUI has to speak again: a search that waits
  /// for `stop` or `ponderhit` alone is not.
  bool is_busy() const;

 private:
  struct Prepare {  // an isready
    bool after_a_game = false;
  };
  struct NewGame {};
  struct SetOption {
    SetEngineOption task;
    bool begun = false;
  };
  struct Query {
    AskEngine task;
    bool begun = false;
  };
  struct Search {
    std::shared_ptr<EngineSearch> search;
    bool begun = false;
    Move last_pv_move{};                // the first move of the last pv it sent; none: it has not
    std::optional<Answer> answer = {};  // held back until it may go out
  };
  using Lines = std::vector<std::string>;  // to be said behind the queries before it
  using Job = std::variant<Prepare, NewGame, SetOption, Query, Search, Lines>;
  enum class HowToEnd { kAnswer, kOvertake };

  // Commands.
  void on(const UsiCommand& command, base::TimePoint now);
  void on(const IsReadyCommand& command, base::TimePoint now);
  void on(const SetOptionCommand& command, base::TimePoint now);
  void on(const NewGameCommand& command, base::TimePoint now);
  void on(const PositionCommand& command, base::TimePoint now);
  void on(const GoCommand& command, base::TimePoint now);
  void on(const StopCommand& command, base::TimePoint now);
  void on(const PonderHitCommand& command, base::TimePoint now);
  void on(const GameOverCommand& command, base::TimePoint now);
  void on(const QuitCommand& command, base::TimePoint now);
  void on(const QueryCommand& command, base::TimePoint now);
  void on(const FreezeNumCommand& command, base::TimePoint now);
  void on(const UnknownCommand& command, base::TimePoint now);
  void hear(std::string_view text, base::TimePoint now);
  Lines getoption(std::string_view name) const;
  std::vector<Option>::const_iterator find_option(std::string_view name) const;
  void set_option(const Option& option, std::string_view value);
  base::Result<shogi::Game> by_ability(shogi::Game game) const;
  void end_search(HowToEnd how);
  void say_in_turn(Lines lines);

  // Jobs (engine_side_jobs.cpp). What is true of go_on_with(): the job is done.
  void advance();
  bool go_on_with(const Prepare& job);
  bool go_on_with(const NewGame& job);
  bool go_on_with(SetOption& job);
  bool go_on_with(Query& job);
  bool go_on_with(Search& job);
  bool go_on_with(const Lines& lines);
  bool gives_preparation();
  bool gives_new_game();
  void give(EngineTask task);
  void take_one(const EngineInfo& news);
  void take_one(const EngineMessage& news);
  void take_one(const EngineWarning& news);
  void take_one(const EngineReply& news);
  void take_one(const EngineDone& news);
  Search* running_search();
  Answer judged(Search& job, const EngineDone& done);
  Answer judged_move(Search& job, const EngineDone& done);
  void say_info(Search* job, const InfoAnswer& info);
  void say_message(const Search& job, std::string_view text);

  /// A line about the position of `game`.
  void say_of(const shogi::Game* game, std::string_view line);
  void say(std::string_view line) { events_.emplace_back(ToGui{std::string(line)}); }
  void complain(std::string_view text) { say(info_string(text)); }

  const EngineCard card_;
  std::deque<EngineEvent> events_;

  FreezeAbility freezes_;                           // as last set
  bool writes_frozen_ = false;                      // likewise
  std::vector<std::string> values_;                 // by the index of the options
  std::vector<std::string> unknown_options_;        // each is complained of once
  std::shared_ptr<const shogi::Game> game_;         // null: the last position could not be read
  std::shared_ptr<const PositionCommand> unruled_;  // that position, if only the rules forbid it
  bool game_over_ = false;                          // and no usinewgame or isready since
  shogi::FreezeCounts freeze_counts_{};             // FREEZENUM

  std::deque<Job> jobs_;                  // the first is the one that is done
  bool engine_works_ = false;             // on a task of that job
  std::shared_ptr<EngineSearch> active_;  // the last `go`, until it is answered or dropped
  std::size_t queries_ = 0;               // among the jobs
  bool prepared_ = false;
  bool fresh_ = false;  // nothing was searched since the last BeginGame
  bool quit_ = false;
  bool is_over_ = false;
};

}  // namespace gougi::usi
