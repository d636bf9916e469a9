// SPDX-License-Identifier: MIT
// The nouns of the rules: colours, piece kinds, squares, moves, hands. Plain values, no text (that
// is notation/), no board. Everything here is constexpr and safe from any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace gougi::shogi {

enum class Color : std::uint8_t { kBlack, kWhite };  ///< 先手 (下手), 後手 (上手)
constexpr Color operator~(Color c) { return c == Color::kBlack ? Color::kWhite : Color::kBlack; }
constexpr int index(Color c) { return static_cast<int>(c); }
inline constexpr std::array kColors{Color::kBlack, Color::kWhite};

/// Promoted kinds are the raw kind + 8.
enum class PieceType : std::uint8_t {
  kNone,
  kPawn,
  kLance,
  kKnight,
  kSilver,
  kBishop,
  kRook,
  kGold,
  kKing,
  kProPawn,
  kProLance,
  kProKnight,
  kProSilver,
  kHorse,
  kDragon,
};
inline constexpr int kPieceTypeCount = 15;  ///< kNone included
inline constexpr std::array kHandTypes{PieceType::kPawn,   PieceType::kLance, PieceType::kKnight,
                                       PieceType::kSilver, PieceType::kGold,  PieceType::kBishop,
                                       PieceType::kRook};
constexpr int index(PieceType t) { return static_cast<int>(t); }
constexpr bool is_promoted(PieceType t) { return index(t) > 8; }
constexpr bool can_promote(PieceType t) { return index(t) >= 1 && index(t) <= 6; }
/// `t` must be able to promote.
constexpr PieceType promote(PieceType t) { return static_cast<PieceType>(index(t) + 8); }
/// The unpromoted kind, which is the kind in hand after a capture.
constexpr PieceType unpromote(PieceType t) {
  return is_promoted(t) ? static_cast<PieceType>(index(t) - 8) : t;
}

/// A piece on a square: kind and owner, or empty.
class Piece {
 public:
  constexpr Piece() = default;
  constexpr Piece(Color color, PieceType type)
      : value_(static_cast<std::uint8_t>(index(type) | (index(color) << 4))) {}
  constexpr bool empty() const { return value_ == 0; }
  constexpr PieceType type() const { return static_cast<PieceType>(value_ & 15U); }
  constexpr Color color() const { return static_cast<Color>(value_ >> 4U); }
  /// 0..31: type | colour << 4, for tables.
  constexpr int value() const { return value_; }
  friend constexpr bool operator==(Piece, Piece) = default;

 private:
  std::uint8_t value_ = 0;
};

/// One of 81 squares, file by file: 1a is 0, 1b is 1, …, 9i is 80.
class Square {
 public:
  constexpr Square() = default;
  constexpr explicit Square(int index) : value_(static_cast<std::int8_t>(index)) {}
  /// `file` and `rank` are 1..9, as in 7g = (7, 7).
  static constexpr Square of(int file, int rank) { return Square((file - 1) * 9 + rank - 1); }
  constexpr int index() const { return value_; }
  constexpr int file() const { return value_ / 9 + 1; }  ///< 1..9, counted from Black's right
  constexpr int rank() const { return value_ % 9 + 1; }  ///< 1..9, counted from White's side
  constexpr bool valid() const { return value_ >= 0 && value_ < 81; }
  /// The same square seen from the other side.
  constexpr Square flipped() const { return Square(80 - value_); }
  friend constexpr auto operator<=>(Square, Square) = default;

 private:
  std::int8_t value_ = 81;
};
inline constexpr int kSquareCount = 81;
inline constexpr Square kNoSquare{};

/// The three ranks where `c` promotes.
constexpr bool in_promotion_zone(Color c, Square s) {
  return c == Color::kBlack ? s.rank() <= 3 : s.rank() >= 7;
}

