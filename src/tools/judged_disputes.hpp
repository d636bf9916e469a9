// SPDX-License-Identifier: MIT
// What the judge of `gougi study` said of disputes, kept as soon as it is said: in a file of lines
// (JSON) that a study goes on with, or in a part's file (farm/row_work.hpp), and parts together are
// such a file of lines. For one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/shard.hpp"
#include "farm/job.hpp"
#include "farm/row_work.hpp"
#include "io/file_lock.hpp"
#include "io/private_file.hpp"

namespace gougi::tools {

class JudgedDisputes {
 public:
  using Known = std::map<std::uint64_t, std::vector<double>>;

  /// `file`: empty: nothing is kept. `units`: disputes that are judged, in all parts. The error
  /// says what the file is if it is another study's.
  static base::Result<JudgedDisputes> open(const std::filesystem::path& file,
                                           const std::optional<base::Shard>& shard, farm::Job job,
                                           std::uint64_t units);

  /// It is to be judged: of this part, and not known.
  bool wants(std::uint64_t unit) const;
  /// How many are.
  std::uint64_t wanted() const;
  /// What the file of lines had; of a part nothing.
  const Known& known() const { return known_; }
  /// Win rates of the moves; none: they cannot be judged.
  base::Result<void> add(std::uint64_t unit, const std::vector<double>& win_rates);
  /// All that was wanted is there.
  base::Result<void> finish();

 private:
  JudgedDisputes() = default;
  base::Result<void> open_lines(const std::filesystem::path& file, const std::string& head);
  base::Result<void> read_lines(const std::string& head);

  std::uint64_t units_ = 0;
  std::optional<farm::RowWork> part_;
  base::Shard shard_;
  std::filesystem::path file_;
  std::unique_ptr<io::FileLock> lock_;
  std::optional<io::PrivateFile> lines_;
  Known known_;
};

}  // namespace gougi::tools
