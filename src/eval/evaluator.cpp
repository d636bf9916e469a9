// SPDX-License-Identifier: MIT
#include "eval/evaluator.hpp"

#include <algorithm>

#include "eval/terms.hpp"

namespace gougi::eval {
namespace {

using shogi::Color;
using shogi::PieceType;
using shogi::Square;

template <class T>
using ByType = std::array<T, shogi::kPieceTypeCount>;

std::size_t at(PieceType type) { return static_cast<std::size_t>(shogi::index(type)); }
std::size_t at(Color color) { return static_cast<std::size_t>(shogi::index(color)); }
std::size_t at(shogi::Piece piece) { return static_cast<std::size_t>(piece.value()); }
std::size_t at(Square square) { return static_cast<std::size_t>(square.index()); }

// What exchanges count with; the evaluation's own values are in weights.cpp.
// none, pawn, lance, knight, silver, bishop, rook, gold, king, and the promoted six.
constexpr ByType<int> kBoardValue{0, 100, 300, 340, 480, 800,  950, 540,
                                  0, 480, 500, 510, 530, 1080, 1250};
// A piece in hand can go anywhere: worth more than one on the board, most of all the strong ones.
constexpr ByType<int> kHandValue{0, 110, 320, 370, 520, 870, 1050, 600, 0, 0, 0, 0, 0, 0, 0};

/// How the styles turn the terms of attack and of shelter, in percent.
struct Taste {
  int attack;
  int shelter;
};

Taste taste_of(Style style) {
  switch (style) {
    case Style::kAttack:
      return {150, 70};
    case Style::kDefence:
      return {70, 150};
    default:
      return {100, 100};
  }
}

/// The part of a weight's worth that is attack or shelter is scaled; material is not.
int scaled_by_taste(std::size_t index, int value, const Taste& taste) {
  if (index >= kToOwnKing && index < kToEnemyKing) return value * taste.shelter / 100;
  if (index >= kToEnemyKing && index < kInHand) return value * taste.attack / 100;
  if (index >= kPressure && index < kPawnThreat) return value * taste.attack / 100;
  return value;
}

int open_in_hand(PieceType type) { return kOpenInHand[at(type)]; }
int open_on_board(PieceType type) { return shogi::is_promoted(type) ? kOpenPromoted : 0; }

}  // namespace

int board_value(PieceType type) { return kBoardValue[at(type)]; }
int hand_value(PieceType type) { return kHandValue[at(type)]; }
int exchange_value(PieceType type) {
  return kBoardValue[at(type)] + kHandValue[at(shogi::unpromote(type))];
}
int promotion_gain(PieceType type) {
  return shogi::can_promote(type) ? board_value(shogi::promote(type)) - board_value(type) : 0;
}

/// Sums what visit_terms finds.
class Evaluator::Collector {
 public:
  explicit Collector(const std::array<Pair, kWeightCount>& weights) : weights_(weights) {}
  void add(Color side, std::size_t index) {
    sum_ += side == Color::kBlack ? weights_[index] : -weights_[index];
  }
  Pair sum() const { return sum_; }

