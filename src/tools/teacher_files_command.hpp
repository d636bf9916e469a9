// SPDX-License-Identifier: MIT
// `gougi selfplay stat|merge|shuffle|split …`: what files of teacher positions hold, and files made
// of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gougi::tools {

/// Carries out `words` if the first of them is one of these: its exit code. Otherwise nothing.
std::optional<int> teacher_files_command(const std::vector<std::string>& words);

}  // namespace gougi::tools
