// SPDX-License-Identifier: MIT
// What a file of data holds: teacher positions, or decisions where its name ends with .jsonl, a
// line each. Used by data_command.cpp only. Blocks; for one thread.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "base/result.hpp"
#include "farm/data_index.hpp"

namespace gougi::tools {

// Kinds of files.
inline constexpr const char* kPositionsKind = "positions";
inline constexpr const char* kDecisionsKind = "decisions";
inline constexpr const char* kDecisionsEnding = ".jsonl";

/// Hands `take` each line of the file, without its end. One that a program left half counts, too.
base::Result<void> for_each_record(const std::filesystem::path& file,
                                   const std::function<base::Result<void>(std::string_view)>& take);

/// What the file holds now; whether its lines are decisions is not looked at.
base::Result<farm::DataFile> data_file_at(const std::filesystem::path& path);

/// An error where a line of the file is no decision, but for the last one where it has no end: a
/// relay was killed while it wrote it.
base::Result<void> check_decisions(const std::filesystem::path& file);

}  // namespace gougi::tools
