// SPDX-License-Identifier: MIT
// The page of analysed games as one file that needs nothing else: the one that `--live` shows, told
// everything at once. It is written game by game. Pure functions; used by `gougi analyse`.
#pragma once

#include <string>

#include "relay/json_reader.hpp"
#include "tools/analyse_council.hpp"

namespace gougi::tools {

/// What both pages are told first: `members`, and in Japanese what the rule of consensus is called.
relay::Json page_head(const AnalyseCouncil& council);

/// What stands before the games in the file, a game, and what stands behind them. `head`: of
/// page_head(); `game`: of page_game().
std::string analysis_page_head();
std::string analysis_page_game(const relay::Json& head, const relay::Json& game);
std::string analysis_page_foot();

/// In one line without an end; what is no UTF-8 is replaced.
std::string page_text(const relay::Json& json);

}  // namespace gougi::tools
