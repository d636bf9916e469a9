// SPDX-License-Identifier: MIT
// What an analysis (`go infinite`) with several engines shows: the consensus as line 1, then every
// engine's lines, the best win rate first, and whose they are. Pure; reads a round.
#pragma once

#include <string>
#include <vector>

#include "relay/round.hpp"
#include "usi/answer.hpp"

namespace gougi::relay {

struct AnalysisLine {
  const Seat* seat = nullptr;
  usi::InfoAnswer info;  ///< depth, score, pv, multipv; no time
};

/// Empty until an engine has a line. Line 1 is what the round's strategy makes of what all think
/// now; at most `most` lines.
std::vector<AnalysisLine> analysis(const Round& round, std::size_t most);

/// "lines: 1 majority, 2 Suisho5, 3 Gikou": whose the lines are.
std::string analysis_legend(const Round& round, const std::vector<AnalysisLine>& lines,
                            bool japanese);

}  // namespace gougi::relay
