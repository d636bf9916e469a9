// SPDX-License-Identifier: MIT
// A match as one HTML page that needs no network: who played, scores against each other, ratings,
// Elo and the test's ratio over the games (of more than two engines their ratings, and Elo of each
// two), scores by opening, how long games were and how they
// ended, and every game with its evaluation graph and a board to click through. Graphs are SVG in
// the page; only the single games need the browser's JavaScript. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "match/game_record.hpp"
#include "match/rating.hpp"
#include "match/sprt.hpp"
#include "match/store.hpp"
#include "report/chart.hpp"

namespace gougi::match {

/// Of an engine, what is seldom as it is usual.
struct EngineManner {
  bool ponders = false;
  bool restarts = false;  ///< a new process for every game
};

struct ReportFacts {
  std::vector<StoredEngine> engines;
  std::optional<SprtSettings> sprt;
  const game::Rules* rules = &game::shogi_rules();  ///< of the game that was played
  report::InBoth summary{};                         ///< as progress.hpp makes it
  std::vector<Anchor> anchors{};                    ///< engines whose rating is known
  std::vector<EngineManner> manners{};              ///< by engine; empty: not known
};

/// The whole page, UTF-8. `games` in the order of their numbers.
std::string report_html(const ReportFacts& facts, const std::vector<GameRecord>& games);

}  // namespace gougi::match
