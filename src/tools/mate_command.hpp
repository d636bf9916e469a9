// SPDX-License-Identifier: MIT
// The subcommand `gougi mate`: solves files of mate problems, and makes such files. Used by the
// gougi main only.
#pragma once

#include <string>
#include <vector>

#include "mate/solver.hpp"

namespace gougi::tools {

/// Runs `mate solve FILE…` or `mate generate`; `words` are those after "mate", `advice` is told of
/// the tables' memory. Results go to stdout, progress and complaints to stderr. Blocks until done.
/// Returns the exit status: 0; 1 if a file could not be read or written, a proof did not hold or
/// the memory was not enough; 2 for a bad command line.
int mate_command(const std::vector<std::string>& words, mate::MemoryAdvice advice);

}  // namespace gougi::tools
