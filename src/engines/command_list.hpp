// SPDX-License-Identifier: MIT
// USI commands given to an engine on its command line, `position startpos, go byoyomi 1000`, or in
// a file, `file commands.txt`.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace gougi::engines {

/// What is wrong with a line whose first word is known.
using JudgeCommand = std::function<base::Result<void>(std::string_view line)>;

struct CommandList {
  std::deque<std::string> lines;
  /// Standard input has more: without commands, or with those of a file.
  bool reads_on = false;
};

/// `arguments` without the program's name. The error names a file that cannot be read, or a command
/// that is none of `known`, of which there are any where it is empty: what comes from a file or a
/// GUI is passed over, but a person has mistyped it. So is one of which `judge` says that what
/// stands behind its first word makes no sense.
base::Result<CommandList> command_list(const std::vector<std::string>& arguments,
                                       const std::vector<std::string_view>& known = {},
                                       const JudgeCommand& judge = {});

}  // namespace gougi::engines
