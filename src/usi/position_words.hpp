// SPDX-License-Identifier: MIT
// What stands behind the word `position`, read word by word, with the place in the line where
// something is wrong. Knows no rules but those of writing. Internal to the room: a command line
// (command.cpp), a line of a file of games (game_line.cpp), the game itself (position_text.cpp).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "shogi/game.hpp"
#include "usi/command.hpp"

namespace gougi::usi {

/// "startpos …" or "sfen …", all of `rest`, which is a part of `line`; errors give its columns.
base::Result<PositionCommand> read_position_words(std::string_view line, std::string_view rest);
/// "startpos …", or a board without the word before it, up to `moves`; `rest` is then what follows.
base::Result<void> read_start(std::string_view line, std::string_view& rest,
                              PositionCommand& command);
/// Moves, and perhaps counts of freezes behind the last, added to `command`; with an error those
/// before what is wrong.
base::Result<void> read_move_words(std::string_view line, std::string_view rest,
                                   PositionCommand& command);

/// As replay (position_text.hpp); where it is a move that is to blame, `wrong` is which, from 0.
base::Result<shogi::Game> replay_until(const PositionCommand& command, std::string* warning,
                                       const shogi::FreezeCounts& defaults,
                                       std::optional<std::size_t>& wrong);

}  // namespace gougi::usi
