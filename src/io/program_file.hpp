// SPDX-License-Identifier: MIT
// What the platforms differ in about the files that can be started. For process_info.cpp alone.
#pragma once

#include <filesystem>
#include <string_view>

namespace gougi::io {

/// Is it a file that may be started?
bool is_program_file(const std::filesystem::path& path);
/// ".exe" or nothing.
std::string_view program_ending();
/// Between the folders in PATH.
char path_list_separator();

}  // namespace gougi::io
