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

/// The game that the command tells of; an error names the field, or the first illegal move. A game
/// of Freeze shogi where the line says so, or where `defaults` (FREEZENUM) gives freezes and the
/// line no counts. Counts behind the moves hold: what both sides had at the start follows from
/// them. Where that is not what the line itself says of the start, `warning` gets a line.
base::Result<shogi::Game> replay(const PositionCommand& command, std::string* warning = nullptr,
                                 const shogi::FreezeCounts& defaults = {});

/// The `position` line of `moves` from `start`.
std::string position_line(const shogi::Position& start, const std::vector<shogi::Move>& moves);
/// The `position` line of the game, with its freezes, and behind the moves the counts after them.
std::string position_line(const shogi::Game& game);
/// The present position as `position sfen …`, without the moves that led to it; `with_freezes`:
/// with the freeze in force and the counts, as far as it is not plain.
std::string position_sfen_line(const shogi::Game& game, bool with_freezes);

/// The lines that d, sfen, side, moves and key are answered with; nothing for any other word.
std::optional<std::vector<std::string>> show(std::string_view word,
                                             const shogi::Position& position);
/// The same with the freezes; `moves` lists a move with a freeze as a move of its own.
std::optional<std::vector<std::string>> show(std::string_view word,
                                             const shogi::FreezePosition& position);

/// The compiler that built this, and for what.
std::string compiler_text();

/// `perft DEPTH`: the number of move sequences for each legal move, and their sum, with a rate by
/// `now`. In Freeze shogi a move with a freeze is a move of its own. Ends early, with what it has,
/// when `stop` says so.
std::vector<std::string> perft_text(std::string_view arguments, shogi::FreezePosition position,
                                    const std::function<bool()>& stop,
                                    const std::function<base::TimePoint()>& now);

}  // namespace gougi::usi
