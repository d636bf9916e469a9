// SPDX-License-Identifier: MIT
#include "shogi/attacks.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "shogi/reference_rules.hpp"

namespace gougi::shogi {
namespace {

Setup random_board(base::Random& random, std::uint64_t density) {
  shogi::Setup setup;
  for (Piece& p : setup.board) {
    if (random.below(100) < density) p = Piece(Color::kBlack, PieceType::kGold);
  }
  return setup;
}

Bitboard occupied_squares(const Setup& setup) {
  Bitboard set;
  for (int i = 0; i < kSquareCount; ++i) {
    if (!reference::at(setup, Square(i)).empty()) set |= Bitboard::of(Square(i));
  }
  return set;
}

TEST(Attacks, EveryPieceOnEverySquareAttacksWhatItReaches) {
  base::Random random(1);
  for (int round = 0; round < 60; ++round) {
    const shogi::Setup board = random_board(random, 5 + 10 * static_cast<std::uint64_t>(round % 8));
    const Bitboard occupied = occupied_squares(board);
    for (int i = 0; i < kSquareCount; ++i) {
      for (const Color c : kColors) {
        for (int t = 1; t < kPieceTypeCount; ++t) {
          const Piece piece(c, static_cast<PieceType>(t));
          shogi::Setup with = board;
          reference::at(with, Square(i)) = piece;
          Bitboard expected;
          for (int j = 0; j < kSquareCount; ++j) {
            if (reference::reaches(with, Square(i), Square(j))) expected |= Bitboard::of(Square(j));
          }
          ASSERT_EQ(attacks(piece.type(), c, Square(i), occupied), expected)
              << "kind " << t << " on " << i;
          const auto target = Square(static_cast<int>(random.below(81)));
          ASSERT_EQ(attacks_square(piece, Square(i), target, occupied), expected.has(target));
        }
      }
    }
  }
}

TEST(Attacks, BetweenAndLineFollowFilesRanksAndDiagonals) {
  const auto of = [](int file, int rank) { return Square::of(file, rank); };
  EXPECT_EQ(between(of(5, 5), of(5, 8)), Bitboard::of(of(5, 6)) | Bitboard::of(of(5, 7)));
  EXPECT_EQ(between(of(9, 1), of(6, 4)), Bitboard::of(of(8, 2)) | Bitboard::of(of(7, 3)));
  EXPECT_EQ(between(of(7, 2), of(9, 2)), Bitboard::of(of(8, 2)));
  EXPECT_FALSE(between(of(5, 5), of(5, 6)));
  EXPECT_FALSE(between(of(5, 5), of(4, 3)));
  EXPECT_EQ(line_through(of(3, 3), of(3, 7)), file_squares(3));
  EXPECT_EQ(line_through(of(8, 2), of(1, 2)), rank_squares(2));
  EXPECT_EQ(line_through(of(1, 9), of(9, 1)).count(), 9);
  EXPECT_FALSE(line_through(of(5, 5), of(6, 7)));
}

TEST(Bitboard, VisitsAndPopsSquaresInOrder) {
  const Bitboard set = Bitboard::of(Square(0)) | Bitboard::of(Square(62)) |
                       Bitboard::of(Square(63)) | Bitboard::of(Square(80));
  std::vector<int> visited;
  set.for_each([&](Square s) { visited.push_back(s.index()); });
  EXPECT_EQ(visited, (std::vector<int>{0, 62, 63, 80}));
  Bitboard rest = set;
  for (const int expected : visited) EXPECT_EQ(rest.pop(), Square(expected));
  EXPECT_FALSE(rest);
  EXPECT_EQ(set.count(), 4);
  EXPECT_EQ((~set).count(), 77);
}

TEST(Bitboard, KnowsOneSquareFromMany) {
  for (int i = 0; i < kSquareCount; ++i) {
    EXPECT_FALSE(Bitboard::of(Square(i)).many());
    EXPECT_TRUE((Bitboard::of(Square(i)) | Bitboard::of(Square((i + 40) % 81))).many());
  }
  EXPECT_FALSE(Bitboard().many());
  EXPECT_FALSE(Bitboard::of(kNoSquare).any());
  EXPECT_FALSE(kAllSquares.has(kNoSquare));
}

TEST(Bitboard, FilesWithoutPawnsAreWhole) {
  base::Random random(2);
  for (int round = 0; round < 500; ++round) {
    Bitboard pawns;
    Bitboard expected;
    for (int file = 1; file <= 9; ++file) {
      const auto rank = static_cast<int>(random.below(10));
      if (rank == 0) {
        expected |= file_squares(file);
      } else {
        pawns |= Bitboard::of(Square::of(file, rank));
      }
    }
    ASSERT_EQ(files_without(pawns), expected);
  }
}

}  // namespace
}  // namespace gougi::shogi
