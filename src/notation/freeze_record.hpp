// SPDX-License-Identifier: MIT
// Games of Freeze shogi in KIF, KI2 and CSA. None of them knows freezes, so these stand in comment
// lines, which readers that know nothing of them skip: behind the start "freeze sfen …" with the
// freezes left, behind a move "freeze G". The rest of the record is as ever. Behind such a start a
// comment that only resembles a freeze is an error; without it all comments are remarks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "shogi/game.hpp"

namespace gougi::notation {

enum class RecordFormat : std::uint8_t { kKif, kKi2, kCsa };

/// "*freeze sfen … z3Z3\n" ("'…" in CSA), to stand behind the start; "" for a plain one.
std::string freeze_start_line(RecordFormat format, const shogi::FreezePosition& start);
/// "*freeze G\n", to stand behind the move; "" without a freeze.
std::string freeze_line(RecordFormat format, shogi::PieceType freeze);

/// Reads the game of a record, with its freezes; names, times and other comments are passed over,
/// variations not read. The start is that of the freeze line; without one, what is drawn (see
/// diagram_reader.hpp), or even or a handicap by its name (KIF, KI2). KI2 moves must be written as
/// to_ki2 writes them. An error names the line, but for a text with neither a header line nor a
/// move, which is no record.
base::Result<shogi::Game> read_record(RecordFormat format, std::string_view text);

}  // namespace gougi::notation
