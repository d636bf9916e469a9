// SPDX-License-Identifier: MIT
// A game for other programs: of shogi as a record, which notation/record_text.hpp writes as KIF,
// KI2, CSA or JKF, with each move's time and, as comments, what the engine said of it; of any game
// one line. Pure functions; the game must be legal, and one of
// shogi for a record.
#pragma once

#include <string>
#include <string_view>

#include "match/game_record.hpp"
#include "notation/record.hpp"

namespace gougi::match {

struct GameNames {
  std::string black;
  std::string white;
};

/// Moves of the opening have no times. The last comment says how the game ended, in the words of
/// to_line().
notation::Record to_record(const GameRecord& game, const GameNames& names);
/// "startpos moves 7g7f … # black, resignation, A - B": what --openings reads, and how it ended.
std::string to_line(const GameRecord& game, const GameNames& names);

}  // namespace gougi::match
