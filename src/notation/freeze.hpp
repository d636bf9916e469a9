// SPDX-License-Identifier: MIT
// Freeze shogi as text (the Freeze将棋 extension of SFEN and USI): `zG` declares a freeze of gold,
// `ZG` says that gold is frozen, `z2Z3` that White has 2 freezes left and Black 3. Kinds are upper
// case letters, promoted ones with the plus behind (`B+`); readers take it in front as well.
// Ordinary text reads and writes exactly as in sfen.hpp. Errors are one line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "notation/sfen.hpp"  // IWYU pragma: export
#include "shogi/freeze.hpp"

namespace gougi::notation {

/// Reads "G", "B+", "+B"; nothing if it is no kind of piece.
std::optional<shogi::PieceType> parse_kind(std::string_view text);
/// "G", "B+".
std::string to_text(shogi::PieceType kind);
/// "玉をフリーズ", for a person.
std::string frozen_in_japanese(shogi::PieceType kind);

/// "z2Z3": White first. Both parts, in this order; each 0 to kMaxFreezes.
base::Result<shogi::FreezeCounts> parse_freeze_counts(std::string_view text);
std::string to_text(const shogi::FreezeCounts& left);

/// The tokens behind an SFEN.
struct FreezeTokens {
  shogi::PieceType in_force = shogi::PieceType::kNone;    ///< `zG`: the side to move is frozen so
  shogi::PieceType was_frozen = shogi::PieceType::kNone;  ///< `ZG`: the move before was made so
  std::optional<shogi::FreezeCounts> left;                ///< nothing: not given
  friend bool operator==(const FreezeTokens&, const FreezeTokens&) = default;
};
/// Whether `word` begins as these tokens do.
bool is_freeze_word(std::string_view word);
/// Adds one token; an error if it is malformed, or there was one of its sort.
base::Result<void> add_freeze_token(FreezeTokens& tokens, std::string_view word);
/// "zG ZP z2Z3", in this order; "" if there are none.
std::string to_text(const FreezeTokens& tokens);

/// Reads "board side hands [ply]" or "startpos", and behind it the tokens in any order. Without any
/// it is ordinary shogi.
base::Result<shogi::FreezePosition> parse_freeze_sfen(
    std::string_view text, shogi::Strictness strictness = shogi::Strictness::kStrict);
/// As to_sfen, with " zG" where a freeze is in force and " z2Z3" unless the state is plain.
std::string to_sfen(const shogi::FreezePosition& position);

/// A move as it is written: it may say what was frozen when it was made, which nobody needs.
struct WrittenMove {
  shogi::Move move;
  shogi::PieceType made_under = shogi::PieceType::kNone;
  friend bool operator==(const WrittenMove&, const WrittenMove&) = default;
};
/// Reads "7g7f", "7g7fzG", "7g7fZG", "7g7fzGZP" (the suffixes in either order, each once); nothing
/// if it is not of that form. Needs no board.
std::optional<WrittenMove> parse_freeze_move(std::string_view text);
/// As that of its move (sfen.hpp), with "ZP" behind where `made_under` says so.
void append_usi(std::string& out, const WrittenMove& move);

/// The freeze of a move in a record: KIF, KI2 and CSA know none, so it goes into a comment behind
/// the move, which readers that know nothing of it skip. "freeze G", or "" without one.
std::string freeze_comment(shogi::PieceType freeze);
/// Takes a comment's text back; nothing if it is not of that form.
std::optional<shogi::PieceType> parse_freeze_comment(std::string_view text);

}  // namespace gougi::notation
