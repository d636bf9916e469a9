// SPDX-License-Identifier: MIT
#include "eval/evaluator.hpp"

#include <algorithm>
#include <cstdlib>

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

void Evaluator::fill_tables(int attack_percent, int shelter_percent) {
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
    king_square_[static_cast<std::size_t>(index)] =
        static_cast<std::int16_t>((kKingFile[from_edge] + kKingRank[advance]) * shelter_percent / 100);
  }
}

std::size_t Evaluator::relative(Color owner, Square piece, Square king) {
  const int files = std::abs(piece.file() - king.file());
  const int ranks =
      owner == Color::kBlack ? piece.rank() - king.rank() : king.rank() - piece.rank();
  return static_cast<std::size_t>(files * kRanks + ranks + 8);
}

}  // namespace gougi::eval
