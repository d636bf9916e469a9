// SPDX-License-Identifier: MIT
// What an engine of ours is: one that only thinks. It knows no protocol; EngineSide keeps the rules
// of USI for it, and LiveEngine calls it, from one thread of its own.
#pragma once

#include <optional>
#include <string>
#include <string_view>
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
/// the start) are called from one thread, which LiveEngine owns, one call at a time. What is thrown
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

}  // namespace gougi::usi
