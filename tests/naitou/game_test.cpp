// SPDX-License-Identifier: MIT
// The state of a game, the book, and following a game.
#include "shogi/game.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.hpp"
#include "base/text.hpp"
#include "naitou/boards.hpp"
#include "naitou/follower.hpp"
#include "shogi/movegen.hpp"

namespace gougi::naitou {
namespace {

constexpr std::string_view kHishaochi =
    "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";

std::vector<shogi::BareMove> moves_of(std::string_view text) {
  std::vector<shogi::BareMove> moves;
  for (const auto word : base::split_words(text)) moves.push_back(*notation::parse_usi_move(word));
  return moves;
}

std::string choice(Follower& follower) {
  const Decision& decision = follower.decide();
  if (!decision.move) return decision.outcome == Outcome::kSuicide ? "win" : "resign";
  return notation::to_usi(from_frame(*decision.move, follower.com()));
}

std::string choice_after(std::string_view start, std::string_view moves, bool time_limit = false) {
  Follower follower;
  follower.set({time_limit, false});
  follower.follow(setup_of(start), moves_of(moves));
  return choice(follower);
}

TEST(Modes, AreReadFromTheStartAndWhoMoves) {
  const auto mode = [](std::string_view sfen, shogi::Color com) {
    const auto setup = setup_of(sfen);
    return mode_of(board_of(setup, com), side_of(setup.side_to_move, com));
  };
  EXPECT_EQ(mode("startpos", shogi::Color::kWhite), Mode::kEvenHumFirst);
  EXPECT_EQ(mode("startpos", shogi::Color::kBlack), Mode::kEvenComFirst);
  EXPECT_EQ(mode(kHishaochi, shogi::Color::kWhite), Mode::kComWithoutRook);
  EXPECT_EQ(mode(kHishaochi, shogi::Color::kBlack), Mode::kHumWithoutRook);
  constexpr std::string_view kNimaiochi =
      "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
  EXPECT_EQ(mode(kNimaiochi, shogi::Color::kWhite), Mode::kComWithoutBoth);
  EXPECT_EQ(mode(kNimaiochi, shogi::Color::kBlack), Mode::kHumWithoutBoth);
  EXPECT_EQ(mode("4k4/9/9/9/9/9/9/9/4K4 b - 1", shogi::Color::kWhite), Mode::kUnknown);
}

TEST(States, CountPliesAndRaiseTheLevelAfterMovesOfHum) {
  State state =
      initial_state(board_of(setup_of("startpos"), shogi::Color::kWhite), Side::kHum, false);
  for (int ply = 1; ply <= 120; ++ply) {
    play(state, ply % 2 == 1 ? move_from(ply % 4 == 1 ? "5i5h" : "5h5i")
                             : move_from(ply % 4 == 2 ? "5a5b" : "5b5a"));
    EXPECT_EQ(state.progress_ply, std::min(ply, 100));
    const int expected = ply >= 71 ? 3 : ply >= 53 ? 2 : ply >= 51 ? 1 : 0;
    EXPECT_EQ(state.level, expected) << ply;
  }
}

TEST(Book, OpensWithTheFormationThatTheTimeLimitChooses) {
  EXPECT_EQ(choice_after("startpos", "7g7f"), "3c3d");
  EXPECT_EQ(choice_after("startpos", ""), "7g7f");  // the same for a Black COM
  EXPECT_EQ(choice_after("startpos", "1g1f 3c3d 9g9f 4c4d 1f1e"), "3a3b");
  EXPECT_EQ(choice_after("startpos", "1g1f 3c3d 9g9f 4c4d 1f1e", true), "3a4b");
}

TEST(Book, PlaysItsFirstMoveOnceThoughItIsNotMarkedAsUsed) {
  EXPECT_EQ(choice_after(kHishaochi, ""), "3c3d");
  EXPECT_EQ(choice_after(kHishaochi, "3c3d 7g7f"), "4c4d");
}

TEST(Book, TurnsToAnotherFormationWhenTheBishopsAreExchanged) {
  Follower follower;
  follower.follow(setup_of("startpos"), moves_of("7g7f 3c3d 8h2b+"));
  EXPECT_EQ(choice(follower), "3a2b");
  follower.follow(setup_of("startpos"), moves_of("7g7f 3c3d 8h2b+ 3a2b 1g1f"));
  EXPECT_EQ(follower.state().book.formation, Formation::kBishopExchange);
}

TEST(Book, IsAskedBeforeItIsSeenThatTheKingCanBeTaken) {
  // 5g5f leaves the king to the promoted bishop, and goes where the book is asked in any case.
  constexpr std::string_view kStart = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/9/LNSGKGSNL b - 1";
  EXPECT_EQ(choice_after(kStart, "7g7f 3c3d 8i7g 2b7g+ 5g5f"), "5c5d");
  EXPECT_EQ(choice_after(kStart, "7g7f 3c3d 8i7g 2b7g+ 5g5f 5c5d 5f5e"), "win");
}

TEST(Book, IsClosedInAGameThatTheOriginalDoesNotHave) {
  Follower follower;
  follower.follow(setup_of("lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"), {});
  EXPECT_EQ(follower.mode(), Mode::kUnknown);
  EXPECT_EQ(follower.state().level, 1);
  EXPECT_FALSE(follower.decide().from_book);
  EXPECT_TRUE(follower.decide().move.has_value());
}

TEST(Follower, TellsTheFirstMoveThatIsNotTheOriginals) {
  Follower follower;
  follower.follow(setup_of("startpos"), moves_of("7g7f 3c3d 2g2f 8c8d 6g6f"));
  const auto departure = follower.departure();
  ASSERT_TRUE(departure.has_value());
  EXPECT_EQ(departure->ply, 3U);
  EXPECT_EQ(departure->instead.move, move_from("4c4d"));
}

/// A game of the engine as `com` against random moves.
shogi::Game random_game(std::uint64_t seed, shogi::Color com) {
  base::Random random(seed);
  shogi::Game game;
  Follower follower;
  while (game.moves().size() < 120) {
    shogi::MoveList legal;
    shogi::generate_legal(game.position(), legal);
    if (legal.empty()) break;
    shogi::BareMove move =
        legal[static_cast<int>(random.below(static_cast<unsigned>(legal.size())))];
    if (game.position().side_to_move() == com) {
      follower.follow(game.start().setup(), game.moves());
      const Decision& decision = follower.decide();
      if (!decision.move) break;
      move = from_frame(*decision.move, com);
    }
    if (!game.play(move)) break;
  }
  return game;
}

TEST(Follower, ComesToTheSameStateAtOnceStepByStepAndBack) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    const auto com = seed % 2 == 0 ? shogi::Color::kBlack : shogi::Color::kWhite;
    const shogi::Game game = random_game(seed, com);
    const auto setup = game.start().setup();
    const std::span<const shogi::BareMove> moves(game.moves());
    Follower stepwise;
    for (std::size_t count = 0; count <= moves.size(); ++count) {
      stepwise.follow(setup, moves.first(count));  // both sides in turn
      Follower fresh;
      fresh.follow(setup, moves.first(count));
      EXPECT_EQ(fresh.com(), stepwise.com());
      EXPECT_EQ(fresh.state(), stepwise.state()) << "seed " << seed << " ply " << count;
    }
    const std::size_t half = moves.size() / 2;
    stepwise.follow(setup, moves.first(half));
    Follower fresh;
    fresh.follow(setup, moves.first(half));
    EXPECT_EQ(fresh.state(), stepwise.state());
  }
}

