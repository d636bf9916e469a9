// SPDX-License-Identifier: MIT
// From a position to a score, by hand-made terms: material on the board and in hand, pieces by
// their distance from both kings, the kings' own squares. Symmetric: turning the board round and
// swapping the colours gives the same score. It looks at no moves; tactics are the search's. After
// construction it is constant and safe from any thread.
#pragma once

#include <array>
#include <cstdint>

#include "shogi/position.hpp"

namespace gougi::eval {

/// What the evaluator likes, so that two engines of a council differ.
enum class Style : std::uint8_t {
  kBalanced,
  kAttack,   ///< pieces near the enemy king count more, its own shelter less
  kDefence,  ///< the other way round
};

/// Scores stay within this, whatever the position.
inline constexpr int kLargestScore = 20000;

/// What a piece on the board is worth, in hundredths of a pawn. 0 for a king.
int board_value(shogi::PieceType type);
/// What a piece in hand is worth.
int hand_value(shogi::PieceType type);
/// What capturing a piece on the board changes: it leaves one side and enters the other's hand.
int exchange_value(shogi::PieceType type);
/// What promoting gains.
int promotion_gain(shogi::PieceType type);

class Evaluator {
 public:
  explicit Evaluator(Style style = Style::kBalanced);

  /// For the side to move, in hundredths of a pawn, within kLargestScore.
  int evaluate(const shogi::Position& position) const;

 private:
  // A square relative to a king, seen by the piece's owner: files apart, and ranks that the piece
  // stands nearer to its owner's camp.
  static constexpr int kFiles = 9;
  static constexpr int kRanks = 17;
  using RelativeTable =
      std::array<std::array<std::int16_t, kFiles * kRanks>, shogi::kPieceTypeCount>;

  static std::size_t relative(shogi::Color owner, shogi::Square piece, shogi::Square king);
  void fill_tables(int attack_percent, int shelter_percent);
  int side_score(const shogi::Position& position, shogi::Color side) const;

  RelativeTable to_enemy_king_{};  // material included
  RelativeTable to_own_king_{};
  std::array<std::int16_t, shogi::kSquareCount> king_square_{};  // as Black sees the board
  int attack_percent_ = 100;
};

}  // namespace gougi::eval
