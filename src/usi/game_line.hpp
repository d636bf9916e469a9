// SPDX-License-Identifier: MIT
// A game as one line of a file: what `gougi match` writes and reads as openings, `gougi book`
// counts and `gougi record` converts. One reader for all of them. Not a protocol line: see
// command.hpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "shogi/game.hpp"

namespace gougi::usi {

/// Reads "startpos moves 7g7f …", "sfen … moves …", either with the word "position" before it, a
/// board without that word, or bare moves; `resign` or `win` may stand at the end, and what follows
/// a '#' is a remark. `line` is as the file
/// has it, so that the error, which names the first thing that is wrong, gives the file's column:
/// in characters from 1, a byte order mark not counted.
base::Result<shogi::Game> read_game_line(std::string_view line);

/// A line of which the moves before the first word that is no legal one are read, one at least.
struct GameUntil {
  shogi::Game game;
  std::string wrong{};   ///< that word; empty: all are legal moves
  bool is_last = false;  ///< it is the last of the line
  bool is_move = false;  ///< it is written as a move is; else it may say how the game ended
  std::string why{};     ///< as the error of read_game_line()
};
base::Result<GameUntil> read_game_until_wrong(std::string_view line);

}  // namespace gougi::usi
