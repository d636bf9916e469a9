// SPDX-License-Identifier: MIT
// From the rules' board to the original's, where COM is at the top even as Black, and back.
#pragma once

#include "naitou/board.hpp"
#include "shogi/position.hpp"

namespace gougi::naitou {

/// The board of `setup` with `com` at the top.
Board board_of(const shogi::Setup& setup, shogi::Color com);
constexpr Side side_of(shogi::Color color, shogi::Color com) {
  return color == com ? Side::kCom : Side::kHum;
}
/// `move`, which is none of no move, in the original's frame.
Move to_frame(shogi::BareMove move, shogi::Color com);
/// A move of the original's frame on the rules' board.
shogi::BareMove from_frame(Move move, shogi::Color com);

}  // namespace gougi::naitou
