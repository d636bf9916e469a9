// SPDX-License-Identifier: MIT
#include "study/position_lot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "base/random.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"

namespace gougi::study {
namespace {

shogi::Position lot_position(const std::string& sfen) { return *notation::parse_sfen(sfen); }

LotGame random_lot_game(std::uint64_t seed, std::size_t plies) {
  base::Random random(seed);
  LotGame lot;
  shogi::Game game;
  while (lot.moves.size() < plies) {
    shogi::MoveList moves;
    shogi::generate_legal(game.position(), moves);
    if (moves.empty()) break;
    const shogi::BareMove move =
        moves[static_cast<int>(random.below(static_cast<std::uint64_t>(moves.size())))];
    static_cast<void>(game.play(move));
    lot.moves.push_back(move);
  }
  return lot;
}

std::vector<LotGame> random_lot_games(std::size_t count) {
  std::vector<LotGame> games;
  for (std::size_t i = 0; i < count; ++i) games.push_back(random_lot_game(i + 1, 60));
  return games;
}

TEST(PositionLot, AnOpenChoiceIsWhereTheGameIsNotDecidedByTheRules) {
  EXPECT_TRUE(is_open_choice(shogi::Game()));
  const auto is_open = [](const std::string& sfen) {
    return is_open_choice(shogi::Game(lot_position(sfen)));
  };
  EXPECT_FALSE(is_open("4k4/9/4P4/9/9/9/9/9/4K4 b G 1")) << "G*5b is mate";
  EXPECT_TRUE(is_open("4k4/9/4P4/9/9/9/9/9/4K4 b S 1"));
  EXPECT_FALSE(is_open("8k/9/7G1/9/9/9/9/9/4K4 w - 1")) << "1a2a is the only move";
  EXPECT_TRUE(is_open("8k/9/7G1/9/9/9/9/9/4K4 w s 1"));
  EXPECT_FALSE(is_open("KRB+P+P+P+P+P+P/+P+P+PS5/9/9/9/9/9/9/8k b RBGGSS 1"))
      << "the win can be declared";
  shogi::FreezeState freezes;
  freezes.left = {1, 1};
  EXPECT_FALSE(
      is_open_choice(shogi::Game(*shogi::FreezePosition::from(shogi::Position::start(), freezes))));
}

TEST(PositionLot, AFourthOccurrenceIsTheEnd) {
  LotGame lot;
  for (int i = 0; i < 3; ++i) {
    for (const char* const move : {"2h3h", "8b7b", "3h2h", "7b8b"}) {
      lot.moves.push_back(*notation::parse_usi_move(move));
    }
  }
  EXPECT_TRUE(is_open_choice(game_at(lot, 8)));
  EXPECT_FALSE(is_open_choice(game_at(lot, 12)));
}

TEST(PositionLot, EveryGameGivesOneBeforeAnyGivesAnother) {
  const auto games = random_lot_games(20);
  const auto first = draw_positions(games, 20, 5);
  ASSERT_EQ(first.size(), 20U);
  std::set<std::size_t> numbers;
  for (const DrawnPosition& each : first) {
    numbers.insert(each.game);
    EXPECT_TRUE(is_open_choice(game_at(games[each.game], each.moves)));
  }
  EXPECT_EQ(numbers.size(), 20U);
  // From all thirds of the games, also in the first half of the positions.
  for (std::size_t third = 0; third < 3; ++third) {
    const auto count = std::count_if(first.begin(), first.begin() + 10,
                                     [&](const auto& each) { return each.moves / 21 == third; });
    EXPECT_GE(count, 2) << third;
    EXPECT_LE(count, 5) << third;
  }
  const auto more = draw_positions(games, 50, 5);
  ASSERT_EQ(more.size(), 50U);
  EXPECT_TRUE(std::equal(first.begin(), first.end(), more.begin())) << "more begin alike";
  std::set<std::pair<std::size_t, std::size_t>> different;
  for (const DrawnPosition& each : more) {
    different.insert({each.game, each.moves});
    const auto of_game = std::count_if(more.begin(), more.end(),
                                       [&](const auto& other) { return other.game == each.game; });
    EXPECT_GE(of_game, 2);
    EXPECT_LE(of_game, 3);
  }
  EXPECT_EQ(different.size(), 50U);
  EXPECT_EQ(draw_positions(games, 20, 5), first);
  EXPECT_NE(draw_positions(games, 20, 6), first);
}

TEST(PositionLot, APositionOfTwoGamesIsDrawnOnce) {
  std::vector<LotGame> games(3, random_lot_game(1, 4));
  EXPECT_EQ(draw_positions(games, 100, 1).size(), 5U);
  games.clear();
  EXPECT_TRUE(draw_positions(games, 100, 1).empty());
  LotGame mated;
  mated.start = lot_position("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
  EXPECT_TRUE(draw_positions({mated}, 1, 1).empty());
}

TEST(PositionLot, AFingerprintTellsGamesApart) {
  auto games = random_lot_games(2);
  const std::string print = fingerprint(games);
  EXPECT_EQ(print.size(), 16U);
  EXPECT_EQ(print, fingerprint(games));
  std::swap(games[0], games[1]);
  EXPECT_NE(print, fingerprint(games));
  std::swap(games[0], games[1]);
  games[1].moves.pop_back();
  EXPECT_NE(print, fingerprint(games));
}

}  // namespace
}  // namespace gougi::study
