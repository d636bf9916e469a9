// SPDX-License-Identifier: MIT
// The proof and disproof numbers of a position that has not been looked at, guessed from the move
// that leads there (df-pn+, Nagai 2002). They steer the search and decide nothing.
#pragma once

#include <cstdint>

#include "mate/cage.hpp"
#include "shogi/position.hpp"

namespace gougi::mate {

struct FirstNumbers {
  std::uint32_t proof;
  std::uint32_t disproof;
};

/// Of the position behind the attacker's check `move`; `cage` is that of `position`.
FirstNumbers numbers_of_check(const shogi::Position& position, const Cage& cage,
                              shogi::BareMove move);
/// Of the position behind the defender's reply `move`.
FirstNumbers numbers_of_reply(const shogi::Position& position, shogi::BareMove move);

}  // namespace gougi::mate
