// SPDX-License-Identifier: MIT
// Which inputs of a network are on in a teacher position, seen by the side to move and by the
// other. What the evaluation keeps up to date move by move is listed here at once. Free functions,
// safe from any thread.
#pragma once

#include <array>
#include <cstdint>

#include "eval/nnue_features.hpp"
#include "shogi/position.hpp"

namespace gougi::learn {

/// A game has forty pieces; what cannot occur in one is left out.
inline constexpr int kMostInputs = 40;

struct ActiveInputs {
  std::array<std::array<std::uint32_t, kMostInputs>, 2> of;  ///< the mover's first
  int count = 0;                                             ///< the same for both
};

/// Setup needs no king, but no more than forty pieces.
ActiveInputs active_inputs(eval::NnueKind kind, const shogi::Setup& setup);

}  // namespace gougi::learn
