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

}  // namespace
}  // namespace gougi::tools
