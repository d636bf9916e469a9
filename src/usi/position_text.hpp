// SPDX-License-Identifier: MIT
// From `position` to a game, and the debugging words that show one: what both ends of the protocol
// need.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
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

/// The compiler that built this, and for what.
std::string compiler_text();

/// `perft DEPTH`: the number of move sequences for each legal move, and their sum, with a rate by
/// `now`. Ends early, with what it has, when `stop` says so.
std::vector<std::string> perft_text(std::string_view arguments, shogi::Position position,
                                    const std::function<bool()>& stop,
                                    const std::function<base::TimePoint()>& now);

}  // namespace gougi::usi
