// SPDX-License-Identifier: MIT
// The shogi board of every page, as JavaScript: `start(sfen)` makes a position of SFEN words,
// `play(position, move)` plays a USI move on it and names it in Japanese. It draws nothing and
// judges no move.
#pragma once

#include <string_view>

namespace gougi::report {

extern const std::string_view kBoardScript;

}  // namespace gougi::report
