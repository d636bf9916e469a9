// SPDX-License-Identifier: MIT
// `gougi analyse --serve`: a council's judgements for other programs, a line of JSON for each
// question and each answer (docs/analysis.md). Used by analyse_command.cpp only; blocks until
// standard input has ended and all is answered.
#pragma once

#include "analysis/judged_positions.hpp"
#include "tools/analyse_council.hpp"
#include "tools/analyse_order.hpp"

namespace gougi::tools {

/// The exit status: 0; 1 if judgements could not be kept or nobody reads the answers; 2 for engines
/// that cannot be used; 130 if interrupted.
int serve_analysis(const AnalyseOrder& order, const AnalyseCouncil& council,
                   analysis::JudgedPositions& judged);

}  // namespace gougi::tools
