// SPDX-License-Identifier: MIT
// A catalogue of files with data (teacher positions, decisions): what each held when it was added,
// so that later it can be told whether it is still that. An SQLite file of its own; it never
// changes what it lists. For one thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "match/database.hpp"

namespace gougi::farm {

struct DataFile {
  std::string path;  ///< absolute, UTF-8
  std::string kind;  ///< "positions", "decisions"
  std::uint64_t bytes = 0;
  std::string sha256;
  std::uint64_t records = 0;
  std::string origin;  ///< what the run that made it was told; often empty
};

class DataIndex {
 public:
  /// Makes it where there is none.
  static base::Result<DataIndex> open(const std::filesystem::path& file);
  static base::Result<DataIndex> open_to_read(const std::filesystem::path& file);

  /// Or what is known of that path anew.
  base::Result<void> add(const DataFile& file);
  /// In the order of their paths.
  base::Result<std::vector<DataFile>> files();

 private:
  explicit DataIndex(std::unique_ptr<match::Database> database) : database_(std::move(database)) {}
  base::Result<void> check();

  std::unique_ptr<match::Database> database_;
};

}  // namespace gougi::farm
