// SPDX-License-Identifier: MIT
// A position as the diagram that KIF files begin with (BOD): hands, board, side to move.
#pragma once

#include <string>

#include "shogi/position.hpp"

namespace gougi::notation {

/// Each line with its end.
std::string kif_diagram(const shogi::Position& position);

}  // namespace gougi::notation
