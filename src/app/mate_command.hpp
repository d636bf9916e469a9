// SPDX-License-Identifier: MIT
// The subcommand `gougi mate`: solves files of mate problems. Used by the gougi main only; one
// thread.
#pragma once

#include <string>
#include <vector>

#include "mate/solver.hpp"

namespace gougi::app {

/// Runs `mate solve FILE…`; `words` are those after "mate", `advice` is told of the table's memory.
/// Results go to stdout, progress and complaints to stderr. Returns the exit status: 0; 1 if a file
/// could not be read or a proof did not hold; 2 for a bad command line.
int mate_command(const std::vector<std::string>& words, mate::MemoryAdvice advice);

}  // namespace gougi::app
