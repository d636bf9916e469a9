// SPDX-License-Identifier: MIT
// Lets a USI engine think about positions, one after the other, and takes its best lines as the
// candidates of a book. Any USI engine will do, the relay included. Each position begins a new
// game, so that what it is found to be does not depend on those before it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "book/entry.hpp"
#include "shogi/types.hpp"
#include "usi/limits.hpp"

namespace gougi::tools {

struct ThinkOrder {
  std::filesystem::path engine;
  std::filesystem::path directory;  ///< in which it runs; empty: ours
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> wishes;   ///< set where it has such an option
  std::vector<std::pair<std::string, std::string>> options;  ///< it must have them
  int lines = 3;                                             ///< how many candidates (MultiPV)
  usi::SearchLimits limits;
  std::filesystem::path stop_file;  ///< once it is there, as an interruption; empty: none
};

struct Thought {
  std::string position_line;  ///< the whole `position …` line
  shogi::Position position;
};

enum class ThinkEnd { kThrough, kInterrupted, kEngineLost };

/// What is told while it thinks. All are called from think_all's own loop.
struct ThinkListener {
  /// False: no more is wanted.
  std::function<bool(std::size_t index, std::vector<book::Candidate> candidates)> on_thought;
  std::function<void()> on_tick;       ///< every second or so
  std::function<void()> on_finishing;  ///< Ctrl-C: the position at hand is the last
  std::function<bool()> should_stop;   ///< asked ten times a second; true: as an interruption
};

/// Thinks about all positions in turn and returns when done. Ctrl-C ends it behind the position at
/// hand and is no error. An engine that fails is an error. `end` says so.
base::Result<void> think_all(const ThinkOrder& order, const std::vector<Thought>& positions,
                             const ThinkListener& listener, ThinkEnd& end);

}  // namespace gougi::tools
