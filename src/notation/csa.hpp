// SPDX-License-Identifier: MIT
// Positions and moves as CSA's record format (V2.2) writes them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shogi/position.hpp"

namespace gougi::notation {

/// "+7776FU", "-0055KA": side, from (00: a drop), to, the piece as it stands afterwards. `move`
/// must be legal in `position` (before the move).
std::string to_csa(const shogi::Position& position, shogi::BareMove move);

/// "PI" and the side to move for 平手, otherwise rank by rank and hand by hand; each line with its
/// end.
std::string csa_position(const shogi::Position& position);

/// The kind of piece that is written "FU", "RY".
std::optional<shogi::PieceType> csa_piece_type(std::string_view name);

}  // namespace gougi::notation
