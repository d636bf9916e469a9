// SPDX-License-Identifier: MIT
// COM's candidate moves (候補手) in the original's order, and HUM's replies for the mate test. Both
// are pseudo-legal: kings may be left to be taken.
#pragma once

#include <vector>

#include "naitou/board.hpp"

namespace gougi::naitou {

/// COM's moves: square by square drops onto it or moves from it; what can promote does.
void generate_candidates(const Board& board, std::vector<Move>& moves);

/// Whether a reply of HUM leaves its king where no piece of COM attacks it. As the original looks:
/// drops only next to the king.
bool has_escape(const Board& board);

}  // namespace gougi::naitou
