// SPDX-License-Identifier: MIT
// gougi learn: a network from teacher positions.
#pragma once

#include <string>
#include <vector>

namespace gougi::app {

/// `words` follow `learn`; gives the exit code.
int learn_command(const std::vector<std::string>& words);

}  // namespace gougi::app
