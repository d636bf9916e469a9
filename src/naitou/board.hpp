// SPDX-License-Identifier: MIT
// The board as the cartridge keeps it: 11 x 11 squares with a border, the engine's side (COM)
// always at the top, the human's (HUM) at the bottom. It applies moves and knows no rules: what is
// played is what stands in the move, legal or not. Values without text; safe from any thread.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "shogi/types.hpp"

namespace gougi::naitou {

/// The width of the original's arithmetic: everything wraps at 256.
using Byte = std::uint8_t;
constexpr Byte wrapped(int value) { return static_cast<Byte>(value); }

enum class Side : std::uint8_t { kCom, kHum };
constexpr Side other(Side side) { return side == Side::kCom ? Side::kHum : Side::kCom; }
constexpr std::size_t index(Side side) { return static_cast<std::size_t>(side); }

using Kind = shogi::PieceType;
constexpr std::size_t at(Kind kind) { return static_cast<std::size_t>(kind); }

/// A square is 11 * rank + (10 - file): 9一 is 12, 1九 is 108.
using SquareIndex = int;
/// "No square": it lies on the border, and two rules measure distances from there.
inline constexpr SquareIndex kNoSquareIndex = 99;
inline constexpr SquareIndex kFirstSquare = 12;
inline constexpr SquareIndex kLastSquare = 108;
constexpr int x_of(SquareIndex s) { return s % 11; }
constexpr int rank_of(SquareIndex s) { return s / 11; }
constexpr SquareIndex square_at(int x, int rank) { return 11 * rank + x; }

/// The larger of the differences in files and ranks; `kNoSquareIndex` counts as (0, 9).
constexpr int distance(SquareIndex a, SquareIndex b) {
  const int dx = x_of(a) > x_of(b) ? x_of(a) - x_of(b) : x_of(b) - x_of(a);
  const int dy = rank_of(a) > rank_of(b) ? rank_of(a) - rank_of(b) : rank_of(b) - rank_of(a);
  return dx > dy ? dx : dy;
}

/// What is on a square: nothing, the border, or a piece of a side.
class Cell {
 public:
  constexpr Cell() = default;
  constexpr Cell(Side side, Kind kind)
      : value_(static_cast<Byte>(static_cast<int>(kind) | (static_cast<int>(side) << 4))) {}
  static constexpr Cell border() {
    Cell cell;
    cell.value_ = 0x80;
    return cell;
  }
  constexpr bool is_border() const { return value_ == 0x80; }
  constexpr bool is_empty() const { return value_ == 0; }
  constexpr bool is_piece() const { return (value_ & 15U) != 0; }
  constexpr bool is(Side side) const { return is_piece() && this->side() == side; }
  constexpr bool is(Side side, Kind kind) const { return *this == Cell(side, kind); }
  /// Only of pieces.
  constexpr Side side() const { return static_cast<Side>(value_ >> 4U); }
  /// kNone where there is no piece.
  constexpr Kind kind() const { return static_cast<Kind>(value_ & 15U); }
  friend constexpr bool operator==(Cell, Cell) = default;

 private:
  Byte value_ = 0;
};

/// The source of a drop is a number above every square; the order of the numbers decides ties.
constexpr Byte drop_code(Kind kind) {
  constexpr std::array<Byte, 9> kCodes{0, 201, 202, 203, 204, 206, 207, 205, 0};
  return kCodes[at(kind)];
}
inline constexpr int kFirstDropCode = 201;

struct Move {
  Byte source = 0;  ///< a square, or a drop code
  Byte destination = 0;
  bool promotes = false;

  static constexpr Move board(SquareIndex from, SquareIndex to, bool promotes) {
    return {static_cast<Byte>(from), static_cast<Byte>(to), promotes};
  }
  static constexpr Move drop(Kind kind, SquareIndex to) {
    return {drop_code(kind), static_cast<Byte>(to), false};
  }
  constexpr bool is_drop() const { return source >= kFirstDropCode; }
  /// Only of drops.
  constexpr Kind dropped() const {
    constexpr std::array kKinds{Kind::kPawn, Kind::kLance,  Kind::kKnight, Kind::kSilver,
                                Kind::kGold, Kind::kBishop, Kind::kRook};
    return kKinds[static_cast<std::size_t>(source - kFirstDropCode)];
  }
  friend constexpr bool operator==(const Move&, const Move&) = default;
};

using Hand = std::array<Byte, 9>;  ///< pieces by at(Kind); a king that was taken counts nowhere

class Board {
 public:
  /// Empty.
  Board();

  Cell operator[](SquareIndex s) const { return cells_[static_cast<std::size_t>(s + kMargin)]; }
  /// `s` must be on the board.
  void set(SquareIndex s, Cell cell) {
    cells_[static_cast<std::size_t>(s + kMargin)] = cell;
    const auto word = static_cast<std::size_t>(s >> 6);
    const std::uint64_t bit = std::uint64_t{1} << (static_cast<unsigned>(s) & 63U);
    for (auto& pieces : pieces_) pieces[word] &= ~bit;
    if (cell.is_piece()) pieces_[index(cell.side())][word] |= bit;
  }
  /// Calls `use(square)` for every piece of `side`, in ascending order.
  template <class Use>
  void for_each_piece(Side side, const Use& use) const {
    for (const int word : {0, 1}) {
      std::uint64_t bits = pieces_[index(side)][static_cast<std::size_t>(word)];
      for (; bits != 0; bits &= bits - 1) use(64 * word + std::countr_zero(bits));
    }
  }
  Hand& hand(Side side) { return hands_[index(side)]; }
  const Hand& hand(Side side) const { return hands_[index(side)]; }
  /// kNoSquareIndex if there is none.
  SquareIndex king(Side side) const;

  /// Plays a move of `side`; what it takes goes to the hand.
  void play(Side side, Move move);

  friend bool operator==(const Board&, const Board&) = default;

 private:
  // Two more rows of border at either end, for the knights of the last ranks.
  static constexpr int kMargin = 22;
  std::array<Cell, kMargin + 121 + kMargin> cells_{};
  std::array<std::array<std::uint64_t, 2>, 2> pieces_{};  // by side: a bit for each square
  std::array<Hand, 2> hands_{};
};

}  // namespace gougi::naitou
