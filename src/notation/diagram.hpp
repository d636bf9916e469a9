// SPDX-License-Identifier: MIT
// A position as the diagram that KIF files begin with (BOD): hands, board, side to move.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shogi/position.hpp"

namespace gougi::notation {

/// Each line with its end.
std::string kif_diagram(const shogi::Position& position);

/// The kind of piece that a diagram draws as "歩", "杏", "龍"; also as "王", "竜".
std::optional<shogi::PieceType> diagram_piece_type(std::string_view name);
/// How many of a kind are in hand: "", "二", "十", "十八".
std::optional<int> diagram_count(std::string_view text);

}  // namespace gougi::notation
