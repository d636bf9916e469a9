// SPDX-License-Identifier: MIT
// `gougi book …`, and `gougi-engine makebook …`: makes, merges, sorts and shows opening books.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gougi::tools {

/// `name` is how the program was called, for its messages; `thinker` is the engine of `think`
/// unless another is named. The exit code: 0; 1 if it could not be done, or if something was
/// skipped and
/// `--strict` is given; 2 if the words make no sense.
int book_command(const std::string& name, const std::vector<std::string>& words,
                 const std::filesystem::path& thinker);

}  // namespace gougi::tools
