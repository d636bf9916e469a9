// SPDX-License-Identifier: MIT
// A book that an engine thinks out in parts (farm/job.hpp): what decides it, a position as a row of
// a part's file, and the book that the parts give together.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "book/entry.hpp"
#include "farm/job.hpp"
#include "farm/merge.hpp"
#include "tools/book_thinker.hpp"
#include "tools/units_done.hpp"

namespace gougi::tools {

/// The kind of such a job.
inline constexpr const char* kBookThink = "book think";

/// `from`, `to`: moves of the games in `games` whose positions are thought about.
base::Result<farm::Job> book_job(const ThinkOrder& order, const std::filesystem::path& games,
                                 std::size_t from, std::size_t to);

/// Nothing stands in it where the engine had no candidate.
std::string book_row(const book::Entry& entry);

/// The book `to`, in its order. Where `progress`, which is told of positions, gives up, that is an
/// error and there is no new book.
base::Result<farm::Merged> merge_books(const std::filesystem::path& to,
                                       std::vector<farm::RowPart>& parts, bool partial,
                                       const UnitsDone& progress = {});

}  // namespace gougi::tools
