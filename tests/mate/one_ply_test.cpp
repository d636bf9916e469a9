// SPDX-License-Identifier: MIT
#include "mate/one_ply.hpp"

#include <gtest/gtest.h>

#include <string_view>

#include "base/random.hpp"
#include "mate/oracle.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"

namespace gougi::mate {
namespace {

std::string found(std::string_view sfen) {
  const shogi::BareMove move = mate_in_one(notation::parse_sfen(sfen).value());
  return move ? notation::to_usi(move) : "";
}

TEST(OnePly, FindsDropsPromotionsAndKnights) {
  EXPECT_EQ(found("4k4/9/4P4/9/9/9/9/9/4K4 b G 1"), "G*5b");
  EXPECT_EQ(found("3sks3/9/4S4/4L4/9/9/9/9/4K4 b - 1"), "");
  EXPECT_EQ(found("7nk/7ll/9/6N2/9/9/9/9/4K4 b N 1"), "");
  EXPECT_EQ(found("7nk/7nl/9/9/9/9/9/9/4K4 b N 1"), "N*2c");
  EXPECT_EQ(found("4K4/9/9/9/9/9/4p4/9/4k4 b G 1"), "");
}

TEST(OnePly, DoesNotTakeAProtectedSquareForMate) {
  // The gold on 5b could be taken by the rook.
  EXPECT_EQ(found("4k4/8r/4P4/9/9/9/9/9/4K4 b G 1"), "");
  // Unless the rook's way is blocked.
  EXPECT_EQ(found("4k4/5p2r/4P4/9/9/9/9/9/4K4 b G 1"), "G*5b");
}

TEST(OnePly, BearsPositionsWithoutTheOtherKing) {
  EXPECT_EQ(found("9/9/9/9/9/9/9/9/4K4 b G 1"), "");
}

/// All mates in one by playing every move.
int mates_by_playing(shogi::Position& position) {
  shogi::MoveList moves;
  shogi::generate_legal(position, moves);
  int mates = 0;
  for (const shogi::BareMove move : moves) {
    shogi::Undo undo;
    position.do_move(move, undo);
    mates += position.is_mated() ? 1 : 0;
    position.undo_move(move, undo);
  }
  return mates;
}

TEST(OnePly, FindsOnlyMatesAndMostOfThem) {
  base::Random random(5);
  int there = 0;
  int seen = 0;
  for (int game = 0; game < 150; ++game) {
    shogi::Position position = shogi::Position::start();
    for (int ply = 0; ply < 250; ++ply) {
      if (!position.in_check()) {
        const shogi::BareMove mating = mate_in_one(position);
        const int mates = mates_by_playing(position);
        there += mates > 0 ? 1 : 0;
        if (mating) {
          ++seen;
          ASSERT_TRUE(position.is_legal(mating)) << notation::to_sfen(position);
          shogi::Undo undo;
          position.do_move(mating, undo);
          ASSERT_TRUE(position.is_mated()) << notation::to_usi(mating);
          position.undo_move(mating, undo);
        }
      }
      shogi::MoveList moves;
      shogi::generate_legal(position, moves);
      if (moves.empty()) break;
      shogi::Undo undo;
      const auto count = static_cast<std::uint64_t>(moves.size());
      position.do_move(moves[static_cast<int>(random.below(count))], undo);
    }
  }
  EXPECT_GT(there, 100);
  EXPECT_GT(seen * 10, there * 6) << seen << " of " << there;
}

// In problems of few pieces, where kings have room and lines open.
TEST(OnePly, ExcludesMatesOnlyWhereThereAreNone) {
  base::Random random(9);
  int excluded = 0;
  int mates_seen = 0;
  for (int i = 0; i < 20'000; ++i) {
    const auto problem = oracle::random_problem(random);
    if (!problem) continue;
    shogi::Position position = *problem;
    const int mates = mates_by_playing(position);
    mates_seen += mates > 0 ? 1 : 0;
    if (!surely_no_mate_in_one(position, Cage(position))) continue;
    ++excluded;
    ASSERT_EQ(mates, 0) << notation::to_sfen(position);
  }
  EXPECT_GT(excluded, 1000);
  EXPECT_GT(mates_seen, 100);
}

TEST(OnePly, DoesNotExcludeAMateThatOpensALine) {
  // The knight steps out of the lance's way, and only the lance holds 1b.
  shogi::Position position = notation::parse_sfen("8k/6S2/8N/8L/9/9/9/9/9 b - 1").value();
  ASSERT_EQ(mates_by_playing(position), 1);
  EXPECT_FALSE(surely_no_mate_in_one(position, Cage(position)));
  // Without the lance there is none.
  position = notation::parse_sfen("8k/6S2/8N/9/9/9/9/9/9 b - 1").value();
  EXPECT_TRUE(surely_no_mate_in_one(position, Cage(position)));
}

}  // namespace
}  // namespace gougi::mate
