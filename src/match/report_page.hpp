// SPDX-License-Identifier: MIT
// The constant parts of the report's page. For report.cpp alone.
#pragma once

#include <string_view>

namespace gougi::match {

extern const std::string_view kReportStyle;
/// Reads the JSON of the element "data", fills the list of games, draws graph and board.
extern const std::string_view kReportScript;

}  // namespace gougi::match
