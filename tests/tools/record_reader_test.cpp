// SPDX-License-Identifier: MIT
#include "tools/record_reader.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gougi::tools {
namespace {

void refuse_any(const base::Error& error) { ADD_FAILURE() << error.message; }

TEST(RecordReader, ATextWithoutAGameIsAnErrorInEveryFormat) {
  for (const char* const format : {"kif", "ki2", "csa", "jkf", "usi"}) {
    for (const char* const text : {"", "\n\n", "\xEF\xBB\xBF", "# nothing\n"}) {
      const auto games = read_games(format, text, refuse_any);
      ASSERT_FALSE(games) << format << ": " << text;
      // Such a text is no JSON either.
      EXPECT_EQ(games.error().message.substr(0, 6),
                std::string_view(format) == "jkf" ? "record" : "holds ");
    }
  }
  EXPECT_EQ(read_games("usi", "startpos\n", refuse_any)->size(), 1U);
  EXPECT_EQ(read_games("kif", "先手：A\n", refuse_any)->size(), 1U);
}

TEST(RecordReader, ALineThatIsNoGameCostsNoOther) {
  std::vector<std::string> skipped;
  const auto games =
      read_games("usi", "startpos moves 7g7f\n\nstartpos moves 7g7e\nstartpos\nx\n",
                 [&](const base::Error& error) { skipped.push_back(error.message); });
  ASSERT_TRUE(games);
  EXPECT_EQ(games->size(), 2U);
  ASSERT_EQ(skipped.size(), 2U);
  EXPECT_EQ(skipped[0].substr(0, 15), "record line 3: ");
  EXPECT_EQ(skipped[1].substr(0, 15), "record line 5: ");
}

TEST(RecordReader, AUsiLineEndsAsItsLastWordSays) {
  for (const auto faulty : {notation::Faulty::kRefuse, notation::Faulty::kLeave}) {
    const auto games = read_games(
        "usi", "startpos moves 7g7f 3c3d resign\n7g7f 3c3d win # a remark\n", refuse_any, faulty);
    ASSERT_TRUE(games);
    ASSERT_EQ(games->size(), 2U);
    for (const notation::Record& game : *games) {
      EXPECT_EQ(game.main_line().moves().size(), 2U);
      EXPECT_FALSE(game.left);
      ASSERT_NE(game.main_end(), nullptr);
    }
    EXPECT_EQ(games->front().main_end()->end, notation::End::kResigned);
    EXPECT_EQ(ending_of(games->front())->result, match::Result::kWhiteWins);
    EXPECT_EQ(games->back().main_end()->end, notation::End::kDeclared);
    EXPECT_EQ(ending_of(games->back())->result, match::Result::kBlackWins);
  }
}

TEST(RecordReader, OfAUsiLineWhatComesBeforeAWrongWordIsReadIfThatIsWanted) {
  for (const char* const rest : {"foo 8c8d", "0000", "resign 8c8d", "win win", "8c8d+x", "歩"}) {
    const std::string line = std::string("startpos moves 7g7f 3c3d ") + rest + "\n";
    const auto games = read_games("usi", line, refuse_any, notation::Faulty::kLeave);
    ASSERT_TRUE(games);
    ASSERT_EQ(games->size(), 1U) << line;
    const notation::Record& game = games->front();
    EXPECT_EQ(game.main_line().moves().size(), 2U) << line;
    ASSERT_TRUE(game.left) << line;
    EXPECT_FALSE(game.left->is_illegal_move) << line;
    EXPECT_EQ(game.left->why.substr(0, 15), "record line 1: ");
    EXPECT_NE(game.left->why.find("column 26"), std::string::npos) << game.left->why;
    EXPECT_EQ(game.main_end()->end, notation::End::kError) << line;
    EXPECT_EQ(game.main_end()->comment, "") << line;
    int skipped = 0;
    const auto refused = read_games("usi", line, [&](const base::Error&) { ++skipped; });
    EXPECT_TRUE(refused);
    EXPECT_EQ(skipped, 1) << line;
  }
}

TEST(RecordReader, AnIllegalMoveIsTheFirstFaultAlsoWhereAWrongWordFollows) {
  const auto games =
      read_games("usi", "startpos moves 7g7f 7g7f foo\n", refuse_any, notation::Faulty::kLeave);
  ASSERT_TRUE(games);
  ASSERT_EQ(games->size(), 1U);
  EXPECT_EQ(games->front().main_line().moves().size(), 1U);
  EXPECT_NE(games->front().left->why.find("7g7f"), std::string::npos);
  EXPECT_EQ(games->front().illegal_move(), std::nullopt) << "there is something behind it";
}

}  // namespace
}  // namespace gougi::tools
