// SPDX-License-Identifier: MIT
// Whether results can be written where they are wanted, asked before the work that makes them: by
// trying, as permissions alone say too little, and leaving nothing behind. Used by the commands
// that work for long.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace gougi::tools {

/// A file, new or replaced. What it holds already stays.
base::Result<void> check_output_file(const std::filesystem::path& file);

/// The same, of one that is none of the files that are read or written beside it: it would take the
/// place of one.
base::Result<void> check_output_file(const std::filesystem::path& file,
                                     std::span<const std::filesystem::path> others);

/// A file that is made anew: an error where something is there already, for nothing can say whether
/// it may be lost.
base::Result<void> check_new_file(const std::filesystem::path& file);

/// A page of the command `maker`, "gougi study": besides, what is there was made by the same
/// command, as its mark says, or is empty.
base::Result<void> check_output_page(const std::filesystem::path& file,
                                     std::span<const std::filesystem::path> others,
                                     std::string_view maker);

/// The page with its mark, a comment behind the first line.
std::string marked_page(std::string html, std::string_view maker);

/// Whether one of the first two lines of the file has this mark and no longer one. An empty file is
/// anybody's, as nothing is lost.
bool is_marked(const std::filesystem::path& file, std::string_view mark);

/// Whether both names lead to one place, also where nothing is there yet.
bool is_same_place(const std::filesystem::path& one, const std::filesystem::path& other);

/// A folder of files; it is made when they are.
base::Result<void> check_output_folder(const std::filesystem::path& folder);

}  // namespace gougi::tools
