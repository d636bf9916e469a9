// SPDX-License-Identifier: MIT
// Which inputs of a network are on in a teacher position, seen by the side to move and by the
// other; and what the hand-made terms find there. What the evaluation keeps up to date move by move
// is listed here at once. Free functions, safe from any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/result.hpp"
#include "eval/nnue_features.hpp"
#include "learn/packed_position.hpp"
#include "shogi/position.hpp"

namespace gougi::learn {

/// The terms' findings of a position are fewer.
inline constexpr int kMostFindings = 240;

/// A game has forty pieces; what cannot occur in one is left out.
inline constexpr int kMostInputs = 40;

struct ActiveInputs {
  std::array<std::array<std::uint32_t, kMostInputs>, 2> of;  ///< the mover's first
  int count = 0;                                             ///< the same for both
};

/// What the hand-made terms find, from the mover's view.
struct Findings {
  struct One {
    std::uint16_t weight;  ///< its index
    std::int8_t sign;      ///< 1: for the mover
  };
  std::array<One, kMostFindings> of;
  int count = 0;
  float open = 0.0F;  ///< how open the fight is, 0 to 1
};

Findings findings_of(const shogi::Position& position);

/// Setup needs no king, but no more than forty pieces.
ActiveInputs active_inputs(eval::NnueKind kind, const shogi::Setup& setup);

/// What a model of a kind looks at.
struct Inputs {
  ActiveInputs active;  ///< of kinds with a transformer
  Findings findings;    ///< of kinds with terms; of others none
};
/// An error for what is no position.
base::Result<Inputs> inputs_of(eval::NnueKind kind,
                               std::span<const std::byte, kPackedBytes> packed);

}  // namespace gougi::learn
