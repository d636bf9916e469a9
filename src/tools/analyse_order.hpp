// SPDX-License-Identifier: MIT
// The command line of `gougi analyse` as a value. Used by analyse_command.cpp only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/game_review.hpp"
#include "base/clock.hpp"
#include "base/result.hpp"
#include "base/shard.hpp"

namespace gougi::tools {

struct AnalyseOrder {
  std::vector<std::filesystem::path> files;  ///< records, and folders of them
  std::optional<std::filesystem::path> config;
  std::filesystem::path out = "analysis";
  bool overwrites = false;                     ///< results of other games in `out` are no hindrance
  std::int64_t nodes = 300'000;                ///< of all members together, for a position
  std::optional<base::Milliseconds> movetime;  ///< of each member, in place of nodes
  std::uint64_t mate_nodes = 20'000;  ///< of the mate solver for a position; 0: it is not asked
  std::optional<std::filesystem::path> problems;  ///< folder for problems of these games
  std::optional<std::filesystem::path> cache;     ///< of judged positions; without it one in `out`
  bool serves = false;  ///< questions come from standard input, in place of files
  int live_port = 0;    ///< shown in a browser there; 0: not
  std::size_t concurrency = 1;
  analysis::Thresholds thresholds;
  base::Milliseconds patience{600'000};
  std::optional<base::Shard> shard;  ///< of the games
  std::filesystem::path file;        ///< of that part
  std::filesystem::path stop_file;   ///< once it is there, the part ends; empty: none
  std::string help;                  ///< not empty: to be printed instead
};

/// `words` without "gougi analyse". The error says which of them makes no sense and why.
base::Result<AnalyseOrder> read_analyse_order(const std::vector<std::string>& words);

}  // namespace gougi::tools
