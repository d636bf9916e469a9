// SPDX-License-Identifier: MIT
// Boards, squares and moves of the original's frame (COM is White, at the top) from USI's text.
#pragma once

#include <string_view>

#include "naitou/frame.hpp"
#include "notation/sfen.hpp"

namespace gougi::naitou {

inline shogi::Setup setup_of(std::string_view sfen) {
  return notation::parse_sfen(sfen).value().setup();
}

inline Board board_from(std::string_view sfen) {
  return board_of(setup_of(sfen), shogi::Color::kWhite);
}

/// "5e".
inline SquareIndex square(std::string_view name) {
  return square_at(10 - (name[0] - '0'), name[1] - 'a' + 1);
}

inline Move move_from(std::string_view usi) {
  return to_frame(notation::parse_usi_move(usi).value(), shogi::Color::kWhite);
}

}  // namespace gougi::naitou
