// SPDX-License-Identifier: MIT
// From a usi::Engine, or whatever else speaks in lines, to a program: standard input and output
// around it. All of an engine's main but its name.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/word_help.hpp"
#include "cli/words.hpp"
#include "engines/command_list.hpp"
#include "engines/debug_log.hpp"
#include "usi/engine.hpp"
#include "usi/engine_event.hpp"

namespace gougi::cli {
class App;
}

namespace gougi::engines {

/// One who hears lines and answers in lines. All of it is for one thread.
class Speaker {
 public:
  /// To be called, from any thread, when next() may have something that it had not before.
  using Wake = std::function<void()>;

  virtual ~Speaker() = default;
  virtual void line(std::string_view text) = 0;
  /// There will be no more lines.
  virtual void eof() = 0;
  /// What there is to say, in order; to be asked until there is nothing. DialogueOver ends the
  /// program.
  virtual std::optional<usi::DialogueEvent> next() = 0;
  /// Whether an answer is still to come.
  virtual bool is_busy() = 0;
};

/// What a program adds to the command line that all engines have.
using Declare = std::function<void(cli::App& app)>;

/// What the commands on a command line have to be.
struct Vocabulary {
  std::vector<std::string_view> known;  ///< their first words
  JudgeCommand judge;                   ///< of the rest
  std::vector<base::WordHelp> help;     ///< of the known ones
};

/// As run_engine, for another protocol. `name` is what errors of the command line begin with.
[[noreturn]] void run_speaker(
    const std::string& name,
    const std::function<std::unique_ptr<Speaker>(const Speaker::Wake& wake)>& make,
    cli::Words words, Vocabulary vocabulary, DebugLog* log = nullptr, const Declare& declare = {});

/// Speaks USI on stdin and stdout until `quit` or the end of input, then ends the process.
/// Commands in `words` (see command_list.hpp) come first, each when the one before is done; without
/// a file among them they are all. `own`: what its query() answers, of the words that not every
/// engine knows. `log` is told every line. `declare`: what else the program's --help lists.
[[noreturn]] void run_engine(std::unique_ptr<usi::Engine> engine, const cli::Words& words,
                             const std::vector<std::string_view>& own = {}, DebugLog* log = nullptr,
                             const Declare& declare = {});

}  // namespace gougi::engines
