// SPDX-License-Identifier: MIT
// What the single games of a match's page are clicked through by: JSON for report_page.cpp's
// script. For report.cpp alone.
#pragma once

#include <string>
#include <vector>

#include "match/game_record.hpp"
#include "match/report.hpp"

namespace gougi::match {

/// Fit to stand within <script>. Of thousands of games the first alone have lines and votes.
std::string report_data(const ReportFacts& facts, const std::vector<GameRecord>& games);

}  // namespace gougi::match
