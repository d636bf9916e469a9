// SPDX-License-Identifier: MIT
// The constant parts of the report's page. For report.cpp alone.
#pragma once

#include <string>
#include <string_view>

#include "game/rules.hpp"

namespace gougi::match {

/// Reads the JSON of the element "data", fills the list of games, draws graph and board.
extern const std::string_view kReportScript;
/// What it takes of the game that was played: start(TEXT) makes a position, whose `side` is "b" or
/// "w"; play(POSITION, MOVE) plays and names a move; drawBoard(POSITION) draws. `$` finds elements.
std::string page_script_of(const game::Rules& rules);

}  // namespace gougi::match
