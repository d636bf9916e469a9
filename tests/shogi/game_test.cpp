// SPDX-License-Identifier: MIT
#include "shogi/game.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string_view>

#include "base/random.hpp"
#include "base/text.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"

namespace gougi::shogi {
namespace {

Position position_of(std::string_view sfen) {
  auto position = notation::parse_sfen(sfen);
  EXPECT_TRUE(position) << position.error().message;
  return position.value_or(Position::start());
}

void play(Game& game, std::string_view moves) {
  for (const auto word : base::split_words(moves)) {
    const auto m = notation::parse_usi_move(word);
    ASSERT_TRUE(m) << word;
    ASSERT_TRUE(game.play(*m)) << word;
  }
}

constexpr std::string_view kShuffle = "2h3h 8b7b 3h2h 7b8b";

TEST(Game, TheFourthOccurrenceIsADraw) {
  Game game;
  play(game, kShuffle);
  play(game, kShuffle);
  EXPECT_EQ(game.repetition(), Repetition::kNone) << "three times";
  play(game, kShuffle);
  EXPECT_EQ(game.repetition(), Repetition::kDraw) << "the start counts as the first";
  game.undo();
  EXPECT_EQ(game.repetition(), Repetition::kNone);
}

TEST(Game, AMateMayComeTooLateWhereWhatOccurredThreeTimesIsNear) {
  Game game;
  play(game, kShuffle);
  play(game, kShuffle);
  EXPECT_FALSE(game.may_end_before_mate(5)) << "nobody comes back to where he is";
  play(game, "7g7f");
  EXPECT_FALSE(game.may_end_before_mate(1));
  EXPECT_TRUE(game.may_end_before_mate(3));
  // Far away from all that occurred three times: each move changes two squares at most.
  play(game, "1c1d 1g1f 2c2d 2g2f 3c3d 3g3f 4c4d 4g4f 5c5d 5g5f 6c6d 6g6f");
  EXPECT_FALSE(game.may_end_before_mate(3));
  EXPECT_TRUE(game.may_end_before_mate(31));
}

TEST(Game, ADifferentHandIsADifferentPosition) {
  // Black gives a pawn away in every round: the board repeats, the hands do not.
  Game game(position_of("4k4/9/9/9/8r/9/9/9/4K4 b 6P 1"));
  for (int round = 0; round < 3; ++round) {
    play(game, "P*1d 1e1d 5i5h 1d1e P*1d 1e1d 5h5i 1d1e");
  }
  EXPECT_EQ(game.repetition(), Repetition::kNone);
}

// White's king runs between 1a and 1b from a rook that checks it each time.
constexpr std::string_view kPerpetual = "3a3b 1b1a 3b3a 1a1b";

TEST(Game, PerpetualCheckLosesForTheSideThatGaveIt) {
  Game game(position_of("6R2/8k/9/9/9/9/9/9/4K4 b - 1"));
  for (int round = 0; round < 3; ++round) play(game, kPerpetual);
  EXPECT_EQ(game.repetition(), Repetition::kLoss) << "the checking side is to move";
  play(game, "3a3b");
  EXPECT_EQ(game.repetition(), Repetition::kWin) << "the checked side is to move";
}

TEST(Game, OneQuietMoveInTheCycleMakesItADraw) {
  Game game(position_of("6R2/8k/9/9/9/9/9/9/4K4 b - 1"));
  for (int round = 0; round < 3; ++round) {
    play(game, "3a3b 1b1a 3b3a 1a1b 5i5h 1b1c 5h5i 1c1b");
  }
  EXPECT_EQ(game.repetition(), Repetition::kDraw);
}

TEST(Game, OnlyWhatLiesBetweenTheLastFourOccurrencesCounts) {
  // Quiet moves between the first and the second occurrence, only checks afterwards.
  Game game(position_of("6R2/8k/9/9/9/9/9/9/4K4 b - 1"));
  play(game, "5i5h 1b1c 5h5i 1c1b");
  for (int round = 0; round < 3; ++round) play(game, kPerpetual);
  // The position after these is the fifth occurrence, the last four with checks only between.
  EXPECT_EQ(game.repetition(), Repetition::kLoss);
}

TEST(Game, RefusesIllegalMovesAndStaysAsItWas) {
  Game game;
  const auto refused = game.play(*notation::parse_usi_move("7g7e"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "illegal move at move 1");
  EXPECT_TRUE(game.moves().empty());
  EXPECT_EQ(game.position().setup(), Position::start().setup());
}

TEST(Game, AgreesWithCountingPositionsOneByOne) {
  base::Random random(5);
  int repeated = 0;
  for (int round = 0; round < 40; ++round) {
    // Bare pieces repeat often.
    Game game(position_of("4k4/9/9/9/9/9/9/9/R3K4 b - 1"));
    std::map<std::string, int> seen;
    const auto name = [&] {
      const std::string sfen = notation::to_sfen(game.position());
      return sfen.substr(0, sfen.rfind(' '));
    };
    ++seen[name()];
    for (int ply = 0; ply < 300; ++ply) {
      MoveList moves;
      generate_legal(game.position(), moves);
      if (moves.empty()) break;
      const auto limit = std::min<std::uint64_t>(2, static_cast<std::uint64_t>(moves.size()));
      ASSERT_TRUE(game.play(moves[static_cast<int>(random.below(limit))]));
      const bool fourth = ++seen[name()] >= 4;
      repeated += fourth ? 1 : 0;
      ASSERT_EQ(game.repetition() != Repetition::kNone, fourth);
    }
    while (!game.moves().empty()) game.undo();
    EXPECT_EQ(game.position().setup(), game.start().setup());
  }
  EXPECT_GT(repeated, 100) << "the test tested nothing";
}

}  // namespace
}  // namespace gougi::shogi
