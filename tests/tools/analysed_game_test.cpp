// SPDX-License-Identifier: MIT
#include "tools/analysed_game.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "book/temporary_folder.hpp"

namespace gougi::tools {
namespace {

TEST(AnalysedGames, NoTwoHaveResultsOfOneNameWhateverTheFileSystem) {
  const book::testing::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "a");
  std::filesystem::create_directories(folder / "b");
  const std::string game = "startpos moves 7g7f\n";
  folder.write("a/Game.usi", game + game);
  folder.write("b/game.usi", game + game);
  folder.write("b/game-2_2.usi", game);
  AnalyseOrder order;
  order.files = {folder / "a", folder / "b"};
  order.out = folder / "out";
  const auto tell = [](const std::string& what) { ADD_FAILURE() << what; };
  std::vector<std::string> names;
  const auto games = read_analysed_games(record_files(order, tell), order, tell,
                                         [&](std::uint64_t number, AnalysedGame&& analysed) {
                                           EXPECT_EQ(number, names.size());
                                           names.push_back(analysed.name);
                                         });
  EXPECT_EQ(games, 5U);
  EXPECT_THAT(names, testing::ElementsAre("Game-1", "Game-2", "game-2_2", "game-1_2", "game-2_3"));
}

TEST(AnalysedGames, AFileIsReadOnceHoweverOftenItIsNamed) {
  const book::testing::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "a");
  for (const char* const name : {"a/1.usi", "a/2.usi", "b.usi"}) {
    folder.write(name, "startpos moves 7g7f\n");
  }
  AnalyseOrder order;
  order.files = {folder / "a/2.usi", folder / "a",          folder / "a/../a",
                 folder / "b.usi",   folder / "a/../b.usi", folder / "none.usi"};
  order.out = folder / "out";
  const auto tell = [](const std::string& what) { ADD_FAILURE() << what; };
  EXPECT_THAT(record_files(order, tell),
              testing::ElementsAre(folder / "a/2.usi", folder / "a/1.usi", folder / "b.usi",
                                   folder / "none.usi"));
}

TEST(AnalysedGames, OfSeveralGamesInCsaOneThatIsBadIsNamedAndTheOthersAnalysed) {
  const book::testing::TemporaryFolder folder;
  const std::string good = "PI\n+\n+2726FU\n-8384FU\n%TORYO\n";
  AnalyseOrder order;
  order.files = {folder.write("a.csa", good + "/\nPI\n+\n+7775FU\n%TORYO\n/\n" + good)};
  order.out = folder / "out";
  std::vector<std::string> told;
  const auto tell = [&told](const std::string& what) { told.push_back(what); };
  std::vector<std::size_t> moves;
  read_analysed_games(record_files(order, tell), order, tell,
                      [&](std::uint64_t, AnalysedGame&& analysed) {
                        moves.push_back(analysed.game.moves().size());
                      });
  EXPECT_THAT(moves, testing::ElementsAre(2U, 2U));
  EXPECT_THAT(told, testing::ElementsAre(testing::HasSubstr("a.csa: record line 9: \"+7775FU\"")));
}

TEST(AnalysedGames, OfSeveralGamesOneWithoutAMoveIsNamedByItsNumberAndLine) {
  const book::testing::TemporaryFolder folder;
  const std::string good = "PI\n+\n+2726FU\n";
  AnalyseOrder order;
  order.files = {folder.write("a.csa", good + "/\nPI\n+\n/\n" + good),
                 folder.write("b.usi", "startpos\nstartpos moves 7g7f\n"),
                 folder.write("c.usi", "startpos\n")};
  order.out = folder / "out";
  std::vector<std::string> told;
  const auto tell = [&told](const std::string& what) { told.push_back(what); };
  const auto games = read_analysed_games(record_files(order, tell), order, tell,
                                         [](std::uint64_t, AnalysedGame&&) {});
  EXPECT_EQ(games, 3U);
  EXPECT_THAT(
      told, testing::ElementsAre(testing::HasSubstr("a.csa: record line 5: holds no move (game 2)"),
                                 testing::HasSubstr("b.usi: record line 1: holds no move (game 1)"),
                                 testing::EndsWith("c.usi: holds no move")));
}

TEST(AnalysedGames, OfAFaultyRecordWhatComesBeforeTheFaultIsAnalysed) {
  const book::testing::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "a");
  const std::string moves = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ７五歩打\n";
  folder.write("a/1-foul.kif", moves + "   4 反則負け\n");
  folder.write("a/2-broken.kif", moves + "   4 ８四歩(83)\n");
  folder.write("a/3-start.kif", "手合割：平手\n   1 ７五歩(77)\n");
  folder.write("a/4.usi",
               "startpos moves 7g7f 7g7f\nstartpos moves 7g7f 7g7f 3c3d\nstartpos moves 7g7e\n");
  folder.write("a/5.kif", "手合割：平手\n   1 ７六歩(77)\n   2 投了\n");
  folder.write("a/6.usi", "startpos moves 7g7f 3c3d foo 8c8d\nstartpos moves 7g7f resign\n");
  folder.write("a/7.ki2", "▲７六歩△３四歩▲２六歩△８四歩\n");
  AnalyseOrder order;
  order.files = {folder / "a"};
  order.out = folder / "out";
  std::vector<std::string> told;
  const auto tell = [&told](const std::string& what) { told.push_back(what); };
  std::vector<std::string> games;
  read_analysed_games(
      record_files(order, tell), order, tell, [&](std::uint64_t, AnalysedGame&& analysed) {
        games.push_back(analysed.name + " " + std::to_string(analysed.game.moves().size()) + " " +
                        std::to_string(analysed.record.illegal_move().value_or(0)));
      });
  EXPECT_THAT(games, testing::ElementsAre("1-foul 2 3", "2-broken 2 0", "4-1 1 2", "4-2 1 0",
                                          "5 1 0", "6-1 2 0", "6-2 1 0", "7 4 0"));
  using testing::HasSubstr;
  EXPECT_THAT(told,
              testing::ElementsAre(
                  testing::AllOf(HasSubstr("2-broken.kif: record line 4: "),
                                 HasSubstr("; moves before it that are analysed: 2")),
                  HasSubstr("3-start.kif: record line 2: "), HasSubstr("4.usi: record line 3: "),
                  testing::AllOf(HasSubstr("4.usi: record line 2: "),
                                 HasSubstr("; moves before it that are analysed: 1")),
                  testing::AllOf(
                      HasSubstr("6.usi: record line 1: \"foo\" is no move (move 3 at column 26)"),
                      HasSubstr("; moves before it that are analysed: 2"))));
}

}  // namespace
}  // namespace gougi::tools
