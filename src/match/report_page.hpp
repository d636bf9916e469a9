// SPDX-License-Identifier: MIT
// The constant parts of the report's page. For report.cpp alone.
#pragma once

#include <string_view>

namespace gougi::match {

/// Reads the JSON of the element "data", fills the list of games, draws graph and board.
extern const std::string_view kReportScript;
/// What it takes of the game: start(TEXT) makes a position, whose `side` is "b" or "w";
/// play(POSITION, MOVE) plays and names a move; drawBoard(POSITION) draws. `$` finds elements.
extern const std::string_view kShogiScript;

}  // namespace gougi::match
