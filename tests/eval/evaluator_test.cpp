// SPDX-License-Identifier: MIT
#include "eval/evaluator.hpp"

#include <gtest/gtest.h>

#include <string_view>

#include "base/random.hpp"
#include "eval/turned.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"

namespace gougi::eval {
namespace {

shogi::Position read(std::string_view sfen) { return notation::parse_sfen(sfen).value(); }

TEST(Evaluator, GivesTheSameScoreWhenBoardAndColoursAreTurnedRound) {
  base::Random random(7);
  for (const Style style : {Style::kBalanced, Style::kAttack, Style::kDefence}) {
    const Evaluator evaluator(style);
    for (int game = 0; game < 20; ++game) {
      shogi::Position position = shogi::Position::start();
      for (int ply = 0; ply < 150; ++ply) {
        ASSERT_EQ(evaluator.evaluate(position), evaluator.evaluate(turned(position)))
            << notation::to_sfen(position);
        shogi::MoveList moves;
        shogi::generate_legal(position, moves);
        if (moves.empty()) break;
        shogi::Undo undo;
        const auto count = static_cast<std::uint64_t>(moves.size());
        position.do_move(moves[static_cast<int>(random.below(count))], undo);
      }
    }
  }
}

TEST(Accumulator, FollowsMovesAndTakesThemBack) {
  base::Random random(11);
  const Evaluator evaluator;
  Accumulator accumulator(evaluator);
  for (int game = 0; game < 20; ++game) {
    shogi::Position position = shogi::Position::start();
    accumulator.reset(position);
    for (int ply = 0; ply < 200; ++ply) {
      shogi::MoveList moves;
      shogi::generate_legal(position, moves);
      if (moves.empty()) break;
      const int before = accumulator.evaluate(position);
      const auto pick = [&] {
        return moves[static_cast<int>(random.below(static_cast<std::uint64_t>(moves.size())))];
      };
      shogi::Undo undo;
      const shogi::BareMove tried = pick();
      accumulator.push(position, tried);
      position.do_move(tried, undo);
      ASSERT_EQ(accumulator.evaluate(position), evaluator.evaluate(position))
          << notation::to_sfen(position);
      position.undo_move(tried, undo);
      accumulator.pop();
      ASSERT_EQ(accumulator.evaluate(position), before);
      if (!position.in_check()) {
        accumulator.push_null();
        position.do_null_move(undo);
        ASSERT_EQ(accumulator.evaluate(position), evaluator.evaluate(position));
        position.undo_null_move(undo);
        accumulator.pop();
      }
      const shogi::BareMove played = pick();
      accumulator.push(position, played);
      position.do_move(played, undo);
    }
  }
}

TEST(Evaluator, FindsTheStartEvenUpToTheMove) {
  const Evaluator evaluator;
  EXPECT_GE(evaluator.evaluate(shogi::Position::start()), 0);
  EXPECT_LE(evaluator.evaluate(shogi::Position::start()), 80);
}

TEST(Evaluator, LikesHavingARookMore) {
  const Evaluator evaluator;
  const auto without = read("lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
  EXPECT_GT(evaluator.evaluate(without), 600);
  const auto in_hand = read("lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b R 1");
  EXPECT_GT(evaluator.evaluate(in_hand), evaluator.evaluate(without) + 600);
}

TEST(Evaluator, LikesACastleAndFearsAnAttack) {
  const Evaluator evaluator;
  // Black's king sits in a Mino castle, White's in the middle.
  EXPECT_GT(evaluator.evaluate(
                read("lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/2P6/PP1PPPPPP/1B1R2K2/LNSG1GSNL b - 1")),
            evaluator.evaluate(
                read("lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/2P1K4/PP1PPPPPP/1B1R5/LNSG1GSNL b - 1")));
  // A silver and a gold next to the enemy king are worth more than far away.
  EXPECT_GT(evaluator.evaluate(read("4k4/9/3SG4/9/9/9/9/9/4K4 w - 1")) * -1,
            evaluator.evaluate(read("4k4/9/9/9/9/9/9/9/GS2K4 w - 1")) * -1);
}

TEST(Evaluator, DiffersByStyle) {
  const auto position =
      read("l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1");
  const int balanced = Evaluator(Style::kBalanced).evaluate(position);
  EXPECT_NE(balanced, Evaluator(Style::kAttack).evaluate(position));
  EXPECT_NE(balanced, Evaluator(Style::kDefence).evaluate(position));
}

TEST(Evaluator, StaysInBoundsAndBearsMissingKings) {
  const Evaluator evaluator;
  for (const char* sfen :
       {"4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1", "4k4/9/9/9/9/9/9/9/9 w 2R2B4G4S4N4L18P 1"}) {
    const int score = evaluator.evaluate(read(sfen));
    EXPECT_LE(score, kLargestScore);
    EXPECT_GE(score, -kLargestScore);
  }
}

}  // namespace
}  // namespace gougi::eval