 private:
  const std::array<Pair, kWeightCount>& weights_;
  Pair sum_ = 0;
};

Evaluator::Evaluator(Style style, const WeightTable& weights) {
  const Taste taste = taste_of(style);
  for (std::size_t i = 0; i < kWeightCount; ++i) {
    weights_[i] = pair(scaled_by_taste(i, weights[i].quiet, taste),
                       scaled_by_taste(i, weights[i].open, taste));
  }
  for (std::size_t type = 1; type < kTypes; ++type) {
    const Square origin = Square::of(1, 1);
    for (const Color color : shogi::kColors) {
      const shogi::Piece piece(color, static_cast<PieceType>(type));
      const int sign = color == Color::kBlack ? 1 : -1;
      for (int i = 0; i < shogi::kSquareCount; ++i) {
        on_square_[at(piece)][static_cast<std::size_t>(i)] =
            sign * weights_[kOnSquare + type * kSquares + index_seen_by(color, Square(i))];
      }
      if (piece.type() == PieceType::kKing) continue;
      for (int files = -8; files <= 8; ++files) {
        for (int ranks = -8; ranks <= 8; ++ranks) {
          const Square from =
              Square::of(origin.file() + std::max(files, 0), origin.rank() + std::max(ranks, 0));
          const Square king =
              Square::of(origin.file() + std::max(-files, 0), origin.rank() + std::max(-ranks, 0));
          const auto offset = static_cast<std::size_t>(spread(from) - spread(king) + kOffsets);
          const std::size_t where = type * kRelations + relation(color, from, king);
          to_king_[at(color)][at(piece)][offset] = sign * weights_[kToOwnKing + where];
          to_king_[at(~color)][at(piece)][offset] = sign * weights_[kToEnemyKing + where];
        }
      }
    }
  }
  for (const PieceType type : shogi::kHandTypes) {
    for (std::size_t count = 0; count < kHandSlots; ++count) {
      in_hand_[at(type)][count] = weights_[kInHand + at(type) * kHandSlots + count];
    }
  }
}

Evaluator::Pair Evaluator::sum_to_king(const shogi::Position& position, Color king,
                                       Square at_square, Square left_out) const {
  const int king_at = spread(at_square);
  Pair sum = 0;
  position.occupied().without(shogi::Bitboard::of(left_out)).for_each([&](Square square) {
    sum += relative(king, position.piece_at(square), spread(square), king_at);
  });
  return sum;
}

Evaluator::Sums Evaluator::sums_of(const shogi::Position& position) const {
  Sums sums;
  position.occupied().for_each([&](Square square) {
    const shogi::Piece piece = position.piece_at(square);
    sums.fixed += on_square_[at(piece)][at(square)];
    sums.open += open_on_board(piece.type());
  });
  for (const Color color : shogi::kColors) {
    const shogi::Hand hand = position.hand(color);
    for (const PieceType type : shogi::kHandTypes) {
      const int count = hand.count(type);
      const auto slot = static_cast<std::size_t>(std::min(count, static_cast<int>(kHandSlots) - 1));
      const Pair worth = in_hand_[at(type)][slot];
      sums.fixed += color == Color::kBlack ? worth : -worth;
      sums.open += count * open_in_hand(type);
    }
    const Square king = position.king(color);
    sums.to_king[at(color)] =
        sum_to_king(position, color, king.valid() ? king : kMiddle, shogi::kNoSquare);
  }
  return sums;
}

int Evaluator::finish(const shogi::Position& position, const Sums& sums) const {
  Collector collector(weights_);
  visit_terms(position, collector);
  return blend(position, sums, collector.sum());
}

int Evaluator::blend(const shogi::Position& position, const Sums& sums, Pair rest) const {
  const Pair all = sums.fixed + sums.to_king[0] + sums.to_king[1] + rest;
  const int open = std::min(sums.open, kMostOpen);
  const int blended = (quiet_of(all) * (kMostOpen - open) + open_of(all) * open) / kMostOpen;
  const int score = position.side_to_move() == Color::kBlack ? blended : -blended;
  return std::clamp(score, -kLargestScore, kLargestScore);
}

int Evaluator::evaluate(const shogi::Position& position) const {
  return finish(position, sums_of(position));
}

void Accumulator::reset(const shogi::Position& position) {
  sums_.clear();
  sums_.push_back(evaluator_->sums_of(position));
}

void Accumulator::push(const shogi::Position& before, shogi::BareMove move) {
  const Evaluator& e = *evaluator_;
  Evaluator::Sums sums = sums_.back();
  const Color us = before.side_to_move();
  const Square to = move.to();
  const auto king_at = [&before](Color color) {
    const Square king = before.king(color);
    return Evaluator::spread(king.valid() ? king : kMiddle);
  };
  const std::array<int, 2> kings{king_at(Color::kBlack), king_at(Color::kWhite)};
  const auto change = [&](shogi::Piece piece, Square square, int sign) {
    const int spread = Evaluator::spread(square);
    sums.fixed += sign * e.on_square_[at(piece)][at(square)];
    sums.to_king[0] += sign * e.relative(Color::kBlack, piece, spread, kings[0]);
    sums.to_king[1] += sign * e.relative(Color::kWhite, piece, spread, kings[1]);
    sums.open += sign * open_on_board(piece.type());
  };
  const auto hand_to = [&](PieceType type, int difference) {
    constexpr int kLast = static_cast<int>(kHandSlots) - 1;
    const int count = before.hand(us).count(type);
    const auto& worth = e.in_hand_[at(type)];
    const Evaluator::Pair gain =
        worth[static_cast<std::size_t>(std::min(count + difference, kLast))] -
        worth[static_cast<std::size_t>(std::min(count, kLast))];
    sums.fixed += us == Color::kBlack ? gain : -gain;
    sums.open += difference * open_in_hand(type);
  };
  if (move.is_drop()) {
    hand_to(move.dropped(), -1);
    change(shogi::Piece(us, move.dropped()), to, 1);
    sums_.push_back(sums);
    return;
  }
  const shogi::Piece piece = before.piece_at(move.from());
  const shogi::Piece captured = before.piece_at(to);
  if (!captured.empty()) {
    change(captured, to, -1);
    hand_to(shogi::unpromote(captured.type()), 1);
  }
  change(piece, move.from(), -1);
  change(move.promotes() ? shogi::Piece(us, shogi::promote(piece.type())) : piece, to, 1);
  if (piece.type() == PieceType::kKing) {
    // A king's own row is empty, so the position before serves.
    sums.to_king[at(us)] = e.sum_to_king(before, us, to, to);
  }
  sums_.push_back(sums);
}

}  // namespace gougi::eval
