// SPDX-License-Identifier: MIT
// The page and the records that a match writes at its end. Nothing that this match did not make is
// written over: each carries which match it is of. Used by match_command.cpp.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "match/game_record.hpp"
#include "match/report.hpp"
#include "tools/match_order.hpp"

namespace gougi::tools {

struct MatchOutputs {
  std::filesystem::path report;  ///< empty: none
  std::vector<Export> exports;
  std::string identity;                        ///< of the match; "": unknown
  std::vector<std::filesystem::path> taken{};  ///< what the match reads or keeps: not written over
  bool is_new = false;  ///< it is to be kept in a file that is not begun yet, so it made nothing

  bool empty() const { return report.empty() && exports.empty(); }
};

/// Whether all could be written, asked before the games. The error says what stands in the way.
base::Result<void> check_outputs(const MatchOutputs& outputs);

/// Writes what it can; the error is of the first that it cannot. `games` in the order of their
/// numbers.
base::Result<void> write_outputs(const MatchOutputs& outputs, const match::ReportFacts& facts,
                                 const std::vector<match::GameRecord>& games);

}  // namespace gougi::tools
