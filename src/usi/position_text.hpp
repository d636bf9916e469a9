// SPDX-License-Identifier: MIT
// From `position` to a game, and the debugging words that show one: what both ends of the protocol
// need.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "shogi/game.hpp"
#include "usi/command.hpp"

namespace gougi::usi {

/// The game that the command tells of; an error names the field, or the first illegal move.
base::Result<shogi::Game> replay(const PositionCommand& command);

/// The `position` line of `moves` from `start`.
std::string position_line(const shogi::Position& start, std::vector<shogi::Move> moves);

/// The lines that d, sfen, side, moves and key are answered with; nothing for any other word.
std::optional<std::vector<std::string>> show(std::string_view word,
                                             const shogi::Position& position);

}  // namespace gougi::usi
