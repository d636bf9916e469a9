// SPDX-License-Identifier: MIT
#include "naitou/leaf.hpp"

#include <gtest/gtest.h>

#include "naitou/boards.hpp"
#include "naitou/candidates.hpp"
#include "naitou/search.hpp"

namespace gougi::naitou {
namespace {

Leaf leaf_of(const Board& board, const RootValues& root, std::string_view move) {
  return evaluate_leaf(board, effects_of(board), root, true, move_from(move));
}

RootValues root_of(const Board& board, int progress_ply = 0) {
  return evaluate_root(board, effects_of(board), progress_ply, true);
}

TEST(Roots, CountPowerInHandsPromotionsAndPlies) {
  const Board board = board_from("4k4/9/9/9/+r8/9/9/9/4K4 w 2bg2n3pP 1");
  const RootValues root = root_of(board, 78);
  EXPECT_EQ(root.rbp, 3);
  EXPECT_EQ(root.power_com, 8 * 3 + 4 + 2 * 2 + 3 + 14);  // from ply 77 on the bonus counts twice
  EXPECT_EQ(root.power_hum, 1 + 14);
  EXPECT_EQ(root_of(board, 76).power_hum, 1 + 6);
  EXPECT_EQ(root.king_com, square("5a"));
  EXPECT_EQ(root.king_hum, square("5i"));
}

TEST(Candidates, AlwaysPromoteAndComeSquareBySquare) {
  std::vector<Move> moves;
  generate_candidates(board_from("9/9/9/9/9/9/4p3k/9/K8 w P 1"), moves);
  // 5七 comes before 1七, and of the king's steps those downwards come first.
  const std::vector<Move> expected{move_from("5g5h+"), move_from("1g1h"), move_from("1g2h"),
                                   move_from("1g2g"),  move_from("1g1f"), move_from("1g2f")};
  EXPECT_EQ(moves, expected);
}

TEST(Candidates, DropNoSecondPawnAndNothingWithoutAMove) {
  std::vector<Move> moves;
  generate_candidates(board_from("4k4/9/p8/9/9/9/9/9/4K4 w pn 1"), moves);
  for (const Move move : moves) {
    if (!move.is_drop()) continue;
    const int last = move.dropped() == Kind::kPawn ? 8 : 7;
    EXPECT_LE(rank_of(move.destination), last);
    EXPECT_FALSE(move.dropped() == Kind::kPawn && x_of(move.destination) == 1);
  }
}

TEST(Leaves, SeeAMateAndRefuseOneByAPawnDrop) {
  // Gold before the king, covered by a lance; and the same with a pawn.
  const Board board = board_from("4k4/9/9/9/9/9/3s1s3/9/4K4 w gp 1");
  const RootValues root = root_of(board);
  const Leaf gold = leaf_of(board, root, "G*5h");
  EXPECT_EQ(gold.verdict, Verdict::kMate);
  EXPECT_EQ(gold.values.cap, 60);
  EXPECT_EQ(gold.values.adv, 60);
  const Board walls = board_from("4k4/9/9/9/9/9/3sns3/3P1P3/3LKL3 w p 1");
  const Leaf pawn = leaf_of(walls, root_of(walls), "P*5h");
  EXPECT_EQ(pawn.verdict, Verdict::kPawnDropMate);
}

TEST(Leaves, RefuseToThrowAPieceAwayUnlessInCheck) {
  const Board board = board_from("4k4/9/9/9/9/4P4/9/9/4K4 w g 1");
  EXPECT_EQ(leaf_of(board, root_of(board), "G*5e").verdict, Verdict::kThrowAway);
  const Board checked = board_from("4k4/9/9/9/9/4P4/9/9/4L3K w g 1");
  RootValues root = root_of(checked);
  root.dis = 40;
  EXPECT_EQ(leaf_of(checked, root, "G*5e").verdict, Verdict::kCompared);
}

TEST(Corrections, OverflowAsTheOriginalDoesWhenTheKingMoves) {
  RootValues root;
  root.king_com = square("5a");
  root.king_hum = square("5i");
  Leaf leaf;
  leaf.move = move_from("5a5b");
  leaf.moved = leaf.moved_from = Kind::kKing;
  LeafValues values;
  values.dis = values.nega = 0;
  const RuleSet rules = correct(root, leaf, values);
  EXPECT_TRUE(rules.has(Rule::kR9));
  EXPECT_FALSE(rules.has(Rule::kR16));
  EXPECT_EQ(values.cap, 0);  // 255 on the way
  EXPECT_EQ(values.posi, 0);
  root.power_com = 25;
  values = LeafValues{};
  values.dis = values.nega = 0;
  values.adv = 40;
  values.posi = 40;
  values.threat_h25 = 20;
  correct(root, leaf, values);
  EXPECT_EQ(values.cap, 0);  // 0 - 1 + 1, seen as 255 by R20 in between not at all
  EXPECT_EQ(values.posi, 40 - 2 + 4);
}

TEST(Corrections, TakeAGenuineValueOf128ForANegativeOne) {
  RootValues root;
  Leaf leaf;
  leaf.moved = leaf.moved_from = Kind::kGold;
  LeafValues values;
  values.dis = 0;
  values.posi = 130;
  values.nega = 127;
  correct(root, leaf, values);
  EXPECT_EQ(values.posi, 0);
  EXPECT_EQ(values.nega, 127);
}

LeafValues even_values() {
  LeafValues values;
  values.dis = values.nega = values.threat_c25 = values.loose = values.dst_h = 0;
  return values;
}

TEST(Comparison, WeighsLossAgainstWhatIsTaken) {
  const RootValues root;
  const Move move = move_from("5a5b");
  LeafValues best = even_values();
  LeafValues taking = even_values();
  taking.cap = 4;
  taking.nega = 4;
  EXPECT_TRUE(is_better(root, taking, move, best, 0));
  taking.nega = 5;
  EXPECT_FALSE(is_better(root, taking, move, best, 0));
  best.dis = 40;
  EXPECT_TRUE(is_better(root, taking, move, best, 0));
}

TEST(Comparison, OfEqualDropsTakesTheLowerCodeAndOnlyInCheck) {
  RootValues root;
  const LeafValues values = even_values();
  const Move pawn = Move::drop(Kind::kPawn, square("5e"));
  EXPECT_FALSE(is_better(root, values, pawn, values, drop_code(Kind::kGold)));
  root.dis = 30;
  EXPECT_TRUE(is_better(root, values, pawn, values, drop_code(Kind::kGold)));
  EXPECT_FALSE(is_better(root, values, pawn, values, 0));  // the best is a board move
}

TEST(Comparison, EndsWithTheDistanceFromTheOwnKing) {
  const RootValues root;
  const Move move = move_from("5a5b");
  LeafValues best = even_values();
  LeafValues candidate = even_values();
  best.dst_h = 5;
  best.src_c = 1;
  candidate.dst_h = 4;
  candidate.src_c = 2;
  EXPECT_TRUE(is_better(root, candidate, move, best, 0));
  candidate.src_c = 1;
  EXPECT_FALSE(is_better(root, candidate, move, best, 0));  // too near its king to count dst_h
  candidate.src_c = 3;
  candidate.dst_h = 6;
  EXPECT_FALSE(is_better(root, candidate, move, best, 0));
}

}  // namespace
}  // namespace gougi::naitou
