// SPDX-License-Identifier: MIT
// Reads what the relay wrote, line by line: logs and files of decisions, with the older parts that
// rotation left beside them (x.2.log, x.1.log, x.log). Used by the commands that look back.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace gougi::tools {

/// What for_each_line reads for `file`, which is the last, oldest first.
std::vector<std::filesystem::path> parts_of(const std::filesystem::path& file);

/// An error, which names the file, if one of them (with its older parts) has no byte. What cannot
/// be looked at is left to who reads it.
base::Result<void> check_not_empty(const std::vector<std::filesystem::path>& files);

/// Calls `use` with every line, without its end, oldest first, empty ones aside. An error of `use`
/// ends it and comes back with file and line before it, but for a last line that was cut off in the
/// middle, which a relay that was killed leaves behind.
base::Result<void> for_each_line(const std::filesystem::path& file,
                                 const std::function<base::Result<void>(std::string_view)>& use);

}  // namespace gougi::tools
