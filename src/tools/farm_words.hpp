// SPDX-License-Identifier: MIT
// Whether words of gougi that do a part of a job make sense, without running them: so that who has
// a job done in parts hears of a mistake at once, and not from each part. Used by farm_command.cpp
// only.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace gougi::tools {

/// `names` of the command, such as mate solve; `words` behind them, those that do a part among
/// them, of which `part_file` is one. The error says which word makes no sense, or which file that
/// is to be read is not there.
base::Result<void> check_farmed_words(const std::vector<std::string>& names,
                                      const std::vector<std::string>& words,
                                      const std::string& part_file);

}  // namespace gougi::tools
