// SPDX-License-Identifier: MIT
#include "eval/evaluator.hpp"

#include <algorithm>
#include <cstdlib>

#include "shogi/attacks.hpp"

namespace gougi::eval {
namespace {

using shogi::Color;
using shogi::PieceType;
using shogi::Square;

template <class T>
using ByType = std::array<T, shogi::kPieceTypeCount>;

std::size_t at(PieceType type) { return static_cast<std::size_t>(shogi::index(type)); }

// none, pawn, lance, knight, silver, bishop, rook, gold, king, and the promoted six.
constexpr ByType<int> kBoardValue{0, 100, 300, 340, 480, 800,  950, 540,
                                  0, 480, 500, 510, 530, 1080, 1250};
// A piece in hand can go anywhere: worth more than one on the board, most of all the strong ones.
constexpr ByType<int> kHandValue{0, 110, 320, 370, 520, 870, 1050, 600, 0, 0, 0, 0, 0, 0, 0};

/// How much a piece near the enemy king threatens, and one near its own king protects. Larger makes
/// the engine sacrifice for an attack (or huddle), smaller makes it play without a plan.
constexpr ByType<int> kAttack{0, 8, 6, 12, 22, 12, 12, 24, 0, 26, 24, 24, 24, 30, 32};
constexpr ByType<int> kShelter{0, 7, 5, 4, 18, 2, -10, 24, 0, 12, 12, 12, 14, 20, 4};

/// By distance from the king (the larger of files and ranks), in sixteenths.
constexpr std::array<int, 9> kAttackByDistance{0, 38, 30, 20, 12, 6, 3, 1, 0};
constexpr std::array<int, 9> kShelterByDistance{0, 24, 17, 7, 2, 0, 0, 0, 0};

/// A king on its files from the edge inwards, and on its ranks from home forwards: castles stand on
/// the second and third file; in the middle of the board there is no shelter; in the enemy camp
/// there is nothing left that attacks upwards.
constexpr std::array<int, 5> kKingFile{10, 35, 25, 0, -25};
constexpr std::array<int, 9> kKingRank{0, 15, -45, -100, -130, -100, -20, 40, 50};

/// What each attacked square of the enemy king's 3x3 block adds to the pressure on it, by attacker.
constexpr ByType<int> kPressure{0, 2, 3, 4, 5, 4, 5, 6, 0, 6, 6, 6, 6, 7, 8};
/// A piece in hand joins an attack at any time.
constexpr ByType<int> kHandPressure{0, 1, 2, 3, 4, 3, 5, 5, 0, 0, 0, 0, 0, 0, 0};
/// Pressure times attackers, in this many parts of a hundredth of a pawn. Smaller makes sacrifices
/// of a rook for a loose attack, larger makes none.
constexpr int kPressureDivisor = 3;
constexpr int kLargestDanger = 1500;

/// Each square a long-range piece reaches.
constexpr ByType<int> kMobility{0, 0, 3, 0, 0, 4, 4, 0, 0, 0, 0, 0, 0, 4, 3};

constexpr int kTempo = 15;

}  // namespace

int board_value(PieceType type) { return kBoardValue[at(type)]; }
int hand_value(PieceType type) { return kHandValue[at(type)]; }
int exchange_value(PieceType type) {
  return kBoardValue[at(type)] + kHandValue[at(shogi::unpromote(type))];
}
int promotion_gain(PieceType type) {
  return shogi::can_promote(type) ? board_value(shogi::promote(type)) - board_value(type) : 0;
}

Evaluator::Evaluator(Style style) {
  switch (style) {
    case Style::kBalanced:
      fill_tables(100, 100);
      break;
    case Style::kAttack:
      fill_tables(150, 70);
      break;
    case Style::kDefence:
      fill_tables(70, 150);
      break;
  }
}

int Evaluator::evaluate(const shogi::Position& position) const {
  const Color mover = position.side_to_move();
  const int score = side_score(position, mover) - side_score(position, ~mover) + kTempo;
  return std::clamp(score, -kLargestScore, kLargestScore);
}

int Evaluator::side_score(const shogi::Position& position, Color side) const {
  const Square own_king = position.king(side);
  const Square enemy_king = position.king(~side);
  const shogi::Bitboard occupied = position.occupied();
  // A problem's position may lack a king; the middle of the board then stands for it.
  const Square middle = Square::of(5, 5);
  const Square own_centre = own_king.valid() ? own_king : middle;
  const Square enemy_centre = enemy_king.valid() ? enemy_king : middle;
  const shogi::Bitboard target =
      shogi::step_attacks(side, PieceType::kKing, enemy_king) | shogi::Bitboard::of(enemy_king);
  int score = 0;
  int pressure = 0;
  int attackers = 0;
  position.pieces(side).for_each([&](Square square) {
    const PieceType type = position.piece_at(square).type();
    if (type == PieceType::kKing) {
      const Square seen = side == Color::kBlack ? square : square.flipped();
      score += king_square_[static_cast<std::size_t>(seen.index())];
      return;
    }
    score += to_enemy_king_[at(type)][relative(side, square, enemy_centre)];
    score += to_own_king_[at(type)][relative(side, square, own_centre)];
    const shogi::Bitboard reach = shogi::attacks(type, side, square, occupied);
    if (kMobility[at(type)] != 0) score += kMobility[at(type)] * reach.count();
    if (const int hits = (reach & target).count(); hits > 0) {
      pressure += kPressure[at(type)] * std::min(hits, 3);
      ++attackers;
    }
  });
  const shogi::Hand hand = position.hand(side);
  for (const PieceType type : shogi::kHandTypes) {
    const int count = hand.count(type);
    score += count * kHandValue[at(type)];
    pressure += std::min(count, 2) * kHandPressure[at(type)];
  }
  const int danger = pressure * attackers * attack_percent_ / (100 * kPressureDivisor);
  return score + std::min(danger, kLargestDanger);
}

void Evaluator::fill_tables(int attack_percent, int shelter_percent) {
  attack_percent_ = attack_percent;
  for (std::size_t type = 1; type < shogi::kPieceTypeCount; ++type) {
    for (int files = 0; files < kFiles; ++files) {
      for (int ranks = -8; ranks <= 8; ++ranks) {
        const auto cell = static_cast<std::size_t>(files * kRanks + ranks + 8);
        const auto distance = static_cast<std::size_t>(std::max(files, std::abs(ranks)));
        int attack = kAttack[type] * kAttackByDistance[distance] / 16;
        // A piece that has gone past the enemy king points away from it.
        if (ranks < 0) attack = attack * 2 / 3;
        int shelter = kShelter[type] * kShelterByDistance[distance] / 16;
        // Shelter stands before the king or beside it, not behind.
        if (ranks > 0) shelter /= 2;
        to_enemy_king_[type][cell] =
            static_cast<std::int16_t>(kBoardValue[type] + attack * attack_percent / 100);
        to_own_king_[type][cell] = static_cast<std::int16_t>(shelter * shelter_percent / 100);
      }
    }
  }
  for (int index = 0; index < shogi::kSquareCount; ++index) {
    const Square square(index);
    const auto from_edge = static_cast<std::size_t>(std::min(square.file() - 1, 9 - square.file()));
    const auto advance = static_cast<std::size_t>(9 - square.rank());
    king_square_[static_cast<std::size_t>(index)] = static_cast<std::int16_t>(
        (kKingFile[from_edge] + kKingRank[advance]) * shelter_percent / 100);
  }
}

std::size_t Evaluator::relative(Color owner, Square piece, Square king) {
  const int files = std::abs(piece.file() - king.file());
  const int ranks =
      owner == Color::kBlack ? piece.rank() - king.rank() : king.rank() - piece.rank();
  return static_cast<std::size_t>(files * kRanks + ranks + 8);
}

}  // namespace gougi::eval
