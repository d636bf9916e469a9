// SPDX-License-Identifier: MIT
#include "naitou/effects.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "naitou/boards.hpp"
#include "naitou/candidates.hpp"
#include "naitou/exchange.hpp"
#include "shogi/game.hpp"
#include "shogi/movegen.hpp"

namespace gougi::naitou {
namespace {

TEST(Squares, AreNumberedFromTheTopLeft) {
  EXPECT_EQ(square("9a"), 12);
  EXPECT_EQ(square("1a"), 20);
  EXPECT_EQ(square("5e"), 60);
  EXPECT_EQ(square("1i"), 108);
  EXPECT_EQ(distance(square("9a"), square("7b")), 2);
  EXPECT_EQ(distance(kNoSquareIndex, square("9i")), 1);
}

TEST(Frames, TurnTheBoardForABlackEngine) {
  const auto setup = setup_of("4k4/9/9/9/9/9/2P6/9/4K4 w r 1");
  const Board board = board_of(setup, shogi::Color::kBlack);
  EXPECT_TRUE(board[square("3c")].is(Side::kCom, Kind::kPawn));
  EXPECT_TRUE(board[square("5i")].is(Side::kHum, Kind::kKing));
  EXPECT_EQ(board.hand(Side::kHum)[at(Kind::kRook)], 1);
  const auto push = *notation::parse_usi_move("7g7f");
  EXPECT_EQ(to_frame(push, shogi::Color::kBlack), move_from("3c3d"));
  EXPECT_EQ(from_frame(move_from("3c3d"), shogi::Color::kBlack), push);
}

TEST(Boards, TakeWhatIsTakenUnpromotedIntoTheHand) {
  Board board = board_from("4k4/9/9/4s4/4+P4/9/9/9/4K4 w - 1");
  board.play(Side::kCom, move_from("5d5e"));
  EXPECT_EQ(board.hand(Side::kCom)[at(Kind::kPawn)], 1);
  board.play(Side::kCom, move_from("P*5g"));
  EXPECT_EQ(board.hand(Side::kCom)[at(Kind::kPawn)], 0);
  board.play(Side::kCom, move_from("5g5h+"));
  EXPECT_TRUE(board[square("5h")].is(Side::kCom, Kind::kProPawn));
}

TEST(Effects, ReachOneSquareBehindAnOwnPieceThatMovesAlike) {
  // Lance, silver and pawn in a file: the lance's control goes on behind the silver by one square.
  const Effects effects = effects_of(board_from("l3k4/9/s8/p8/9/9/9/9/4K4 w - 1"));
  EXPECT_EQ(effects.count(Side::kCom, square("9b")), 1);
  EXPECT_EQ(effects.count(Side::kCom, square("9c")), 1);
  EXPECT_EQ(effects.count(Side::kCom, square("9d")), 2);  // the silver's, and the lance's shadow
  EXPECT_EQ(effects.count(Side::kCom, square("9e")), 1);  // the pawn's alone
}

TEST(Effects, DoNotReachBehindKingsOrPiecesThatMoveOtherwise) {
  const Effects effects = effects_of(board_from("r1k6/9/9/9/9/9/9/9/4K4 w - 1"));
  EXPECT_EQ(effects.count(Side::kCom, square("7a")), 1);
  EXPECT_EQ(effects.count(Side::kCom, square("6a")), 1);  // the king's
  const Effects knight = effects_of(board_from("rn2k4/9/9/9/9/9/9/9/4K4 w - 1"));
  EXPECT_EQ(knight.count(Side::kCom, square("8a")), 1);
  EXPECT_EQ(knight.count(Side::kCom, square("7a")), 0);
}

TEST(Effects, NameTheCheapestAttackerWhichAPromotedPawnIsBeforeALance) {
  const Effects effects = effects_of(board_from("4k1l2/9/5+p3/9/9/9/9/9/K8 w - 1"));
  EXPECT_EQ(effects.count(Side::kCom, square("3d")), 2);
  EXPECT_EQ(effects.attacker(Side::kCom, square("3d")), Kind::kProPawn);
  EXPECT_EQ(effects.attacker(Side::kCom, square("3e")), Kind::kLance);
  EXPECT_EQ(effects.attacker(Side::kHum, square("5e")), Kind::kNone);
  EXPECT_EQ(effects.count(Side::kCom, square("5c")), 1);
}

TEST(Effects, AgreeWithTheLookFromASquare) {
  base::Random random(3);
  shogi::Game game;
  for (int ply = 0; ply < 150; ++ply) {
    shogi::MoveList legal;
    shogi::generate_legal(game.position(), legal);
    if (legal.empty()) break;
    const auto chosen = random.below(static_cast<unsigned>(legal.size()));
    ASSERT_TRUE(game.play(legal[static_cast<int>(chosen)]));
    const Board board = board_of(game.position().setup(), shogi::Color::kWhite);
    const Effects effects = effects_of(board);
    for (SquareIndex s = kFirstSquare; s <= kLastSquare; ++s) {
      if (board[s].is_border()) continue;
      for (const Side side : {Side::kCom, Side::kHum}) {
        ASSERT_EQ(is_attacked(board, side, s), effects.count(side, s) > 0) << ply << ": " << s;
      }
    }
  }
}

TEST(Effects, AreTheSameWhetherWorkedOutAnewOrFromThePositionBefore) {
  base::Random random(4);
  for (int round = 0; round < 4; ++round) {
    shogi::Game game;
    for (int ply = 0; ply < 120; ++ply) {
      const Board board = board_of(game.position().setup(), shogi::Color::kWhite);
      const Effects effects = effects_of(board);
      std::vector<Move> moves;
      generate_candidates(board, moves);
      for (const Move move : moves) {
        Board after = board;
        after.play(Side::kCom, move);
        ASSERT_EQ(effects_after(board, effects, move, after), effects_of(after)) << ply;
      }
      shogi::MoveList legal;
      shogi::generate_legal(game.position(), legal);
      if (legal.empty()) break;
      const auto chosen = random.below(static_cast<unsigned>(legal.size()));
      ASSERT_TRUE(game.play(legal[static_cast<int>(chosen)]));
    }
  }
}

TEST(Gains, CountAnEqualExchangeOnlyOnceTheOpeningIsOver) {
  // Silver against covered silver.
  const Board board = board_from("4k4/9/9/4s4/4S4/4P4/9/9/4K4 w - 1");
  const Effects effects = effects_of(board);
  EXPECT_EQ(gains(board, effects, false).most, 0);
  const Gains late = gains(board, effects, true);
  EXPECT_EQ(late.most, 8);
  EXPECT_EQ(late.square, square("5e"));
  EXPECT_EQ(late.sum, 8);
}

TEST(Gains, TakeTheDearestAndOfEqualOnesTheFirst) {
  const Board board = board_from("4k4/9/9/9/r8/9/G3G4/9/4R3K w - 1");
  const Gains found = gains(board, effects_of(board), true);
  EXPECT_EQ(found.most, 8);
  EXPECT_EQ(found.square, square("9g"));
}

TEST(Losses, SeeThePriceOfTheTaker) {
  // A covered rook that a pawn attacks: lost, and retaken.
  const Board board = board_from("4k4/9/9/4g4/4r4/4P4/9/9/4K4 w - 1");
  const Losses found = losses(board, effects_of(board));
  EXPECT_EQ(found.most, 16);  // 17, and one less for the retake
  EXPECT_EQ(found.sum, 16);
  EXPECT_EQ(found.square, square("5e"));
}

TEST(Losses, AreLoweredOnceMoreForEveryLossBehindARetake) {
  // As above, and a bare knight further down: 17 - 1 + 4 - 1.
  const Board board = board_from("4k4/9/9/4g4/4r4/4P4/n8/9/L3K4 w - 1");
  const Losses found = losses(board, effects_of(board));
  EXPECT_EQ(found.sum, 19);
  EXPECT_EQ(found.most, 15);
  EXPECT_TRUE(losses(board, effects_of(board), square("9g")).includes_watched);
  EXPECT_FALSE(found.includes_watched);
}

}  // namespace
}  // namespace gougi::naitou
