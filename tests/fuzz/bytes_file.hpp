// SPDX-License-Identifier: MIT
// Foreign bytes as a file, for what reads no bytes but files. For the fuzz targets.
#pragma once

#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <system_error>

namespace gougi::fuzz {

/// What `check` says of a file of these bytes; afterwards nothing is left of it.
template <class Check>
std::string check_as_file(std::string_view bytes, Check&& check) {
  static const std::filesystem::path file =
      std::filesystem::temp_directory_path() /
      ("gougi-fuzz-" + std::to_string(std::random_device{}()) + ".db");
  const auto clear = [] {
    std::error_code ignored;
    for (const char* const ending :
         {"", "-wal", "-shm", "-journal", ".progress", ".lock", ".games"}) {
      std::filesystem::remove(file.string() + ending, ignored);
    }
  };
  clear();
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
  std::string broken = check(file);
  clear();
  return broken;
}

}  // namespace gougi::fuzz
