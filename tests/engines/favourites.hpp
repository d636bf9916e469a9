// SPDX-License-Identifier: MIT
// The moves that a scripted engine with --favourites chooses from: a few legal ones, which ones is
// fixed by the position alone. So an answer shows which position it belongs to.
#pragma once

#include <algorithm>
#include <vector>

#include "shogi/movegen.hpp"
#include "shogi/position.hpp"

namespace gougi::tests {

/// At most `most`; 0: all legal moves.
inline std::vector<shogi::BareMove> favourites(const shogi::Position& position, int most) {
  shogi::MoveList moves;
  shogi::generate_legal(position, moves);
  std::vector<shogi::BareMove> list(moves.begin(), moves.end());
  if (most == 0 || list.empty()) return list;
  const auto first = static_cast<std::ptrdiff_t>(position.key() % list.size());
  std::rotate(list.begin(), list.begin() + first, list.end());
  list.resize(std::min(list.size(), static_cast<std::size_t>(most)));
  return list;
}

}  // namespace gougi::tests
