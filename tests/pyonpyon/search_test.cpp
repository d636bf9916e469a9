// SPDX-License-Identifier: MIT
#include "pyonpyon/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "base/random.hpp"
#include "pyonpyon/numbering.hpp"
#include "sanitized.hpp"

namespace gougi::testing {
namespace {

using namespace gougi::pyonpyon;

Thought think_to(const Game& game, int depth) {
  Search search(4);
  SearchLimits limits;
  limits.depth = depth;
  return search.think(
      game, limits, [] { return false; }, [](const Thought&) {});
}

/// Every line to its end, without any table; too shallow for repetition.
int plain_value(const Position& position, int depth, int ply) {
  if (ply > 0 && is_home(position, ~position.to_move)) return ply - kWon;
  if (depth == 0) return evaluate(position);
  MoveList moves;
  generate(position, moves);
  int best = ply - kWon;
  for (const Move move : moves) {
    best = std::max(best, -plain_value(after(position, move), depth - 1, ply + 1));
  }
  return best;
}

TEST(PyonSearch, GoesHomeWhereItCan) {
  const Thought thought = think_to(Game(parse_pfen("xxxx1/4x/5/5/ooooo x").value()), 5);
  EXPECT_EQ(thought.score, kWon - 1);
  ASSERT_EQ(thought.line.size(), 1U);
  EXPECT_EQ(to_text(thought.line.front()), "e2e1");
}

TEST(PyonSearch, AgreesWithPlainMinimax) {
  base::Random random(5);
  for (int i = 0; i < 60; ++i) {
    const Position position = position_of(static_cast<std::uint32_t>(random.below(kPositionCount)));
    if (is_home(position, Side::kO) || !has_move(position)) continue;
    for (int depth = 1; depth <= 3; ++depth) {
      const Thought thought = think_to(Game(position), depth);
      EXPECT_EQ(thought.score, plain_value(position, depth, 0))
          << to_pfen(position) << ' ' << depth;
      EXPECT_TRUE(is_legal(position, thought.line.front()));
    }
  }
}

TEST(PyonSearch, AgreesWithPlainMinimaxInTheChallenge) {
  base::Random random(6);
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Game game(challenge_position(seed));
    for (int ply = 0; ply < 12 && !game.decision(); ++ply) {
      MoveList moves;
      generate(game.position(), moves);
      game.play(moves[random.below(moves.size())]);
    }
    if (game.decision()) continue;
    const Position position = game.position();
    for (int depth = 1; depth <= 3; ++depth) {
      const Thought thought = think_to(Game(position), depth);
      EXPECT_EQ(thought.score, plain_value(position, depth, 0))
          << to_pfen(position) << ' ' << depth;
      EXPECT_TRUE(is_legal(position, thought.line.front()));
    }
  }
}

/// Of pieces that only go forwards, those of each side on its far rows: such are soon stuck.
Position lame_position(base::Random& random) {
  Position position;
  position.to_move = random.below(2) == 0 ? Side::kX : Side::kO;
  for (const Side side : {Side::kX, Side::kO}) {
    Squares& own = side == Side::kX ? position.x : position.o;
    while (std::popcount(own) < kPiecesEach) {
      const auto at = static_cast<int>(random.below(2 * kFiles + 1));
      const int square = side == Side::kX ? at : kSquareCount - 1 - at;
      own |= square_bit(square);
      position.set_kind(square, static_cast<Kind>(1 + random.below(3)));
    }
  }
  return position;
}

/// Every line to its end; `stuck` counts those that both lose.
int plain_challenge_value(const Position& position, int depth, int ply, int& stuck) {
  if (ply > 0 && is_home(position, ~position.to_move)) return ply - kWon;
  if (depth == 0) return evaluate(position);
  MoveList moves;
  generate(position, moves);
  if (moves.empty()) {
    ++stuck;
    return ply % 2 == 0 ? kBothLost : -kBothLost;
  }
  int best = -kWon;
  for (const Move move : moves) {
    best = std::max(best, -plain_challenge_value(after(position, move), depth - 1, ply + 1, stuck));
  }
  return best;
}

// Whoever thinks would rather win, draw, or wait than bring it about that both lose.
TEST(PyonSearch, AGameThatBothLoseIsHardlyBetterThanALostOne) {
  base::Random random(7);
  int stuck = 0;
  for (int i = 0; i < (kBrief ? 200 : 1000); ++i) {
    const Position position = lame_position(random);
    if (!has_move(position)) continue;
    for (int depth = 1; depth <= 3; ++depth) {
      ASSERT_EQ(think_to(Game(position), depth).score,
                plain_challenge_value(position, depth, 0, stuck))
          << to_pfen(position) << ' ' << depth;
    }
  }
  std::printf("%d lines that both lose\n", stuck);
  EXPECT_GT(stuck, kBrief ? 3 : 20);
}

TEST(PyonSearch, WinsTheChallengeAgainstWhoeverMovesAtRandom) {
  base::Random random(4);
  Search search(1);
  SearchLimits limits;
  limits.depth = 3;
  int won = 0;
  constexpr int kGames = 20;
  for (int i = 0; i < kGames; ++i) {
    const Side thinker = i % 2 == 0 ? Side::kX : Side::kO;
    Game game(challenge_position(static_cast<std::uint64_t>(i)));
    while (!game.outcome() && game.moves().size() < 400) {
      MoveList moves;
      generate(game.position(), moves);
      Move move = moves[random.below(moves.size())];
      if (game.position().to_move == thinker) {
        const auto never = [] { return false; };
        move = search.think(game, limits, never, [](const Thought&) {}).line.front();
      }
      ASSERT_TRUE(game.play(move));
    }
    won += game.outcome() && game.outcome()->winner == thinker ? 1 : 0;
  }
  std::printf("%d of %d\n", won, kGames);
  EXPECT_GE(won, kGames - 3);
}

TEST(PyonSearch, LinesArePlayable) {
  const Thought thought = think_to(Game(), 6);
  Game game;
  for (const Move move : thought.line) EXPECT_TRUE(game.play(move)) << to_text(move);
}

// The line is read out of the table: where positions share its places, it breaks off.
TEST(PyonSearch, LinesAreWhole) {
  base::Random random(14);
  for (int i = 0; i < 20; ++i) {
    Game game;
    for (int ply = 0; ply < i; ++ply) {
      MoveList moves;
      generate(game.position(), moves);
      if (!game.outcome()) game.play(moves[static_cast<std::size_t>(random.below(moves.size()))]);
    }
    if (game.outcome()) continue;
    EXPECT_GE(think_to(game, 4).line.size(), 3U) << position_line(game);
  }
}

TEST(PyonSearch, KeepsToItsLimits) {
  Search search(1);
  SearchLimits limits;
  limits.nodes = 5000;
  EXPECT_LE(search
                .think(
                    Game(), limits, [] { return false; }, [](const Thought&) {})
                .nodes,
            5000U);
  int questions = 0;
  const Thought stopped = search.think(
      Game(), {}, [&] { return ++questions == 3; }, [](const Thought&) {});
  EXPECT_EQ(questions, 3);
  EXPECT_FALSE(stopped.line.empty());
}

}  // namespace
}  // namespace gougi::testing
