// SPDX-License-Identifier: MIT
// `gougi learn`, `gougi-engine learn` and a typed `learn`: a network from teacher positions.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace gougi::tools {

/// `name`: as it was called, for help and complaints; `words` follow it. Gives the exit code.
/// `stop` is asked while it learns; true ends it as an interruption does.
int learn_command(const std::string& name, const std::vector<std::string>& words,
                  const std::function<bool()>& stop = {});

}  // namespace gougi::tools
