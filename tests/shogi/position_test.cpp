// SPDX-License-Identifier: MIT
#include "shogi/position.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "base/random.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"

namespace gougi::shogi {
namespace {

using testing::HasSubstr;

Position read(std::string_view sfen) {
  auto position = notation::parse_sfen(sfen);
  EXPECT_TRUE(position) << position.error().message;
  return position.value_or(Position::start());
}

BareMove usi(std::string_view text) { return notation::parse_usi_move(text).value_or(BareMove()); }

bool legal(std::string_view sfen, std::string_view move) { return read(sfen).is_legal(usi(move)); }

Setup with(std::initializer_list<std::pair<Square, Piece>> pieces) {
  shogi::Setup setup;
  for (const auto& [square, piece] : pieces) {
    setup.board[static_cast<std::size_t>(square.index())] = piece;
  }
  return setup;
}

const Piece kBlackKing(Color::kBlack, PieceType::kKing);
const Piece kWhiteKing(Color::kWhite, PieceType::kKing);

std::string error_of(const Setup& setup) {
  const auto position = Position::from(setup);
  return position ? "" : position.error().message;
}

TEST(Position, RejectsWhatCannotOccurAndSaysWhy) {
  const Piece pawn(Color::kBlack, PieceType::kPawn);
  const Piece knight(Color::kWhite, PieceType::kKnight);
  const auto at = [](int file, int rank) { return Square::of(file, rank); };
  EXPECT_EQ(error_of(with({{at(5, 9), kBlackKing}, {at(4, 9), kBlackKing}})), "Black has 2 kings");
  EXPECT_EQ(error_of(with({{at(5, 9), kWhiteKing}, {at(4, 9), kWhiteKing}})), "White has 2 kings");
  EXPECT_EQ(error_of(with({{at(3, 4), pawn}, {at(3, 8), pawn}})), "Black has two pawns on file 3");
  EXPECT_EQ(error_of(with({{at(3, 1), pawn}})), "Black's piece on 3a could never move");
  EXPECT_EQ(error_of(with({{at(2, 8), knight}})), "White's piece on 2h could never move");
  EXPECT_EQ(error_of(with({{at(5, 2), kWhiteKing}, {at(5, 3), pawn}})),
            "White is in check with Black to move");
  shogi::Setup too_many;
  too_many.hands[0].add(PieceType::kRook, 2);
  too_many.hands[1].add(PieceType::kRook, 1);
  EXPECT_EQ(error_of(too_many), "3 rooks where the game has 2");
  shogi::Setup ply;
  ply.ply = 0;
  EXPECT_THAT(error_of(ply), HasSubstr("move number 0"));
}

TEST(Position, LenientlyTakesAFifthGoldButNeverAStuckPawnOrTwoKings) {
  const auto lenient = [](std::string_view sfen) {
    return notation::parse_sfen(sfen, Strictness::kLenient).has_value();
  };
  EXPECT_TRUE(lenient("4k4/9/9/9/9/9/9/9/4K4 b 3G2g 1"));
  EXPECT_FALSE(notation::parse_sfen("4k4/9/9/9/9/9/9/9/4K4 b 3G2g 1"));
  EXPECT_TRUE(lenient("N3k4/9/9/9/9/9/9/9/4K4 b - 1"));
  EXPECT_FALSE(lenient("P3k4/9/9/9/9/9/9/9/4K4 b - 1"));
  EXPECT_FALSE(lenient("K3k4/9/9/9/9/9/9/9/4K4 b - 1"));
  EXPECT_FALSE(lenient("4k4/9/9/9/9/9/9/9/4K4 b 7G7g 1"));
}

TEST(Position, AppliesTheRulesOfDrops) {
  EXPECT_FALSE(legal("4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e")) << "two pawns";
  EXPECT_TRUE(legal("4k4/9/9/9/9/9/4+P4/9/4K4 b P 1", "P*5e")) << "と is no pawn";
  EXPECT_FALSE(legal("4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "P*1a"));
  EXPECT_FALSE(legal("4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "L*1a"));
  EXPECT_FALSE(legal("4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "N*1b"));
  EXPECT_TRUE(legal("4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "N*1c"));
  EXPECT_FALSE(legal("4k4/9/9/9/9/9/9/9/4K4 w pln 1", "N*1h"));
  EXPECT_FALSE(legal("4k4/9/9/9/9/9/9/9/4K4 b - 1", "G*5e")) << "not in hand";
  EXPECT_FALSE(legal("4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5i")) << "occupied";
}

TEST(Position, ForbidsPawnDropMateAndNothingElseLikeIt) {
  EXPECT_FALSE(legal("7nk/9/7G1/9/9/9/9/9/4K4 b P 1", "P*1b"));
  EXPECT_TRUE(legal("7nk/9/7G1/9/9/9/9/9/4K4 b L 1", "L*1b")) << "a lance may mate";
  EXPECT_TRUE(legal("7nk/9/7G1/8P/9/9/9/9/4K4 b - 1", "2c2b")) << "a gold may mate";
  EXPECT_TRUE(legal("7nk/9/6G2/9/9/9/9/9/4K4 b P 1", "P*1b")) << "the king takes it";
  EXPECT_TRUE(legal("6nsk/9/7G1/9/9/9/9/9/4K4 b P 1", "P*1b")) << "the silver takes it";
  EXPECT_TRUE(legal("7nk/9/7GP/9/9/9/9/9/4K4 b - 1", "1c1b")) << "a pawn move may mate";
  EXPECT_FALSE(legal("4k4/9/9/9/9/9/1g7/9/KN7 w p 1", "P*9h"));
}

TEST(Position, KeepsTheKingOutOfCheck) {
  EXPECT_FALSE(legal("4r3k/9/9/9/9/9/9/4G4/4K4 b - 1", "5h4h")) << "pinned";
  EXPECT_TRUE(legal("4r3k/9/9/9/9/9/9/4G4/4K4 b - 1", "5h5g")) << "along the pin";
  EXPECT_FALSE(legal("4r3k/9/9/9/9/9/9/9/4K4 b G 1", "G*4h")) << "does not block";
  EXPECT_TRUE(legal("4r3k/9/9/9/9/9/9/9/4K4 b G 1", "G*5d")) << "blocks";
  EXPECT_FALSE(legal("8k/9/9/9/9/4r4/4K4/9/9 b - 1", "5g5h")) << "along the rook's file";
  EXPECT_FALSE(legal("8k/9/9/b8/9/9/9/9/4K4 b - 1", "5i5h")) << "into a diagonal";
}

TEST(Position, TakesPromotionOnlyWhereItIsAllowedAndForcesItAtDeadEnds) {
  EXPECT_FALSE(legal("8k/4P4/9/9/9/9/9/9/4K4 b - 1", "5b5a"));
  EXPECT_TRUE(legal("8k/4P4/9/9/9/9/9/9/4K4 b - 1", "5b5a+"));
  EXPECT_TRUE(legal("8k/9/9/4S4/9/9/9/9/4K4 b - 1", "5d5c+"));
  EXPECT_TRUE(legal("8k/9/4S4/9/9/9/9/9/4K4 b - 1", "5c4d+")) << "leaving the zone";
  EXPECT_FALSE(legal("8k/9/9/9/4S4/9/9/9/4K4 b - 1", "5e5d+"));
  EXPECT_FALSE(legal("8k/9/4G4/9/9/9/9/9/4K4 b - 1", "5c5b+"));
  EXPECT_FALSE(legal("8k/9/4+S4/9/9/9/9/9/4K4 b - 1", "5c5b+"));
}

TEST(Position, KnowsMateAndStalemate) {
  EXPECT_TRUE(read("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1").is_mated());
  EXPECT_FALSE(read("4k4/4G4/9/9/9/9/9/9/4K4 w - 1").is_mated());
  const Position stuck = read("k8/9/1+P7/9/9/9/9/9/1R6K w - 1");
  EXPECT_FALSE(stuck.in_check());
  EXPECT_TRUE(stuck.has_legal_move());
}

TEST(Position, KeysTellBoardHandsAndSideApartButNotThePly) {
  const Position base = read("4k4/9/9/9/9/9/9/9/4K4 b - 1");
  EXPECT_EQ(base.key(), read("4k4/9/9/9/9/9/9/9/4K4 b - 99").key());
  EXPECT_NE(base.key(), read("4k4/9/9/9/9/9/9/9/4K4 w - 1").key());
  EXPECT_NE(base.key(), read("4k4/9/9/9/9/9/9/4K4/9 b - 1").key());
  const Position pawn = read("4k4/9/9/9/9/9/9/9/4K4 b P 1");
  const Position their_pawn = read("4k4/9/9/9/9/9/9/9/4K4 b p 1");
  EXPECT_EQ(base.board_key(), pawn.board_key());
  EXPECT_NE(base.key(), pawn.key());
  EXPECT_NE(pawn.key(), their_pawn.key());
}

TEST(Position, TheOrderOfMovesDoesNotChangeTheKey) {
  Position one = Position::start();
  Position two = Position::start();
  Undo undo;
  for (const char* m : {"7g7f", "3c3d", "2g2f", "8c8d"}) one.do_move(usi(m), undo);
  for (const char* m : {"2g2f", "8c8d", "7g7f", "3c3d"}) two.do_move(usi(m), undo);
  EXPECT_EQ(one.key(), two.key());
  EXPECT_EQ(one.setup(), two.setup());
}

TEST(Position, APassChangesOnlySidePlyAndKey) {
  Position position = Position::start();
  const shogi::Setup before = position.setup();
  const Key key = position.key();
  Undo undo;
  position.do_null_move(undo);
  EXPECT_EQ(position.side_to_move(), Color::kWhite);
  EXPECT_EQ(position.setup().board, before.board);
  EXPECT_NE(position.key(), key);
  position.undo_null_move(undo);
  EXPECT_EQ(position.setup(), before);
  EXPECT_EQ(position.key(), key);
}

TEST(Position, TheFullestPositionHas593Moves) {
  const Position position = read("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1");
  MoveList moves;
  generate_legal(position, moves);
  EXPECT_EQ(moves.size(), 593);
}

TEST(Hand, AtLeastComparesEveryKind) {
  base::Random random(3);
  for (int round = 0; round < 2000; ++round) {
    Hand a;
    Hand b;
    bool expected = true;
    for (const PieceType t : kHandTypes) {
      const std::uint64_t limit = t == PieceType::kPawn                              ? 19
                                  : t == PieceType::kBishop || t == PieceType::kRook ? 3
                                                                                     : 5;
      a.add(t, static_cast<int>(random.below(limit)));
      b.add(t, static_cast<int>(random.below(limit)));
      if (random.below(2) == 0 && a.count(t) > b.count(t)) b.add(t, a.count(t) - b.count(t));
      expected = expected && a.count(t) >= b.count(t);
    }
    ASSERT_EQ(a.at_least(b), expected);
    ASSERT_TRUE(a.at_least(a));
    ASSERT_TRUE(a.at_least(Hand()));
  }
}

TEST(BareMove, PacksEveryMoveIntoItsOwn16Bits) {
  std::set<std::uint16_t> seen;
  for (int to = 0; to < 81; ++to) {
    for (int from = 0; from < 81; ++from) {
      for (const bool promotes : {false, true}) {
        const BareMove m = BareMove::board(Square(from), Square(to), promotes);
        EXPECT_TRUE(seen.insert(m.raw()).second);
        EXPECT_FALSE(m.is_drop());
        EXPECT_EQ(m.from(), Square(from));
        EXPECT_EQ(m.to(), Square(to));
        EXPECT_EQ(m.promotes(), promotes);
      }
    }
    for (const PieceType t : kHandTypes) {
      const BareMove m = BareMove::drop(t, Square(to));
      EXPECT_TRUE(seen.insert(m.raw()).second);
      EXPECT_TRUE(m.is_drop());
      EXPECT_EQ(m.dropped(), t);
    }
  }
  EXPECT_FALSE(seen.contains(0));
}

}  // namespace
}  // namespace gougi::shogi
