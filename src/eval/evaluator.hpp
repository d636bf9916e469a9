// SPDX-License-Identifier: MIT
// From a position to a score, by hand-made terms: pieces on squares and by their place relative to
// both kings, pieces in hand, attacks on the kings, threats, reach. Symmetric: turning the board
// round and swapping the colours gives the same score. It looks at no moves; tactics are the
// search's. An Evaluator is constant after construction and safe from any thread; an Accumulator
// belongs to one thread and follows its position move by move.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "eval/weights.hpp"
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

/// See Accumulator::estimate.
inline constexpr int kRoughError = 450;

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
  /// `weights`: learnt ones, or the program's own.
  explicit Evaluator(Style style = Style::kBalanced, const WeightTable& weights = kWeights);

  /// For the side to move, in hundredths of a pawn, within kLargestScore.
  int evaluate(const shogi::Position& position) const;

 private:
  friend class Accumulator;

  /// Two scores in one word: `quiet` in the low half, `open` in the high one; sums add both.
  using Pair = std::int32_t;
  static constexpr Pair pair(int quiet, int open) {
    return static_cast<Pair>(static_cast<std::uint32_t>(open) << 16U) + quiet;
  }
  static constexpr int quiet_of(Pair both) {
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(both));
  }
  static constexpr int open_of(Pair both) {
    return static_cast<std::int16_t>(
        static_cast<std::uint16_t>((static_cast<std::uint32_t>(both) + 0x8000U) >> 16U));
  }

  // Squares 17 apart from file to file, so that a difference says where one lies from the other.
  static constexpr int kSpan = 17;
  static constexpr int kOffsets = 8 * kSpan + 8;
  static constexpr int spread(shogi::Square s) { return (s.file() - 1) * kSpan + s.rank() - 1; }

  struct Sums {
    Pair fixed = 0;                 // pieces on squares, hands
    std::array<Pair, 2> to_king{};  // pieces by their place relative to each king
    int open = 0;                   // see kMostOpen; not capped
  };
  class Collector;

  Pair relative(shogi::Color king, shogi::Piece piece, int from, int king_at) const {
    return to_king_[static_cast<std::size_t>(shogi::index(king))][static_cast<std::size_t>(
        piece.value())][static_cast<std::size_t>(from - king_at + kOffsets)];
  }
  Pair sum_to_king(const shogi::Position& position, shogi::Color king, shogi::Square at,
                   shogi::Square left_out) const;
  Sums sums_of(const shogi::Position& position) const;
  int finish(const shogi::Position& position, const Sums& sums) const;
  int blend(const shogi::Position& position, const Sums& sums, Pair rest) const;

  // All as Black sees them: White's are negative.
  std::array<std::array<Pair, shogi::kSquareCount>, 32> on_square_{};
  std::array<std::array<std::array<Pair, 2 * kOffsets + 1>, 32>, 2> to_king_{};
  std::array<std::array<Pair, kHandSlots>, 8> in_hand_{};
  std::array<Pair, kWeightCount> weights_{};  // of the rest
};

/// The evaluation of one thread's position, kept up to date.
class Accumulator {
 public:
  explicit Accumulator(const Evaluator& evaluator) : evaluator_(&evaluator) {}

  /// Another one from now on; before reset().
  void set_evaluator(const Evaluator& evaluator) { evaluator_ = &evaluator; }
  /// Begins anew at `position`.
  void reset(const shogi::Position& position);
  /// The legal `move` will be played in `before`.
  void push(const shogi::Position& before, shogi::BareMove move);
  /// The mover will pass.
  void push_null() { sums_.push_back(sums_.back()); }
  void pop() { sums_.pop_back(); }
  /// Without what takes a look at the board: cheap, and seldom wrong by kRoughError.
  int estimate(const shogi::Position& position) const {
    return evaluator_->blend(position, sums_.back(), 0);
  }
  /// Of the position that the pushes led to.
  int evaluate(const shogi::Position& position) const {
    return evaluator_->finish(position, sums_.back());
  }

 private:
  const Evaluator* evaluator_;
  std::vector<Evaluator::Sums> sums_;
};

}  // namespace gougi::eval
