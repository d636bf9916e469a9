// SPDX-License-Identifier: MIT
// What a move was made under, `5c6cZG`, and what the move before a position was, `ZG`: optional
// words of the Freeze shogi extension that nobody needs and that are written only where they are
// asked for. Text in, text out; used by the engine's end of the protocol.
#pragma once

#include <string>
#include <string_view>

#include "shogi/game.hpp"

namespace gougi::usi {

/// An engine's `bestmove`, `checkmate` or `info` line about a position in which `in_force` is
/// frozen (kNone: nothing), with the mark behind each move that is made under a freeze: of the
/// position, or of the move before. What follows the word string stays as it is.
std::string with_frozen_marks(std::string_view line, shogi::PieceType in_force);

/// `sfen` of the game's position, with `ZG` if its last move was made while gold was frozen.
std::string with_frozen_mark(std::string sfen, const shogi::Game& game);

}  // namespace gougi::usi
