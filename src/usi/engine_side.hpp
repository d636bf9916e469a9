// SPDX-License-Identifier: MIT
// The engine's end of USI, for the bundled engines: a state machine that takes the GUI's lines and
// an Engine that thinks. It owns the protocol's rules (one bestmove per go, nothing while
// pondering, …), so that an Engine is only asked to search. It does no I/O: lines go out through a
// callback. One thread calls on_line() and on_eof(); the search runs on a thread of its own, and
// on_line() only ever hands work to it, so that `stop` is never in anybody's way.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

#include "base/clock.hpp"
#include "shogi/game.hpp"
#include "usi/answer.hpp"
#include "usi/command.hpp"

namespace gougi::usi {

/// What a search may do while it runs. Safe from any thread.
class SearchHost {
 public:
  virtual ~SearchHost() = default;
  /// The search shall return at once, with the best it has. Cheap: one relaxed atomic load.
  virtual bool stop_requested() const = 0;
  /// True between `go ponder` and `ponderhit`: the clock does not run. Cheap. Once it is false,
  /// clock_start() and limits() are those of the ponderhit.
  virtual bool pondering() const = 0;
  /// When the clock of this move began: at `go`, or at `ponderhit`.
  virtual base::TimePoint clock_start() const = 0;
  /// The limits in force: those of `go`, with the clocks of a `ponderhit` that brought its own.
  /// A copy under a lock: read it at the start and when pondering() turns false, not at each node.
  virtual SearchLimits limits() const = 0;
  /// Sends an info line. Nothing is sent once the search was dropped because of another `go`.
  virtual void info(const InfoAnswer& info) = 0;
  /// Sends `info string <text>`, made harmless (see info_string in answer.hpp).
  virtual void message(std::string_view text) = 0;
};

/// An engine without protocol. All but name(), author(), options() and freezes() (asked once, at
/// the start) are called from one thread, which EngineSide owns, one call at a time. What is thrown
/// ends the search, not the process: EngineSide then answers with the last pv or any legal move.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string name() const = 0;
  virtual std::string author() const = 0;
  virtual std::vector<Option> options() const = 0;
  /// `name` is as declared and `value` has been normalised against options() ("true", "64", a
  /// choice as declared, "" for <empty> and for a pressed button). Never during a search.
  virtual void set_option(const std::string& name, const std::string& value) = 0;
  /// At `isready`, and before a search when options changed since (MultiPV between analyses): makes
  /// ready what options ask for. Slow only if something that matters changed (a table's size).
  /// Returns what the user should know of it (a file that cannot be read), a line each.
  virtual std::vector<std::string> prepare() = 0;
  /// A new game: forget the old one. Not called twice without a search in between.
  virtual void new_game() = 0;
  /// Blocks until done or stop_requested(). A search that is done early while pondering, infinite
  /// or wait_stop may return: EngineSide holds the answer back. `limits` is host.limits() at the
  /// start. The last info with a pv before the return begins with the move returned (ShogiHome
  /// records it as the move's comment). `game` is kept until the search returns.
  virtual BestMoveAnswer search(const shogi::Game& game, const SearchLimits& limits,
                                SearchHost& host) = 0;
  /// What it can do in Freeze shogi. The value of a combo option `Freeze` with the five words,
  /// where there is one, takes its place. Of what search() is then given, see EngineSide.
  virtual FreezeAbility freezes() const { return FreezeAbility::kNone; }
  /// Whether the engine plays by rules of its own: what search() chooses is then sent even where
  /// those of shogi forbid it, and a game with such moves goes to search_unruled().
  virtual bool may_break_rules() const { return false; }
  /// As search(), after a `position` that the rules forbid: one of the moves, or the SFEN itself.
  virtual BestMoveAnswer search_unruled(const PositionCommand& position, const SearchLimits& limits,
                                        SearchHost& host) {
    (void)position, (void)limits, (void)host;
    return {Resign{}, std::nullopt};
  }
  /// `go mate`: blocks until done, out of time, or stop_requested() (then MateTimeout).
  virtual CheckMateAnswer solve_mate(const shogi::Game& game, const MateLimits& limits,
                                     SearchHost& host) {
    (void)game, (void)limits, (void)host;
    return {MateNotImplemented{}};
  }
  /// Answers eval, bench, … (d, sfen, side, moves, key, perft, compiler and getoption are answered
  /// by EngineSide): the lines to print; nothing if the word is unknown. May be slow, then it looks
  /// at `host`.
  virtual std::vector<std::string> query(const QueryCommand& command, const shogi::Game& game,
                                         SearchHost& host) {
    (void)command, (void)game, (void)host;
    return {};
  }
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
///   gets the game as it is.
/// - An engine that may break the rules is asked even there, and its bestmove is not judged.
/// - Else a bestmove that is not legal is replaced by the last pv's move or any legal one, with an
///   info string; so is a `resign` in `go infinite` while a legal move exists. A ponder move that
///   is not legal is left out, and a mate whose moves do not mate becomes `timeout`.
class EngineSide {
 public:
  /// `write_line` gets each line without its end, never two at a time, from either thread; it may
  /// block and must not call back.
  EngineSide(std::unique_ptr<Engine> engine, std::function<void(std::string_view)> write_line);
  /// As `quit`; then waits for what runs: as long as the engine takes to return.
  ~EngineSide();
  EngineSide(const EngineSide&) = delete;
  EngineSide& operator=(const EngineSide&) = delete;

