// SPDX-License-Identifier: MIT
// A game as text for other programs: of shogi KIF, KI2 and CSA with each move's time, score and
// depth as comments; of any game one line. UTF-8, lines end with LF. Pure functions; the game must
// be legal.
#pragma once

#include <string>
#include <string_view>

#include "match/game_record.hpp"

namespace gougi::match {

struct GameNames {
  std::string black;
  std::string white;
};

std::string to_kif(const GameRecord& game, const GameNames& names);
std::string to_ki2(const GameRecord& game, const GameNames& names);
std::string to_csa(const GameRecord& game, const GameNames& names);
/// "startpos moves 7g7f … # black, resignation, A - B": what --openings reads, and how it ended.
std::string to_line(const GameRecord& game, const GameNames& names);

/// "+35", "詰み 5手", "下限 +12"; Black's view, as KIF readers expect it. Empty without a score.
std::string score_for_black(const MoveRecord& move, shogi::Color mover);

}  // namespace gougi::match
