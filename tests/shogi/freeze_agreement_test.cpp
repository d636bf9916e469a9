// SPDX-License-Identifier: MIT
// Freeze shogi against the slow rules of freeze_reference.hpp, on 10,000 positions of random games
// with freezes, from starts with random counts and freezes in force.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "notation/freeze.hpp"
#include "sanitized.hpp"
#include "shogi/freeze.hpp"
#include "shogi/freeze_reference.hpp"

namespace gougi::shogi {
namespace {

// Even game, middle games, promoted pieces of all kinds, full hands, pawn-drop mates in reach.
const std::vector<std::string> kFreezeStarts{
    "startpos",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
    "7nk/9/7G1/9/9/9/9/9/4K4 b P2r2b3g4s3n4l17p 1",
    "7lk/7g1/9/7N1/4B4/9/9/9/4K4 b P2rb3g4s3n3l17p 1",
    "8k/6+R2/8N/9/9/9/9/9/9 b Pr2b4g4s3n4l17p 1",
    "4+P1+B2/2K1+P+P3/+P2+R5/9/9/9/4+p4/5+p1k1/1+r3+b3 b GSNL2Pgsnl5p 200",
    "2+L1k4/2+N6/4+S4/9/9/9/4+s4/6+n2/4K1+l2 b RBGPrbgp 1",
};

struct Tally {
  int positions = 0;
  int frozen = 0;
  int may_freeze = 0;
  int drop_mates = 0;
  int lost_by_freeze = 0;
};

FreezePosition random_start(base::Random& random) {
  auto start = notation::parse_freeze_sfen(kFreezeStarts[random.below(kFreezeStarts.size())]);
  EXPECT_TRUE(start);
  if (!start) return FreezePosition();
  const KindMask kinds = kinds_of(start->position(), start->side_to_move());
  FreezeState state;
  for (auto& left : state.left) left = static_cast<std::uint16_t>(random.below(5));
  const auto kind = static_cast<PieceType>(random.below(kPieceTypeCount));
  if ((kinds & mask_of(kind)) != 0) state.in_force = kind;
  auto p = FreezePosition::from(start->position(), state);
  EXPECT_TRUE(p);
  return *p;
}

reference::FreezeBoard slow_board(const FreezePosition& p) {
  return {p.position().setup(), p.state().in_force, p.left(Color::kBlack), p.left(Color::kWhite)};
}

// Compares everything about one position; its legal moves.
std::vector<Move> compare(const FreezePosition& p, base::Random& random, Tally& tally) {
  const auto slow = slow_board(p);
  auto expected = reference::legal_moves(slow);
  std::vector<Move> moves;
  generate_legal(p, moves);
  auto sorted = moves;
  std::sort(sorted.begin(), sorted.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(sorted, expected) << notation::to_sfen(p);
  EXPECT_EQ(count_legal(p), expected.size());
  EXPECT_EQ(p.has_legal_move(), !expected.empty()) << notation::to_sfen(p);
  EXPECT_EQ(p.is_lost(), expected.empty());
  for (int i = 0; i < 40; ++i) {  // any bits at all, and half-right ones
    auto raw = static_cast<std::uint32_t>(random.next());
    if (i % 2 == 0 && !moves.empty()) {
      raw = moves[random.below(moves.size())].bare.raw() |
            static_cast<std::uint32_t>(random.below(17) << 16U);
    }
    const auto m = Move::from_raw(raw);
    const bool is_there = std::binary_search(expected.begin(), expected.end(), m);
    EXPECT_EQ(p.is_legal(m), is_there) << notation::to_sfen(p) << ' ' << raw;
    EXPECT_EQ(p.judge(m).has_value(), is_there);
  }
  for (const Move m : moves) EXPECT_TRUE(p.is_legal(m));
  ++tally.positions;
  tally.frozen += p.state().in_force != PieceType::kNone ? 1 : 0;
  tally.may_freeze += p.may_freeze() ? 1 : 0;
  tally.drop_mates += p.pawn_drop_mate() ? 1 : 0;
  tally.lost_by_freeze += moves.empty() && p.position().has_legal_move() ? 1 : 0;
  return moves;
}

// Plays `m` and takes it back: nothing may have changed. Leaves it played.
void play_and_check(FreezePosition& p, Move m) {
  const auto slow = reference::after(slow_board(p), m);
  const auto before = notation::to_sfen(p);
  const Key key = p.key();
  const Key promised = p.key_after(m);
  FreezeUndo undo;
  const bool checks = p.gives_check(m);
  p.do_move(m, undo);
  EXPECT_EQ(p.in_check(), checks);
  EXPECT_EQ(p.key(), promised);
  p.undo_move(m, undo);
  EXPECT_EQ(p.key(), key);
  EXPECT_EQ(notation::to_sfen(p), before);
  p.do_move(m, undo);
  EXPECT_EQ(p.position().setup(), slow.setup);
  EXPECT_EQ(p.state(), (FreezeState{slow.frozen,
                                    {static_cast<std::uint16_t>(slow.black_left),
                                     static_cast<std::uint16_t>(slow.white_left)}}));
  const auto again = notation::parse_freeze_sfen(notation::to_sfen(p));
  ASSERT_TRUE(again) << notation::to_sfen(p);
  EXPECT_EQ(again->key(), p.key());
  EXPECT_EQ(again->state(), p.state());
}

TEST(FreezeAgreement, TwentyThousandRandomPositionsHaveTheMovesOfTheSlowRules) {
  const int wanted = kBrief ? 500 : 20'000;
  base::Random random(20'190'801);
  Tally tally;
  while (tally.positions < wanted && !::testing::Test::HasFailure()) {
    FreezePosition p = random_start(random);
    for (int ply = 0; ply < 40 && tally.positions < wanted; ++ply) {
      const auto moves = compare(p, random, tally);
      if (moves.empty()) break;
      // Half of the moves without a freeze, else the counts are spent at once.
      Move m = moves[random.below(moves.size())];
      if (random.below(2) == 0 && p.is_legal(m.bare)) m = m.bare;
      const BareMove mate = p.pawn_drop_mate();
      if (mate && random.below(2) == 0) m = {mate, first_kind(p.freezable(mate))};
      play_and_check(p, m);
    }
  }
  EXPECT_GT(tally.frozen, wanted / 20);
  EXPECT_GT(tally.may_freeze, wanted / 5);
  EXPECT_GT(tally.drop_mates, wanted / 1000);
  EXPECT_GT(tally.lost_by_freeze, 0);
  RecordProperty("drop_mates", tally.drop_mates);
  RecordProperty("lost_by_freeze", tally.lost_by_freeze);
}

TEST(FreezeAgreement, PerftCountsWhatTheSlowRulesCount) {
  for (const std::string start :
       {"startpos z1Z1", "8k/7p1/9/9/9/9/9/9/4K4 b GP 1 z2Z1", "7nk/9/8S/9/9/9/9/9/4K4 b P 1 z1Z2",
        "7lk/7g1/8S/9/9/9/9/9/4K4 w P 1 zL z1Z1"}) {
    auto p = notation::parse_freeze_sfen(start);
    ASSERT_TRUE(p) << start;
    const int depth = start.starts_with("startpos") ? 2 : 3;
    if (kBrief && depth == 3) continue;
    EXPECT_EQ(perft(*p, depth), reference::perft(slow_board(*p), depth)) << start;
  }
}

}  // namespace
}  // namespace gougi::shogi
