// SPDX-License-Identifier: MIT
// A game as one line of a file: what `gougi match` writes and reads as openings, `gougi book`
// counts and `gougi record` converts. One reader for all of them. Not a protocol line: see
// command.hpp.
#pragma once

#include <string_view>

#include "base/result.hpp"
#include "shogi/game.hpp"

namespace gougi::usi {

/// Reads "startpos moves 7g7f …", "sfen … moves …", either with the word "position" before it, a
/// board without that word, or bare moves; what follows a '#' is a remark. `line` is as the file has it, so that the error,
/// which names the first thing that is wrong, gives the file's column: in characters from 1, a byte
/// order mark not counted.
base::Result<shogi::Game> read_game_line(std::string_view line);

}  // namespace gougi::usi