  /// Takes one line of the GUI, without its end, which came at `now`. Does not wait for a search.
  /// False: the GUI said quit, and the caller leaves its loop and destroys this object. What was
  /// asked before (a readyok, the bestmove of the search that ends) is still answered.
  bool on_line(std::string_view line, base::TimePoint now = base::Clock::now());
  /// The GUI is gone: as `quit`.
  void on_eof();
  /// Whether something is still to be done before the GUI has to speak again: a search that waits
  /// for `stop` or `ponderhit` alone is not.
  bool is_busy();

 private:
  class Search;
  struct Prepare {  // an isready
    bool after_a_game = false;
  };
  struct NewGame {};
  struct SetOption {
    std::string name;
    std::string value;
  };
  struct Query {
    QueryCommand command;
    std::shared_ptr<Search> host;
  };
  using Lines = std::vector<std::string>;  // to be said behind the queries before it
  using Job = std::variant<Prepare, NewGame, SetOption, Query, Lines, std::shared_ptr<Search>>;
  enum class HowToEnd { kAnswer, kOvertake };

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
  Lines getoption(std::string_view name) const;
  std::vector<Option>::const_iterator find_option(std::string_view name) const;
  void set_option(const Option& option, std::string_view value);
  base::Result<shogi::Game> by_ability(shogi::Game game) const;
  void end_search(HowToEnd how);
  void end_search_locked(HowToEnd how);
  void enqueue(Job job);
  void say_in_turn(Lines lines);

  void work();
  void run(const Prepare& job);
  void run(const NewGame& job);
  void run(const SetOption& job);
  void run(const Query& job);
  void run(const Lines& lines);
  void run(const std::shared_ptr<Search>& search);
  std::vector<std::string> answer(const Query& job);
  Answer think(Search& search);
  void guarded(std::string_view what, const std::function<void()>& call);
  void prepare_if_needed();
  void start_new_game_if_needed();

  void write(std::string_view line);
  void complain(std::string_view text);

  const std::unique_ptr<Engine> engine_;
  const std::string name_;
  const std::string author_;
  const std::vector<Option> options_;

  // Of the protocol thread.
  FreezeAbility freezes_;                           // as last set
  std::vector<std::string> values_;                 // by the index of options_
  std::vector<std::string> unknown_options_;        // each is complained of once
  std::shared_ptr<const shogi::Game> game_;         // null: the last position could not be read
  std::shared_ptr<const PositionCommand> unruled_;  // that position, if only the rules forbid it
  bool game_over_ = false;                          // and no usinewgame or isready since
  shogi::FreezeCounts freeze_counts_{};             // FREEZENUM

  // Of the search thread.
  bool prepared_ = false;
  bool fresh_ = false;  // nothing was searched since new_game()

  std::mutex write_mutex_;
  std::function<void(std::string_view)> write_line_;

  std::mutex mutex_;  // guards what follows; never held while calling the engine or writing
  std::condition_variable wake_;
  std::deque<Job> jobs_;
  std::shared_ptr<Search> active_;  // the last `go`, until it is answered or dropped
  std::shared_ptr<Search> query_;   // the query that runs
  std::size_t queries_ = 0;         // and those that wait
  bool working_ = false;            // on a job
  bool quit_ = false;
  std::thread thread_;  // last: starts when all else is there
};

}  // namespace gougi::usi
