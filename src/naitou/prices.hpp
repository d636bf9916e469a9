// SPDX-License-Identifier: MIT
// The four price tables (駒価値テーブル): which one is asked depends on what for.
#pragma once

#include <array>

#include "naitou/board.hpp"

namespace gougi::naitou {

/// By at(Kind): none, P, L, N, S, B, R, G, K, +P, +L, +N, +S, +B, +R.
using PriceTable = std::array<Byte, shogi::kPieceTypeCount>;

/// Which attacker is the cheapest; what a candidate captures. None is dearer than all.
inline constexpr PriceTable kPricesA{255, 1, 4, 4, 8, 16, 17, 8, 40, 2, 5, 6, 8, 20, 22};
/// Gain squares.
inline constexpr PriceTable kPricesB{0, 1, 4, 4, 8, 16, 17, 8, 40, 8, 8, 8, 8, 22, 22};
/// Loss squares: HUM's attacker.
inline constexpr PriceTable kPricesC{0, 1, 4, 4, 8, 16, 17, 8, 40, 2, 8, 8, 8, 22, 22};
/// Loss squares: COM's piece and attacker.
inline constexpr PriceTable kPricesD{0, 1, 4, 4, 8, 16, 17, 8, 40, 1, 4, 4, 8, 20, 22};

constexpr int price(const PriceTable& table, Kind kind) { return table[at(kind)]; }

}  // namespace gougi::naitou
