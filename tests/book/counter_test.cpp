// SPDX-License-Identifier: MIT
#include "book/counter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "notation/sfen.hpp"

namespace gougi::book {
namespace {

using ::testing::HasSubstr;

std::string complaint_about(std::string_view line) {
  const auto game = parse_game_line(line);
  return game ? "" : game.error().message;
}

std::string book_of(const std::vector<std::string>& games, int moves) {
  MoveCounter counter;
  for (const auto& game : games) counter.add(*parse_game_line(game), moves);
  std::string text;
  for (const Entry& entry : counter.entries()) append(text, entry);
  return text;
}

TEST(GameLine, BeginsWithStartposOrASfen) {
  EXPECT_EQ(parse_game_line("startpos moves 7g7f 3c3d")->moves.size(), 2U);
  EXPECT_EQ(parse_game_line("position startpos moves 7g7f")->moves.size(), 1U);
  EXPECT_TRUE(parse_game_line("startpos")->moves.empty());
  const auto game = parse_game_line("sfen 4k4/9/9/9/9/9/9/9/4K4 w - 7 moves 5a5b");
  ASSERT_TRUE(game);
  EXPECT_EQ(game->start.ply(), 7);
}

TEST(GameLine, AComplaintNamesTheFirstThingThatIsWrong) {
  EXPECT_THAT(complaint_about("7g7f 3c3d"), HasSubstr("startpos or sfen, not with \"7g7f\""));
  EXPECT_THAT(complaint_about("startpos 7g7f"), HasSubstr("\"7g7f\" stands where moves"));
  EXPECT_THAT(complaint_about("startpos moves 7g7f 7g7f"), HasSubstr("move 2 (7g7f) is not legal"));
  EXPECT_THAT(complaint_about("startpos moves 7g7f resign"), HasSubstr("move 2 (resign) is no"));
  EXPECT_THAT(complaint_about("sfen x b - 1 moves 7g7f"), HasSubstr("sfen: "));
}

TEST(MoveCounter, TheMoreFrequentMoveStandsFirstWithItsMostFrequentReply) {
  const std::string book = book_of({"startpos moves 2g2f 8c8d", "startpos moves 7g7f 3c3d",
                                    "startpos moves 7g7f 8c8d", "startpos moves 7g7f 8c8d"},
                                   1);
  EXPECT_EQ(book,
            "sfen " + std::string(notation::kStartSfen) + "\n7g7f 8c8d 0 32 3\n2g2f 8c8d 0 32 1\n");
}

TEST(MoveCounter, CountsNoFurtherThanItIsTold) {
  EXPECT_EQ(book_of({"startpos moves 7g7f 3c3d 2g2f"}, 0), "");
  MoveCounter counter;
  counter.add(*parse_game_line("startpos moves 7g7f 3c3d 2g2f"), 2);
  EXPECT_EQ(counter.entries().size(), 2U);
}

TEST(MoveCounter, OfMovesAsFrequentTheOneSeenFirstStandsFirst) {
  const std::string book = book_of({"startpos moves 2g2f", "startpos moves 1g1f"}, 9);
  EXPECT_EQ(book,
            "sfen " + std::string(notation::kStartSfen) + "\n2g2f none 0 32 1\n1g1f none 0 32 1\n");
}

}  // namespace
}  // namespace gougi::book