/// A move as USI writes it: from or dropped kind, to, promotion. 16 bits, 0 is "no move". It knows
/// nothing of the board, so whether it is legal is Position's to say.
class BareMove {
 public:
  constexpr BareMove() = default;
  static constexpr BareMove board(Square from, Square to, bool promotes = false) {
    return BareMove(static_cast<std::uint16_t>((from.index() + 1) | (to.index() << 7) |
                                               (promotes ? 1 << 14 : 0)));
  }
  /// `type` is one of kHandTypes.
  static constexpr BareMove drop(PieceType type, Square to) {
    return BareMove(
        static_cast<std::uint16_t>((kDropBase + shogi::index(type)) | (to.index() << 7)));
  }
  static constexpr BareMove from_raw(std::uint16_t raw) { return BareMove(raw); }

  constexpr bool is_none() const { return value_ == 0; }
  constexpr explicit operator bool() const { return value_ != 0; }
  constexpr bool is_drop() const { return (value_ & 127U) > 81; }
  /// Only of board moves.
  constexpr Square from() const { return Square(static_cast<int>(value_ & 127U) - 1); }
  constexpr Square to() const { return Square(static_cast<int>((value_ >> 7U) & 127U)); }
  /// Only of drops.
  constexpr PieceType dropped() const {
    return static_cast<PieceType>(static_cast<int>(value_ & 127U) - kDropBase);
  }
  constexpr bool promotes() const { return (value_ & (1U << 14U)) != 0; }
  constexpr std::uint16_t raw() const { return value_; }
  friend constexpr auto operator<=>(BareMove, BareMove) = default;

 private:
  static constexpr int kDropBase = 90;
  constexpr explicit BareMove(std::uint16_t value) : value_(value) {}
  std::uint16_t value_ = 0;
};

/// The pieces in one player's hand: counts packed into 32 bits, so that "has at least" is one
/// subtraction.
class Hand {
 public:
  constexpr Hand() = default;
  constexpr int count(PieceType t) const {
    return static_cast<int>((value_ >> shift(t)) & mask(t));
  }
  constexpr bool has(PieceType t) const { return (value_ & (mask(t) << shift(t))) != 0; }
  constexpr bool empty() const { return value_ == 0; }
  /// The caller keeps counts within the 40 pieces of the game.
  constexpr void add(PieceType t, int n = 1) {
    value_ += static_cast<std::uint32_t>(n) << shift(t);
  }
  constexpr void remove(PieceType t, int n = 1) {
    value_ -= static_cast<std::uint32_t>(n) << shift(t);
  }
  constexpr bool at_least(Hand other) const { return ((value_ - other.value_) & kBorrow) == 0; }
  constexpr std::uint32_t raw() const { return value_; }
  /// `raw` comes from raw().
  static constexpr Hand from_raw(std::uint32_t raw) {
    Hand hand;
    hand.value_ = raw;
    return hand;
  }
  friend constexpr bool operator==(Hand, Hand) = default;

 private:
  // pawn 5 bits at 0, lance 3 at 6, knight 3 at 10, silver 3 at 14, bishop 2 at 18, rook 2 at 21,
  // gold 3 at 24; the bit above each field catches a borrow.
  static constexpr std::array<std::uint8_t, 8> kShift{0, 0, 6, 10, 14, 18, 21, 24};
  static constexpr std::array<std::uint8_t, 8> kMask{0, 31, 7, 7, 7, 3, 3, 7};
  static constexpr std::uint32_t shift(PieceType t) {
    return kShift[static_cast<std::size_t>(shogi::index(t))];
  }
  static constexpr std::uint32_t mask(PieceType t) {
    return kMask[static_cast<std::size_t>(shogi::index(t))];
  }
  static constexpr std::uint32_t kBorrow =
      (1U << 5U) | (1U << 9U) | (1U << 13U) | (1U << 17U) | (1U << 20U) | (1U << 23U) | (1U << 27U);
  std::uint32_t value_ = 0;
};

using Key = std::uint64_t;

}  // namespace gougi::shogi
