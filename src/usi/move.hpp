// SPDX-License-Identifier: MIT
// A move of whatever game the protocol tells of: of shogi, with what it freezes; of ぴょんぴょん;
// or what a side may say instead of one there, which competes with moves for votes. Whether it is
// legal is for the rules. A value of four bytes.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pyonpyon/position.hpp"
#include "shogi/types.hpp"

namespace gougi::usi {

class Move {
 public:
  /// No move.
  constexpr Move() = default;
  constexpr Move(shogi::Move move)  // NOLINT: implicit on purpose
      : kind_(move ? Kind::kShogi : Kind::kNone),
        value_(move.bare.raw()),
        freeze_(move ? move.freeze : shogi::PieceType::kNone) {}
  constexpr Move(shogi::BareMove move,  // NOLINT: implicit on purpose
                 shogi::PieceType freeze = shogi::PieceType::kNone)
      : Move(shogi::Move(move, freeze)) {}
  constexpr Move(pyonpyon::Move move)  // NOLINT: implicit on purpose
      : kind_(Kind::kPyonpyon), value_(static_cast<std::uint16_t>(move.from | (move.to << 8))) {}
  /// "draw", where the rules give a draw to who claims it.
  static constexpr Move draw_claim() { return Move(Kind::kDrawClaim); }
  /// "resign", as the last word of a game. An engine that resigns answers with usi::Resign.
  static constexpr Move resignation() { return Move(Kind::kResignation); }

  constexpr bool is_none() const { return kind_ == Kind::kNone; }
  constexpr explicit operator bool() const { return !is_none(); }
  /// No move, where it is none of shogi.
  constexpr shogi::Move of_shogi() const {
    if (kind_ != Kind::kShogi) return {};
    return {shogi::BareMove::from_raw(value_), freeze_};
  }
  constexpr std::optional<pyonpyon::Move> of_pyonpyon() const {
    if (kind_ != Kind::kPyonpyon) return std::nullopt;
    return pyonpyon::Move{static_cast<std::uint8_t>(value_ & 0xFFU),
                          static_cast<std::uint8_t>(value_ >> 8U)};
  }
  constexpr bool freezes() const { return freeze_ != shogi::PieceType::kNone; }
  constexpr shogi::PieceType freeze() const { return freeze_; }
  constexpr Move without_freeze() const { return freezes() ? Move(of_shogi().bare) : *this; }

  friend constexpr auto operator<=>(const Move&, const Move&) = default;

 private:
  enum class Kind : std::uint8_t { kNone, kShogi, kPyonpyon, kDrawClaim, kResignation };
  constexpr explicit Move(Kind kind) : kind_(kind) {}

  Kind kind_ = Kind::kNone;
  std::uint16_t value_ = 0;
  shogi::PieceType freeze_ = shogi::PieceType::kNone;
};

/// "7g7f", "7g7fzG", "b5c3", "draw", "resign"; "" if it is none.
std::string to_text(Move move);
void append_text(std::string& out, Move move);
/// Takes such a text back; nothing if it is none of them. What a shogi move says of the freeze that
/// it was made under is skipped; "resign" is no move to an engine, only to a game that ends so.
std::optional<Move> parse_move(std::string_view word);

std::vector<Move> moves_of(const std::vector<shogi::Move>& moves);
/// The moves up to the first that is none of shogi.
std::vector<shogi::Move> shogi_moves(const std::vector<Move>& moves);

}  // namespace gougi::usi
