// SPDX-License-Identifier: MIT
// The original's opening book (定跡): for each formation (戦型) branches that answer a piece on a
// square, and a sequence of moves. Which entries were used is the caller's to keep.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <span>

#include "naitou/board.hpp"
#include "naitou/effects.hpp"

namespace gougi::naitou {

enum class Formation : std::uint8_t {
  kCentralRook = 0,        ///< 中飛車
  kFourthFileRook = 1,     ///< 四間飛車
  kBishopExchange = 3,     ///< 角換わり
  kOffDiagonalBishop = 4,  ///< 筋違い角
  kHumWithoutRook = 6,     ///< プレイヤー飛車落ち
  kHumWithoutBoth = 7,     ///< プレイヤー二枚落ち
  kComWithoutRook = 8,     ///< COM飛車落ち
  kComWithoutBoth = 9,     ///< COM二枚落ち
  kNone = 99,              ///< the book was left
};

/// "If this piece of HUM stands there": a reply, or another formation up to a ply.
struct BookBranch {
  Byte square = 0;
  Kind piece = Kind::kNone;
  Move reply;  ///< where new_formation is kNone
  Formation new_formation = Formation::kNone;
  Byte last_ply = 0;
};

struct BookPage {
  std::span<const BookBranch> branches;
  std::span<const Move> sequence;
};

/// Empty for kNone.
BookPage book_page(Formation formation);

/// How far a game is through the book.
struct BookState {
  Formation formation = Formation::kNone;
  std::bitset<32> used_branches;
  std::bitset<32> used_moves;
  friend bool operator==(const BookState&, const BookState&) = default;
};

struct BookQuestion {
  const Board& board;
  const Effects& effects;  ///< of `board`
  int progress_ply = 0;
  SquareIndex last_destination = kNoSquareIndex;  ///< of HUM's last move
};

/// The next move of the book that is not refused; what is asked is used up. Without one the book
/// is left.
std::optional<Move> next_book_move(const BookQuestion& question, BookState& state);

}  // namespace gougi::naitou
