// SPDX-License-Identifier: MIT
// The subcommand `gougi data add|list|verify|shuffle INDEX …`: a catalogue of files of teacher
// positions and of decisions. Used by the gougi main only; one thread.
#pragma once

#include <string>
#include <vector>

namespace gougi::tools {

/// `words`: what follows the word data. Returns the exit status: 0, 1 where a file is not what it
/// was, 2 for words or files that cannot be used.
int data_command(const std::vector<std::string>& words);

}  // namespace gougi::tools
