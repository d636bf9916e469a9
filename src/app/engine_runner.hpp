// SPDX-License-Identifier: MIT
// From a usi::Engine to a program: standard input and output around usi::EngineSide. All of an
// engine's main but its name.
#pragma once

#include <memory>

#include "app/debug_log.hpp"
#include "usi/engine_side.hpp"

namespace gougi::app {

/// Speaks USI on stdin and stdout until `quit` or the end of input, then ends the process.
/// Commands in the arguments (see command_list.hpp) come first, each when the one before is done;
/// without a file among them they are all. `log` is told every line.
[[noreturn]] void run_engine(std::unique_ptr<usi::Engine> engine, int argc, const char* const* argv,
                             DebugLog* log = nullptr);

}  // namespace gougi::app
