// SPDX-License-Identifier: MIT
// Puts the parts of a job together into one file that is what an undivided run gives. Parts are
// read as streams, so that they may be larger than memory; a unit that is in several parts counts
// once, and the first part's stays. The new file is written beside its name first: there is the
// whole or what was there before. Nothing is ever changed in a part. For one thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "farm/job.hpp"
#include "farm/row_file.hpp"
#include "match/sprt.hpp"
#include "match/store.hpp"

namespace gougi::farm {

struct Merged {
  std::uint64_t units = 0;      ///< games, problems, …
  std::uint64_t expected = 0;   ///< more than `units` only where a merge of what is there was asked
  std::uint64_t doubles = 0;    ///< that were in several parts
  std::uint64_t differing = 0;  ///< of these: that were not the same in all
  std::uint64_t too_late = 0;   ///< games after the test's decision, which are left out
  std::optional<std::uint64_t> deciding_pair;
};

/// A part of a match.
struct MatchPart {
  std::filesystem::path file;
  match::Store store;
  Part part;
};

struct WholeMatch {
  std::uint64_t games = 0;  ///< of the undivided match
  std::optional<match::SprtSettings> sprt;
  std::map<std::string, std::string> texts;  ///< what its file remembers besides games
};

/// So many games are replayed, all of a match that has no more; of a larger one they lie evenly
/// spread, as a million games would take minutes.
inline constexpr std::uint64_t kReplayedGames = 10'000;

/// `parts` are of one job. Without `partial` what is missing is an error that names it. So is a
/// game whose moves are not as many as it says, or, of those that are replayed, not legal; and so
/// is a file `to` that another program goes on with, or whose log is not in it yet.
base::Result<Merged> merge_matches(const std::filesystem::path& to, std::vector<MatchPart>& parts,
                                   const WholeMatch& whole, bool partial);

/// A part whose results are lines.
struct RowPart {
  std::filesystem::path file;
  RowFile rows;
};

/// Hands `take` each unit once, in the order of their numbers. `parts` are of one job. What is
/// missing is known at the end alone: what was made until then must not be kept where this is an
/// error, which it is, too, where `take` gives one.
base::Result<Merged> for_each_row(std::vector<RowPart>& parts, bool partial,
                                  const std::function<base::Result<void>(RowFile::Row&&)>& take);

/// A line as it is compared with another run's; nothing: as it is.
using ComparedLine = std::function<std::string(std::string_view line)>;

/// Whether all lines of the old file, where there is one, stand in the new one in their order, as
/// they do where a merge of these parts, or of some of them, made it.
bool holds_lines_of(const std::filesystem::path& news, const std::filesystem::path& olds,
                    const ComparedLine& compared = {});

/// The draft becomes `to`. What is there already is replaced only if the draft holds its lines and
/// no program goes on with it (io::FileLock); otherwise that is an error.
base::Result<void> put_lines_in_place(const std::filesystem::path& draft,
                                      const std::filesystem::path& to,
                                      const ComparedLine& compared = {});

/// Writes the text, and puts it in place as above. `parts` are of one job.
base::Result<Merged> merge_rows(const std::filesystem::path& to, std::vector<RowPart>& parts,
                                bool partial, const ComparedLine& compared = {});

}  // namespace gougi::farm
