// SPDX-License-Identifier: MIT
// Replays what a mate solver prints: lines printed as mates are sometimes none.
#pragma once

#include <vector>

#include "game/game.hpp"
#include "relay/position_lines.hpp"
#include "shogi/position.hpp"
#include "usi/answer.hpp"

namespace gougi::relay {

/// Whether `line` is legal to its last move, a check every other move (or a freeze), and leaves the
/// opponent without a legal move.
bool ends_in_mate(const game::Position& board, const std::vector<usi::Move>& line);
/// Whether a solver with this ability proves by such a line that there is a mate. One that knows
/// nothing of freezes has not thought of those that the defender may still declare.
bool is_proof(const game::Position& board, const std::vector<usi::Move>& line,
              usi::FreezeAbility ability);
/// Whether the game is over, or may end before a mate by this line does, as a position occurs for
/// the fourth time: who gave perpetual check has lost. A solver knows nothing of the game before
/// its position, and its proof has more lines than this.
bool ends_too_soon(const game::Game& game, const std::vector<usi::Move>& line);
/// Whether who moves first declares a freeze in `line`: no line for who announced no freezes.
bool attacker_freezes(const std::vector<usi::Move>& line);
bool ends_in_mate(const shogi::Position& position, const std::vector<usi::Move>& line);

/// The longest legal beginning of `line`.
std::vector<usi::Move> legal_prefix(const game::Position& board,
                                    const std::vector<usi::Move>& line);

}  // namespace gougi::relay
