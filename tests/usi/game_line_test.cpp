// SPDX-License-Identifier: MIT
#include "usi/game_line.hpp"

#include <gtest/gtest.h>

#include <string>

#include "usi/position_text.hpp"

namespace gougi::usi {
namespace {

const std::string kSfen = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

std::string wrong_with(std::string_view line) {
  const auto game = read_game_line(line);
  return game ? "" : game.error().message;
}

TEST(GameLine, IsReadInEveryFormAndWhatFollowsASignIsARemark) {
  for (const std::string& line :
       {std::string("startpos moves 7g7f 3c3d"), "position " + kSfen + " moves 7g7f 3c3d",
        kSfen + " moves 7g7f 3c3d\r", std::string("7g7f\t3c3d"),
        std::string("\xEF\xBB\xBFstartpos moves 7g7f 3c3d"),
        std::string("startpos moves 7g7f 3c3d # black, resignation, A - B"),
        std::string("startpos moves 7g7f 3c3d#moves 2g2f")}) {
    const auto game = read_game_line(line);
    ASSERT_TRUE(game) << line << ": " << game.error().message;
    EXPECT_EQ(position_line(*game), "position startpos moves 7g7f 3c3d") << line;
  }
  EXPECT_TRUE(read_game_line("startpos")->moves().empty());
  EXPECT_EQ(read_game_line("sfen 4k4/9/9/9/9/9/9/9/4K4 w - 7 moves 5a5b")->start().ply(), 7);
  EXPECT_TRUE(read_game_line("startpos moves 7g7fzG z3Z2")->is_freeze_game());
}

// As `gougi record` reads and writes it.
TEST(GameLine, HowTheGameEndedMayStandAtTheEnd) {
  for (const char* const word : {"resign", "win"}) {
    const auto game = read_game_line("startpos moves 7g7f 3c3d " + std::string(word) + " # A - B");
    ASSERT_TRUE(game) << word;
    EXPECT_EQ(game->moves().size(), 2U);
  }
}

TEST(GameLine, AComplaintGivesTheColumnOfTheFile) {
  EXPECT_EQ(wrong_with("startpos moves 7g7f resign 3c3d"),
            "move 2 (resign) is no move of shogi at column 21");
  EXPECT_EQ(wrong_with("startpos moves 7g7f 7g7f 3c3d"), "move 2 (7g7f) is not legal at column 21");
  EXPECT_EQ(wrong_with("position startpos moves 7g7e"), "move 1 (7g7e) is not legal at column 25");
  EXPECT_EQ(wrong_with("7g7f 7g7f"), "move 2 (7g7f) is not legal at column 6");
  EXPECT_EQ(wrong_with("hello"), "\"hello\" is no move (move 1 at column 1)");
  EXPECT_EQ(wrong_with("startpos 7g7f"), "expected \"moves\", got \"7g7f\" at column 10");
  EXPECT_EQ(wrong_with("sfen 9/9 b - 1 moves 7g7f").substr(0, 6), "sfen: ");
  EXPECT_EQ(wrong_with("  # nothing"), "there is no game");
}

// As an editor shows it: tabs and full-width characters are one each, a byte order mark is none.
TEST(GameLine, ColumnsAreCharacters) {
  EXPECT_EQ(wrong_with("\tstartpos  moves\t7g7f 2g2f"), "move 2 (2g2f) is not legal at column 23");
  EXPECT_EQ(wrong_with("\xEF\xBB\xBFstartpos moves 7g7f 2g2f"),
            "move 2 (2g2f) is not legal at column 21");
  EXPECT_EQ(wrong_with("startpos moves ７ｇ７ｆ 3c3d"),
            "\"７ｇ７ｆ\" is no move (move 1 at column 16)");
  EXPECT_EQ(wrong_with("startpos moves 7g7f 歩歩 x"), "\"歩歩\" is no move (move 2 at column 21)");
}

}  // namespace
}  // namespace gougi::usi
