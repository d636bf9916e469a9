// SPDX-License-Identifier: MIT
// Whether results can be written where they are wanted, asked before the work that makes them: by
// trying, as permissions alone say too little, and leaving nothing behind. Used by the commands
// that work for long.
#pragma once

#include <filesystem>
#include <span>

#include "base/result.hpp"

namespace gougi::tools {

/// A file, new or replaced. What it holds already stays.
base::Result<void> check_output_file(const std::filesystem::path& file);

/// The same, of one that is none of the files that are read or written beside it: it would take the
/// place of one.
base::Result<void> check_output_file(const std::filesystem::path& file,
                                     std::span<const std::filesystem::path> others);

/// Whether both names lead to one place, also where nothing is there yet.
bool is_same_place(const std::filesystem::path& one, const std::filesystem::path& other);

/// A folder of files; it is made when they are.
base::Result<void> check_output_folder(const std::filesystem::path& folder);

}  // namespace gougi::tools
