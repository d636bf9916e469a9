// SPDX-License-Identifier: MIT
// SFEN and USI move text. Reading is strict; errors name what is wrong and where.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "shogi/position.hpp"

namespace gougi::notation {

inline constexpr std::string_view kStartSfen =
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// Reads "board side hands [ply]"; a missing ply (or 0) is 1, a huge one is kMaxPly; hands in any
/// order. The word "startpos" is the start position. Errors begin with "sfen: ".
base::Result<shogi::Position> parse_sfen(std::string_view text,
                                         shogi::Strictness strictness = shogi::Strictness::kStrict);
/// Hands as rook, bishop, gold, silver, knight, lance, pawn; Black's first.
std::string to_sfen(const shogi::Position& position);

/// Reads "7g7f", "8h2b+", "P*5e"; nothing if it is not of that form. Needs no board.
std::optional<shogi::BareMove> parse_usi_move(std::string_view text);
/// "none" for no move.
std::string to_usi(shogi::BareMove move);
void append_usi(std::string& out, shogi::BareMove move);

}  // namespace gougi::notation
