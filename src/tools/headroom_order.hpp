// SPDX-License-Identifier: MIT
// The command line of `gougi study --headroom` as a value: which games, which engines, which judge,
// and what becomes of it. Used by headroom_command.cpp only.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "base/shard.hpp"
#include "study/headroom_lines.hpp"

namespace gougi::tools {

struct HeadroomWords {
  study::HeadroomOrder order;  ///< without the games' fingerprint
  std::vector<std::filesystem::path> games;
  std::size_t threads = 1;               ///< positions at once
  base::Milliseconds patience{600'000};  ///< with one search
  std::filesystem::path file;
  std::filesystem::path report;      ///< empty: no page
  std::filesystem::path again;       ///< the study whose moves are valued once more; empty: none
  std::optional<base::Shard> shard;  ///< of the positions; then `file` is that part's
  std::filesystem::path stop_file;   ///< once it is there, the part ends; empty: none
  std::string answer;                ///< help or version, to be printed and nothing else
};

/// `words` without "gougi study --headroom". The error says which of them makes no sense and why.
base::Result<HeadroomWords> read_headroom_words(const std::vector<std::string>& words);

}  // namespace gougi::tools
