// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as the file of a part, or as what it has done so far.
// Used by the fuzzer (parts_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "farm/progress_log.hpp"
#include "farm/row_file.hpp"
#include "fuzz/bytes_file.hpp"
#include "fuzz/said.hpp"

namespace gougi::fuzz {

inline std::string check_parts_file(const std::filesystem::path& file) {
  if (auto progress = farm::ProgressReader::open(file)) {
    while (progress->next()) {
    }
  } else if (!is_said_well(progress.error().message)) {
    return "a bad complaint about the progress";
  }
  auto rows = farm::RowFile::open_to_read(file);
  if (!rows) return is_said_well(rows.error().message) ? "" : "a bad complaint about the rows";
  for (;;) {
    const auto row = rows->next();
    if (!row) return is_said_well(row.error().message) ? "" : "a bad complaint about a row";
    if (!*row) return "";
  }
}

/// What was broken by `bytes`, or nothing.
inline std::string check_parts(std::string_view bytes) {
  return check_as_file(bytes, check_parts_file);
}

}  // namespace gougi::fuzz
