// SPDX-License-Identifier: MIT
#include "tools/record_reader.hpp"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <utility>

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

TEST(RecordReader, OfSeveralGamesEachThatCannotBeReadIsNamedByItsNumberAndLine) {
  std::vector<std::string> skipped;
  const auto skip = [&](const base::Error& error) { skipped.push_back(error.message); };
  const std::string good = "PI\n+\n+2726FU\n-8384FU\n";
  const auto games = read_games(
      "csa", good + "/\n\nrubbish\nmore\n/\n/\n" + good + "/\nPI\n+\n+7775FU\n/\nV2.2\n", skip);
  ASSERT_TRUE(games);
  ASSERT_EQ(games->size(), 3U);
  ASSERT_EQ(skipped.size(), 2U);
  EXPECT_EQ(skipped[0], "record line 7: holds neither a header line nor a move of CSA (game 2)");
  EXPECT_EQ(skipped[1], "record line 18: \"+7775FU\" is no legal move (game 4)");
  EXPECT_EQ(games->at(1).place->game, 3U);
  EXPECT_EQ(games->at(1).place->line, 11);
  EXPECT_EQ(games->at(2).place->game, 5U);
  EXPECT_EQ(games->at(2).place->line, 20);
  EXPECT_FALSE(read_games("csa", good, skip)->front().place);
  skipped.clear();
  const auto lines = read_games("usi", "startpos\n# no game\n7g7e\n7g7f\n", skip);
  ASSERT_EQ(lines->size(), 2U);
  EXPECT_EQ(lines->at(1).place->game, 3U);
  EXPECT_EQ(lines->at(1).place->line, 4);
  ASSERT_EQ(skipped.size(), 1U);
  EXPECT_TRUE(skipped[0].ends_with(" (game 2)")) << skipped[0];
}

TEST(RecordReader, OfALineThatIsNoGameCountsOfFreezesAreNoQuestion) {
  std::string told;
  const auto games =
      read_games("usi", "zzz\n", [&](const base::Error& error) { told = error.message; });
  EXPECT_TRUE(games->empty());
  EXPECT_EQ(told, "record line 1: \"zzz\" is no move (move 1 at column 1) (game 1)");
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

TEST(RecordReader, AFoulIsAnIllegalMoveUnlessARemarkSaysMore) {
  const std::string kif = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n";
  const std::string csa = "PI\n+\n+7776FU\n-3334FU\n";
  const auto ending = [](const char* format, const std::string& text) {
    const auto games = read_games(format, text, refuse_any);
    return games ? ending_of(games->front()) : std::nullopt;
  };
  using match::Reason;
  using match::Result;
  for (const auto& [format, text, result] :
       {std::tuple("kif", kif + "   3 反則勝ち\n", Result::kBlackWins),
        std::tuple("kif", kif + "   3 反則負け\n", Result::kWhiteWins),
        std::tuple("csa", csa + "%+ILLEGAL_ACTION\n", Result::kWhiteWins),
        std::tuple("csa", csa + "%-ILLEGAL_ACTION\n", Result::kBlackWins),
        std::tuple("csa", csa + "%ILLEGAL_MOVE\n", Result::kWhiteWins)}) {
    const auto found = ending(format, text);
    ASSERT_TRUE(found) << text;
    EXPECT_EQ(found->result, result) << text;
    EXPECT_EQ(found->reason, Reason::kIllegalMove) << text;
  }
  EXPECT_EQ(ending("kif", kif + "   3 反則勝ち\n*black, perpetual check\n")->reason,
            Reason::kPerpetualCheck);
}

TEST(RecordReader, AFoulOfEitherSideInALineIsAFoulInEveryFormat) {
  for (const auto& [winner, end] : {std::pair("black", notation::End::kWhiteFoul),
                                    std::pair("white", notation::End::kIllegalMove)}) {
    const auto games = read_games(
        "usi", "startpos moves 7g7f 3c3d # " + std::string(winner) + ", illegal move, A - B\n",
        refuse_any);
    ASSERT_TRUE(games);
    EXPECT_EQ(games->front().main_end()->end, end) << winner;
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