TEST(Follower, ThinksTheSameWithTheBoardTurned) {
  const shogi::Game game = random_game(1, shogi::Color::kWhite);
  auto turned = game.start().setup();  // the even game is its own mirror image
  turned.side_to_move = shogi::Color::kWhite;
  std::vector<shogi::BareMove> moves;
  for (const shogi::BareMove move : game.moves()) {
    moves.push_back(from_frame(to_frame(move, shogi::Color::kWhite), shogi::Color::kBlack));
  }
  for (std::size_t count = 1; count < moves.size(); count += 2) {
    Follower white;
    white.follow(game.start().setup(), std::span(game.moves()).first(count));
    Follower black;
    black.follow(turned, std::span<const shogi::BareMove>(moves).first(count));
    EXPECT_EQ(black.com(), shogi::Color::kBlack);
    EXPECT_EQ(black.mode(), Mode::kEvenHumFirst);
    EXPECT_EQ(black.state(), white.state());
    EXPECT_EQ(black.decide().move, white.decide().move);
  }
}

TEST(Follower, OutlivesMovesThatMakeNoSense) {
  base::Random random(7);
  for (int round = 0; round < 40; ++round) {
    std::vector<shogi::BareMove> moves;
    Follower follower;
    for (int ply = 0; ply < 60; ++ply) {
      const shogi::Square to(static_cast<int>(random.below(81)));
      const shogi::Square from(static_cast<int>(random.below(81)));
      const auto kind = shogi::kHandTypes[random.below(shogi::kHandTypes.size())];
      moves.push_back(random.below(4) == 0
                          ? shogi::BareMove::drop(kind, to)
                          : shogi::BareMove::board(from, to, random.below(2) == 0));
    }
    follower.follow(setup_of("startpos"), moves);
    follower.decide();
    EXPECT_EQ(follower.state().progress_ply, 60);
  }
}

}  // namespace
}  // namespace gougi::naitou
