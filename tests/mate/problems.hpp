// SPDX-License-Identifier: MIT
// Problem sets: a problem a line, SFEN, then '#' and what is known of it, its plies first.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"

namespace gougi::mate {

struct Problem {
  std::string sfen;
  std::string note;
};

inline std::vector<Problem> read_problems(const std::filesystem::path& file) {
  std::vector<Problem> problems;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const std::size_t mark = line.find('#');
    if (mark == std::string::npos) continue;
    problems.push_back({std::string(base::trim(std::string_view(line).substr(0, mark))),
                        std::string(base::trim(std::string_view(line).substr(mark + 1)))});
  }
  return problems;
}

/// The set of that name beside the project; empty where there is none.
inline std::vector<Problem> read_shared_problems(std::string_view name) {
  return read_problems(std::filesystem::path(GOUGI_SOURCE_DIR) / ".." / "shared" / "data" /
                       "tsume" / name);
}

}  // namespace gougi::mate
