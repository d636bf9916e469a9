// SPDX-License-Identifier: MIT
// The engine's end of USI, for the bundled engines: a state machine that takes the GUI's lines and
// an Engine that thinks. It owns the protocol's rules (one bestmove per go, nothing while
// pondering, …), so that an Engine is only asked to search. It does no I/O: lines go out through a
// callback.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "shogi/game.hpp"
#include "usi/answer.hpp"
#include "usi/command.hpp"

namespace gougi::usi {

/// What a search may do while it runs. Safe from the search's thread.
class SearchHost {
 public:
  virtual ~SearchHost() = default;
  virtual bool stop_requested() const = 0;
  /// True between `go ponder` and `ponderhit`.
  virtual bool pondering() const = 0;
  /// When the clock of this move began: at `go`, or at `ponderhit`.
  virtual base::TimePoint clock_start() const = 0;
  virtual void info(const InfoAnswer& info) = 0;
};

/// An engine without protocol. One search at a time, on a thread that EngineSide owns.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string name() const = 0;
  virtual std::string author() const = 0;
  virtual std::vector<Option> options() const = 0;
  /// `value` has been normalised against options(). Never during a search.
  virtual void set_option(const std::string& name, const std::string& value) = 0;
  /// Before the first search and after options changed: allocates tables. May be slow.
  virtual void prepare() = 0;
  virtual void new_game() = 0;
  /// Blocks until done or stop_requested(). A search that is done early while pondering or infinite
  /// may return: EngineSide holds the answer back.
  virtual BestMoveAnswer search(const shogi::Game& game, const SearchLimits& limits,
                                SearchHost& host) = 0;
  virtual CheckMateAnswer solve_mate(const shogi::Game& game, const MateLimits& limits,
                                     SearchHost& host) {
    (void)game, (void)limits, (void)host;
    return {MateNotImplemented{}};
  }
  /// Answers d, eval, bench, … ; nothing if the word is unknown.
  virtual std::vector<std::string> query(const QueryCommand& command, const shogi::Game& game) {
    (void)command, (void)game;
    return {};
  }
};

}  // namespace gougi::usi
