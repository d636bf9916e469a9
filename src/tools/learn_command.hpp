// SPDX-License-Identifier: MIT
// `gougi learn`, `gougi-engine learn` and a typed `learn`: a network from teacher positions.
#pragma once

#include <string>
#include <vector>

namespace gougi::tools {

/// `name`: as it was called, for help and complaints; `words` follow it. Gives the exit code.
int learn_command(const std::string& name, const std::vector<std::string>& words);

}  // namespace gougi::tools
