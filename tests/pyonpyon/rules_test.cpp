// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <array>
#include <cstdlib>

#include "base/random.hpp"
#include "pyonpyon/game.hpp"
#include "pyonpyon/plain_rules.hpp"
#include "sanitized.hpp"

namespace gougi::testing {
namespace {

using namespace gougi::pyonpyon;
using ::testing::HasSubstr;
using ::testing::Not;

Position pfen(const std::string& text) { return parse_pfen(text).value(); }
Move move_of(const std::string& text) { return parse_move(text).value(); }

std::set<std::string> moves_of(const Position& position) {
  MoveList moves;
  generate(position, moves);
  std::set<std::string> texts;
  for (const Move move : moves) EXPECT_TRUE(texts.insert(to_text(move)).second) << to_text(move);
  return texts;
}

TEST(PyonRules, TheWorkedCaseOfTheInventor) {
  const auto game = read_position("startpos moves d5c5 b1d3 c5c1");
  ASSERT_TRUE(game);
  EXPECT_EQ(to_pfen(game->position()), "2xo1/o1o1o/3o1/x1x1x/1x3 o");
}

constexpr std::array<std::uint64_t, 7> kLeaves{1,       22,         496,        13'396,
                                               365'900, 10'824'189, 321'252'669};

TEST(PyonRules, PerftFromTheStart) {
  for (int depth = 0; depth < (kBrief ? 6 : 7); ++depth) {
    EXPECT_EQ(perft(start_position(), depth), kLeaves[static_cast<std::size_t>(depth)]) << depth;
  }
}

TEST(PyonRules, PerftOfThePlainRules) {
  const int deepest = std::getenv("GOUGI_SLOW") != nullptr ? 6 : kBrief ? 3 : 4;
  for (int depth = 0; depth <= deepest; ++depth) {
    EXPECT_EQ(plain_perft(plain(start_position()), 'x', depth),
              static_cast<long>(kLeaves[static_cast<std::size_t>(depth)]))
        << depth;
  }
}

// What `gougi-pyon solve` counts ply by ply, as far as a set of positions goes.
constexpr std::array<std::size_t, 6> kFirstReached{1, 22, 496, 6'513, 88'974, 757'838};

TEST(PyonRules, PositionsByThePlyThatReachesThemFirst) {
  const int deepest = std::getenv("GOUGI_SLOW") != nullptr ? 5 : kBrief ? 3 : 4;
  const auto reached = plain_reach(plain(start_position()), 'x', deepest);
  for (std::size_t ply = 0; ply < reached.size(); ++ply) {
    EXPECT_EQ(reached[ply].size(), kFirstReached[ply]) << ply;
  }
}

TEST(PyonRules, AgreeWithThePlainOnesInRandomGames) {
  base::Random random(8);
  for (int round = 0; round < 200; ++round) {
    Game game;
    for (int ply = 0; ply < 60 && !game.outcome(); ++ply) {
      const Position& position = game.position();
      const char side = position.to_move == Side::kX ? 'x' : 'o';
      ASSERT_EQ(moves_of(position), plain_moves(plain(position), side)) << to_pfen(position);
      for (const char each : {'x', 'o'}) {
        ASSERT_EQ(is_home(position, each == 'x' ? Side::kX : Side::kO),
                  plain_home(plain(position), each))
            << to_pfen(position);
      }
      MoveList moves;
      generate(position, moves);
      ASSERT_TRUE(game.play(moves[static_cast<std::size_t>(random.below(moves.size()))]));
    }
  }
}

// The solver takes moves back by playing them: a step or a chain can be gone the other way.
TEST(PyonRules, EveryMoveCanBeGoneBack) {
  base::Random random(9);
  Position position = start_position();
  for (int ply = 0; ply < 3000; ++ply) {
    MoveList moves;
    generate(position, moves);
    const Move move = moves[static_cast<std::size_t>(random.below(moves.size()))];
    Position next = after(position, move);
    EXPECT_TRUE(destinations(next.occupied(), move.to) & square_bit(move.from))
        << to_pfen(position) << ' ' << to_text(move);
    position = next;
  }
}

TEST(PyonRules, AChainDoesNotEndWhereItBegan) {
  const Position position = pfen("xoo2/xoo2/xxx2/o4/5 x");
  EXPECT_EQ(moves_of(position), plain_moves(plain(position), 'x'));
  for (const std::string& move : moves_of(position)) {
    EXPECT_NE(move.substr(0, 2), move.substr(2)) << move;
  }
}

TEST(PyonRules, HomeIsTheFarRow) {
  Game game(pfen("xxxx1/4x/5/5/ooooo x"));
  EXPECT_FALSE(game.outcome());
  ASSERT_TRUE(game.play(move_of("e2e1")));
  EXPECT_EQ(game.outcome(), (Outcome{Outcome::Reason::kHome, Side::kX}));
  EXPECT_FALSE(game.play(move_of("a5a4")));
}

TEST(PyonRules, HomeIsAlsoBeforeOneThatWillNotLeave) {
  Game game(pfen("xxxxo/5/4x/5/oooo1 x"));
  ASSERT_TRUE(game.play(move_of("e3e2")));
  EXPECT_EQ(game.outcome(), (Outcome{Outcome::Reason::kHome, Side::kX}));
  // Not beside it.
  Game other(pfen("xxxxo/5/3x1/5/oooo1 x"));
  ASSERT_TRUE(other.play(move_of("d3d2")));
  EXPECT_FALSE(other.outcome());
}

TEST(PyonRules, OnlyTheMoverWins) {
  // x steps back to the far row of o and so brings o home; the game goes on, and o's move decides.
  Game game(pfen("ox3/1x3/1x3/1x2o/ooox1 x"));
  EXPECT_FALSE(game.outcome());
  const Position both = pfen("xxxxx/5/5/5/ooooo x");
  EXPECT_TRUE(is_home(both, Side::kX));
  EXPECT_TRUE(is_home(both, Side::kO));
  Game decided(pfen("xxxx1/4x/5/5/ooooo x"));
  ASSERT_TRUE(decided.play(move_of("e2e1")));
  EXPECT_EQ(decided.outcome()->winner, Side::kX);
}

TEST(PyonRules, TheThirdOccurrenceIsADraw) {
  Game game;
  for (int round = 0; round < 2; ++round) {
    for (const char* move : {"a4a3", "b1a1", "a3a4", "a1b1"}) {
      EXPECT_FALSE(game.outcome());
      ASSERT_TRUE(game.play(move_of(move))) << move;
    }
  }
  EXPECT_EQ(game.repeats(), 2);
  EXPECT_EQ(game.outcome(), (Outcome{Outcome::Reason::kRepetition, std::nullopt}));
  // Without an arbiter nobody has to claim it.
  EXPECT_FALSE(game.decision());
  EXPECT_TRUE(game.play(move_of("a4b3")));
  EXPECT_FALSE(game.outcome());
  EXPECT_TRUE(game.undo());
  EXPECT_TRUE(game.undo());
  EXPECT_FALSE(game.outcome());
}

TEST(PyonText, PositionsAreReadBack) {
  base::Random random(10);
  Game game;
  for (int ply = 0; ply < 100 && !game.outcome(); ++ply) {
    MoveList moves;
    generate(game.position(), moves);
    ASSERT_TRUE(game.play(moves[static_cast<std::size_t>(random.below(moves.size()))]));
    EXPECT_EQ(pfen(to_pfen(game.position())), game.position());
    const std::string line = position_line(game);
    const auto again = read_position(std::string_view(line).substr(9));
    ASSERT_TRUE(again) << line;
    EXPECT_EQ(again->position(), game.position());
    EXPECT_EQ(position_line(*again), line);
  }
}

TEST(PyonText, WhatIsWrongIsNamed) {
  const auto error = [](const std::string& text) {
    const auto game = read_position(text);
    return game ? "" : game.error().message;
  };
  EXPECT_THAT(error("pfen 1o1o1/o1o1o/5/x1x1x/1x1x1"), HasSubstr("side to move"));
  EXPECT_THAT(error("pfen 1o1o1/o1o1o/5/x1x1x/1x1x1 w"), HasSubstr("x or o"));
  EXPECT_THAT(error("pfen 1o1o1/o1o1o/5/x1x1x x"), HasSubstr("five rows"));
  EXPECT_THAT(error("pfen 1o1o1/o1o1o/5/x1x1x/1x1x1/5 x"), HasSubstr("five rows"));
  EXPECT_THAT(error("pfen 1o1o1/o1o1o/6/x1x1x/1x1x1 x"), HasSubstr("\"6\""));
  EXPECT_THAT(error("pfen 1o1o1/o1o1o/4/x1x1x/1x1x1 x"), HasSubstr("row 3"));
  EXPECT_THAT(error("pfen 1o1o1/o1o1o/5/x1x1x/1x3 x"), HasSubstr("x has 4 pieces"));
  EXPECT_THAT(error("startpos move a4a3"), HasSubstr("\"move\""));
  EXPECT_THAT(error("startpos moves a4a3 a4a3"), HasSubstr("move 2, a4a3, is not legal"));
  EXPECT_THAT(error("startpos moves a4a9"), HasSubstr("\"a4a9\" is no move"));
  EXPECT_THAT(error("nonsense"), HasSubstr("startpos or pfen"));
  EXPECT_EQ(error("startpos"), "");
}

TEST(PyonText, AComplaintAboutALineOfAFileGivesItsColumn) {
  const auto error = [](const std::string& line) {
    const auto game = read_game_line(line);
    return game ? "" : game.error().message;
  };
  EXPECT_EQ(error("startpos moves a4a3 # x, home, A - B"), "");
  EXPECT_EQ(error("position startpos moves a4a3"), "");
  EXPECT_EQ(error("a4a3"), "");
  EXPECT_EQ(error("\tstartpos moves a4a3 a4a3"),
            "position: move 2, a4a3, is not legal at column 22");
  EXPECT_EQ(error("a4a3 香"), "\"香\" is no move; a move is like b5c3 at column 6");
  EXPECT_EQ(error("startpos move a4a3"), "position: \"move\" where moves is wanted at column 10");
}

TEST(PyonChallenge, StartsAreRepeatableAndFair) {
  EXPECT_EQ(to_pfen(challenge_position(7)), "gr3/lp1n1/5/1N1PL/3RG x");
  std::set<std::string> starts;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Position start = challenge_position(seed);
    starts.insert(to_pfen(start));
    EXPECT_TRUE(start.is_challenge());
    EXPECT_EQ(pfen(to_pfen(start)), start);
    EXPECT_EQ(std::popcount(start.x), 5);
    for (int square = 0; square < kSquareCount; ++square) {
      EXPECT_EQ(start.x >> square & 1U, start.o >> (24 - square) & 1U);
      EXPECT_EQ(start.kind(square), start.kind(24 - square));
    }
  }
  EXPECT_GT(starts.size(), 195U);
}

// A set of shogi suffices to play it.
TEST(PyonChallenge, NoSideHasMoreOfAKindThanInASetOfShogi) {
  constexpr std::array<int, kKindCount> kInASet{0, 9, 2, 2, 2, 2, 1, 1};
  std::array<int, kKindCount> seen{};
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Position start = challenge_position(seed);
    std::array<int, kKindCount> count{};
    for (Squares own = start.x; own != 0; own &= own - 1) {
      const auto kind = static_cast<std::size_t>(start.kind(first_square(own)));
      ++count[kind];
      ++seen[kind];
    }
    for (std::size_t kind = 0; kind < count.size(); ++kind) {
      EXPECT_LE(count[kind], kInASet[kind]) << to_pfen(start);
    }
  }
  for (std::size_t kind = 1; kind < seen.size(); ++kind) EXPECT_GT(seen[kind], 100) << kind;
}

TEST(PyonChallenge, PerftIsThatOfThePlainRules) {
  for (std::uint64_t seed = 0; seed < (kBrief ? 5 : 25); ++seed) {
    const Position start = challenge_position(seed);
    for (int depth = 0; depth <= 3; ++depth) {
      EXPECT_EQ(static_cast<long>(perft(start, depth)),
                plain_challenge_perft(plain_challenge(start), 'x', depth))
          << to_pfen(start) << ' ' << depth;
    }
  }
  EXPECT_EQ(perft(challenge_position(7), 4), 72'152U);
  if (std::getenv("GOUGI_SLOW") != nullptr) {
    EXPECT_EQ(plain_challenge_perft(plain_challenge(challenge_position(7)), 'x', 4), 72'152);
  }
}

// Wins among the leaves, in the middle of the tree and at its end.
TEST(PyonChallenge, PerftDoesNotGoOnBehindAWin) {
  const Position close = pfen("RGB2/3PS/5/5/pgbrs x");
  EXPECT_EQ(moves_of(close).count("e2e1"), 0U) << "it can jump";
  for (int depth = 1; depth <= 3; ++depth) {
    EXPECT_EQ(static_cast<long>(perft(close, depth)),
              plain_challenge_perft(plain_challenge(close), 'x', depth));
  }
}

TEST(PyonRules, CountingLeavesCanBeStopped) {
  const Position start = start_position();
  const Move move = move_of("d5c5");
  int asked = 0;
  const auto count = [&](int patience) {
    asked = 0;
    return leaves_behind(start, move, 4, [&] { return ++asked > patience; });
  };
  EXPECT_EQ(count(1'000'000), perft(after(start, move), 4));
  const int needed = asked;
  EXPECT_EQ(count(needed - 1), std::nullopt);
  EXPECT_EQ(asked, needed);
  EXPECT_EQ(count(0), std::nullopt);
}

TEST(PyonChallenge, MovesAreThoseOfThePlainRules) {
  base::Random random(3);
  int plies = 0;
  int steps = 0;
  for (std::uint64_t seed = 0; seed < (kBrief ? 50 : 500); ++seed) {
    Game game(challenge_position(seed));
    for (int ply = 0; ply < 40 && !game.decision(); ++ply, ++plies) {
      const Position& position = game.position();
      const bool x = position.to_move == Side::kX;
      ASSERT_EQ(moves_of(position), plain_challenge_moves(plain_challenge(position), x ? 'x' : 'o'))
          << to_pfen(position);
      MoveList moves;
      generate(position, moves);
      const Move move = moves[random.below(moves.size())];
      const Kind kind = position.kind(move.from);
      ASSERT_TRUE(game.play(move));
      EXPECT_EQ(game.position().kind(move.to), kind);
      EXPECT_EQ(game.position().occupied() & square_bit(move.from), 0U);
      steps += kind == Kind::kKnight ? 1 : 0;
    }
  }
  EXPECT_GT(plies, 1000);
  EXPECT_GT(steps, 20) << "knights";
}

// Two lances, pawns and knights before the edge are stuck, and nothing can be jumped.
TEST(PyonChallenge, BothLoseWhereNobodyCanMove) {
  const auto game = read_position("pfen PL1PN/5/n4/5/1p1lp x");
  ASSERT_FALSE(game) << "five each are wanted";
  const auto stuck = read_position("pfen PLPPL/5/5/5/plppl x");
  ASSERT_TRUE(stuck);
  const auto outcome = stuck->outcome();
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->reason, Outcome::Reason::kNoMove);
  EXPECT_FALSE(outcome->winner);
  EXPECT_THAT(end_text(*stuck), HasSubstr("both lose"));
}

TEST(PyonChallenge, ItsWordsAreReadAndShown) {
  const auto game = read_position("challenge 7 moves d5d1");
  ASSERT_TRUE(game);
  EXPECT_EQ(position_line(*game), "position pfen gr3/lp1n1/5/1N1PL/3RG x moves d5d1");
  EXPECT_THAT(board_text(*game), HasSubstr("1 | g | r |   | R |   |\n"));
  EXPECT_THAT(board_text(*game), HasSubstr("P 歩"));
  for (const char* wrong : {"challenge", "challenge x", "challenge -1", "challenge 7 x",
                            "pfen xr3/lp1n1/5/1N1PL/3RG x", "pfen kr3/lp1n1/5/1N1PL/3RG x"}) {
    EXPECT_FALSE(read_position(wrong)) << wrong;
  }
}

TEST(PyonGame, ASideResignsOrClaimsADrawAndTakesItBack) {
  Game game;
  EXPECT_FALSE(game.claim_draw());
  ASSERT_TRUE(game.play_word("resign"));
  EXPECT_EQ(game.outcome(), (Outcome{Outcome::Reason::kResigned, Side::kO}));
  EXPECT_EQ(position_line(game), "position startpos moves resign");
  EXPECT_FALSE(game.play_word("a4a3"));
  EXPECT_FALSE(game.play_word("draw"));
  EXPECT_TRUE(game.undo());
  EXPECT_FALSE(game.outcome());
  const std::string round = " a4a3 b1a1 a3a4 a1b1";
  const auto claimed = read_position("startpos moves" + round + round + " draw");
  ASSERT_TRUE(claimed);
  EXPECT_EQ(claimed->decision(), (Outcome{Outcome::Reason::kClaimed, std::nullopt}));
  EXPECT_EQ(position_line(*claimed), "position startpos moves" + round + round + " draw");
  const auto early = read_position("startpos moves" + round + " draw");
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().message,
            "position: move 5, draw, may be claimed where the position occurred twice before");
}

TEST(PyonText, TheBoardSaysHowTheGameEnded) {
  EXPECT_THAT(board_text(Game()), Not(HasSubstr("win")));
  EXPECT_THAT(board_text(read_position("startpos moves resign").value()),
              HasSubstr("\n  o wins: the other side resigned\n"));
  EXPECT_THAT(board_text(read_position("pfen PLPPL/5/5/5/plppl x").value()),
              HasSubstr("both lose\n"));
}

TEST(PyonText, TheBoardIsShownAsTheInventorDoes) {
  EXPECT_THAT(board_text(Game()),
              HasSubstr("[0 move(s) | Go! x | 0 repeat(s)]\n\n  +---+---+---+---+---+\n"
                        "1 |   | o |   | o |   |\n  +---+---+---+---+---+\n"
                        "2 | o |   | o |   | o |\n"));
}

}  // namespace
}  // namespace gougi::testing
