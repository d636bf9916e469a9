// SPDX-License-Identifier: MIT
#include "tools/study_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "book/temporary_folder.hpp"
#include "match/store.hpp"
#include "notation/sfen.hpp"

namespace gougi::tools {
namespace {

using book::testing::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::Not;

match::MoveRecord council_move(const std::string& usi, const std::string& other) {
  match::MoveRecord record;
  record.move = *notation::parse_usi_move(usi);
  record.note = "[O] bestmove " + usi + " [P " + usi + "] [value 20] [b]\n[X] bestmove " + other +
                " [P " + other + "] [value 10] [c]";
  return record;
}

// Both sides are councils, and their voters never agree.
std::string studied(std::uint64_t games) {
  const TemporaryFolder folder;
  const auto file = folder / "match.db";
  {
    auto store = match::Store::create(file);
    EXPECT_TRUE(store) << store.error().message;
    EXPECT_TRUE(store->set_settings({{"game", "shogi"}}));
    EXPECT_TRUE(store->set_engines({{"A", "a", "", "nodes 1"}, {"B", "b", "", "nodes 1"}}));
    for (std::uint64_t number = 0; number < games; ++number) {
      match::GameRecord game;
      game.number = number;
      game.black = number % 2;
      game.white = 1 - game.black;
      // Not all of them are of the same worth.
      game.moves = {council_move("7g7f", "2g2f"), council_move("3c3d", "8c8d"),
                    number % 3 == 0 ? council_move("8h3c+", "2g2f")  // gives the bishop away
                                    : council_move("2g2f", "8h3c+")};
      game.ending = {match::Result::kBlackWins, match::Reason::kResignation, ""};
      EXPECT_TRUE(store->add(game));
    }
  }
  settings::RunStudy command;
  command.files = {file};
  command.nodes = 200;
  command.threads = 1;
  testing::internal::CaptureStdout();
  EXPECT_EQ(study_command(command), 0);
  return testing::internal::GetCapturedStdout();
}

// The row of a table, each column behind its blanks.
std::string loss_row_of(const std::string& text, const std::string& chooser) {
  const std::size_t table = text.find("What the choices cost");
  const std::size_t row = text.find("\n  " + chooser + " ", table);
  return text.substr(row + 1, text.find('\n', row + 1) - row - 1);
}

TEST(StudyCommand, AGameBetweenTwoCouncilsIsOneGame) {
  const std::string few = studied(9);
  EXPECT_THAT(loss_row_of(few, "b"), HasSubstr("?")) << "nine games are too few: " << few;
  const std::string enough = studied(10);
  EXPECT_THAT(loss_row_of(enough, "b"), Not(HasSubstr("?"))) << enough;
}

}  // namespace
}  // namespace gougi::tools
