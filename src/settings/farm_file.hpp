// SPDX-License-Identifier: MIT
// A job that is to be done in parts, as a YAML file: which gougi command, how many parts, where.
// What the command's own words mean it says itself.
//
//   name: new-network
//   parts: 8
//   run: [match, --first, build/bin/gougi-engine, --second, …, --games, 20000]
//   result: new-network.db
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace gougi::settings {

struct FarmFile {
  std::string name;
  std::uint64_t parts = 0;
  std::vector<std::string> run;    ///< a command of gougi and its words
  std::vector<std::string> carry;  ///< files that no word names
  std::string result;              ///< what the parts are put together into
  std::string time;                ///< of a part, as Slurm writes it; empty: its default
  std::string memory;
  std::int64_t processors = 1;     ///< of a part
  std::vector<std::string> slurm;  ///< more options of sbatch
  std::vector<std::string> hosts;  ///< as ssh knows them
  std::string ssh = "ssh";         ///< a command with its options
  std::string folder;              ///< on the hosts, below the home folder
};

/// The error begins with "NAME:LINE: ".
base::Result<FarmFile> parse_farm_file(std::string_view text, const std::string& name);

/// Of a file; the error names it.
base::Result<FarmFile> load_farm_file(const std::filesystem::path& file);

}  // namespace gougi::settings
