// SPDX-License-Identifier: MIT
// Analysed games for people: a part of an HTML page that needs neither network nor script. Pure
// functions; used by analyse_command.cpp.
#pragma once

#include <string>
#include <vector>

#include "analysis/game_review.hpp"
#include "shogi/game.hpp"

namespace gougi::tools {

struct AnalysedPageGame {
  std::string title;  ///< any text
  const shogi::Game& game;
  const std::vector<analysis::Verdict>& verdicts;
  const analysis::GameReview& review;
};

/// The win rate as a graph, accuracy by part of the game, and the turning points by loss and by
/// disagreement.
std::string analysed_game_html(const AnalysedPageGame& facts);
/// What stands before such parts on the page, and behind them.
std::string analysis_page_head();
std::string analysis_page_foot();

}  // namespace gougi::tools
