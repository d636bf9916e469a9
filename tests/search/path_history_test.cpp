// SPDX-License-Identifier: MIT
#include "search/path_history.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string_view>

#include "notation/sfen.hpp"

namespace gougi::search {
namespace {

shogi::Game play(std::string_view sfen, std::initializer_list<std::string_view> moves) {
  shogi::Game game(notation::parse_sfen(sfen).value());
  for (const std::string_view move : moves) {
    EXPECT_TRUE(game.play(notation::parse_usi_move(move).value())) << move;
  }
  return game;
}

shogi::Repetition repetition_after(const shogi::Game& game) {
  PathHistory path;
  path.reset(game);
  return path.repetition();
}

TEST(PathHistory, CallsTheSecondOccurrenceADraw) {
  EXPECT_EQ(repetition_after(play(notation::kStartSfen, {"2h3h", "8b7b", "3h2h"})),
            shogi::Repetition::kNone);
  EXPECT_EQ(repetition_after(play(notation::kStartSfen, {"2h3h", "8b7b", "3h2h", "7b8b"})),
            shogi::Repetition::kDraw);
}

TEST(PathHistory, TellsPerpetualCheckApart) {
  // Black's rook checks on 5i and 4i, the king steps aside each time.
  constexpr std::string_view kSfen = "4k4/9/9/9/9/9/9/9/K6R1 b - 1";
  EXPECT_EQ(repetition_after(play(kSfen, {"2i5i", "5a4a", "5i4i", "4a5a", "4i5i"})),
            shogi::Repetition::kWin);
  EXPECT_EQ(repetition_after(play(kSfen, {"2i5i", "5a4a", "5i4i", "4a5a", "4i5i", "5a4a"})),
            shogi::Repetition::kLoss);
}

TEST(PathHistory, ForgetsWhatLiesBeforeANullMove) {
  const shogi::Game game = play(notation::kStartSfen, {});
  PathHistory path;
  path.reset(game);
  path.push_null(1);
  path.push(2, false);
  path.push(3, false);
  path.push(4, false);
  path.push(game.position().key(), false);
  EXPECT_EQ(path.repetition(), shogi::Repetition::kNone);
  path.pop();
  path.push(1, false);
  EXPECT_EQ(path.repetition(), shogi::Repetition::kDraw);
}

}  // namespace
}  // namespace gougi::search
