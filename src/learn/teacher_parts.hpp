// SPDX-License-Identifier: MIT
// Teacher positions of one run that was done in parts, each part every n-th game: which part a
// file is, as its journal says, and the file that an undivided run writes, made of all of them. The
// parts may be larger than memory. Blocks; one thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/progress.hpp"
#include "base/result.hpp"
#include "base/shard.hpp"

namespace gougi::learn {

struct TeacherPart {
  base::Shard shard;
  std::uint64_t games = 0;  ///< of all parts together
  std::string job;          ///< the same of all parts
};

/// Stands behind the settings of an undivided run in a part's journal.
std::string part_in_words(const TeacherPart& part);

/// Of `settings`, what part_in_words() wrote is taken away; nothing, and no change, if it is not
/// there.
std::optional<TeacherPart> take_part(std::string& settings);

/// Whether this journal's settings keep positions that were there before.
bool keeps_duplicates(std::string_view settings);

struct MergedTeachers {
  std::uint64_t positions = 0;
  std::uint64_t games = 0;
  std::uint64_t doubles = 0;  ///< files of a part that was there already
};

/// The file and its journal at `to`. Without `partial`, games that are missing are an error; with
/// it, what comes before the first of them is put together. A file that is there is replaced only
/// if the new one begins with all that it holds and no run is writing it; otherwise that is an
/// error. Where `progress`,
/// which is told of games, gives up, that is an error and nothing is written.
base::Result<MergedTeachers> merge_teacher_parts(std::span<const std::filesystem::path> files,
                                                 const std::filesystem::path& to, bool partial,
                                                 const base::Progress& progress = {});

}  // namespace gougi::learn
