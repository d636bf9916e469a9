// SPDX-License-Identifier: MIT
// `gougi match compare A.db B.db`: two matches side by side, and what the difference of their
// results is worth. For match_command.cpp alone.
#pragma once

#include <string>
#include <vector>

namespace gougi::tools {

/// `words`: the two files. The exit code.
int compare_matches(const std::vector<std::string>& words);

}  // namespace gougi::tools
