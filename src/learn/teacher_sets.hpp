// SPDX-License-Identifier: MIT
// Files of teacher positions made of others: several as one, one in another order, one as two. They
// may be larger than memory. A file that is made is written beside itself first, so that a name
// always has a whole file or none. Blocks; one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "base/progress.hpp"
#include "base/result.hpp"

namespace gougi::learn {

/// All records of `files`, one file behind another. Gives their number. An error, in one line,
/// where a file is none or `to` is among them, or where `progress` gave up: there is no new file.
base::Result<std::uint64_t> merge_teachers(std::span<const std::filesystem::path> files,
                                           const std::filesystem::path& to,
                                           const base::Progress& progress = {});

struct Shuffling {
  std::uint64_t seed = 1;
  /// Bytes of records in memory at once; what is larger goes through parts beside the new file. The
  /// order does not depend on it.
  std::uint64_t memory = std::uint64_t{1} << 30U;
};

/// The records of `files` in an order of which any is as likely as another, and which depends on
/// the seed alone. Gives their number.
base::Result<std::uint64_t> shuffle_teachers(std::span<const std::filesystem::path> files,
                                             const std::filesystem::path& to,
                                             const Shuffling& how = {},
                                             const base::Progress& progress = {});

struct SplitTeachers {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

/// Records from `at` on go into the second file; the cut is made at the end of the game there, so
/// that none lies in both (in a shuffled file it is made a few records later than asked for).
base::Result<SplitTeachers> split_teachers(const std::filesystem::path& file,
                                           const std::filesystem::path& first,
                                           const std::filesystem::path& second, std::uint64_t at);

}  // namespace gougi::learn
