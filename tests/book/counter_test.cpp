// SPDX-License-Identifier: MIT
#include "book/counter.hpp"

#include <gtest/gtest.h>

#include "notation/sfen.hpp"
#include "usi/game_line.hpp"

namespace gougi::book {
namespace {

std::string book_of(const std::vector<std::string>& games, int moves) {
  MoveCounter counter;
  for (const auto& game : games) counter.add(*usi::read_game_line(game), moves);
  std::string text;
  for (const Entry& entry : counter.entries()) append(text, entry);
  return text;
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
  counter.add(*usi::read_game_line("startpos moves 7g7f 3c3d 2g2f"), 2);
  EXPECT_EQ(counter.entries().size(), 2U);
}

TEST(MoveCounter, OfMovesAsFrequentTheOneSeenFirstStandsFirst) {
  const std::string book = book_of({"startpos moves 2g2f", "startpos moves 1g1f"}, 9);
  EXPECT_EQ(book,
            "sfen " + std::string(notation::kStartSfen) + "\n2g2f none 0 32 1\n1g1f none 0 32 1\n");
}

}  // namespace
}  // namespace gougi::book
