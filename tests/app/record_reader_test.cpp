// SPDX-License-Identifier: MIT
#include "app/record_reader.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gougi::app {
namespace {

TEST(RecordReader, ATextWithoutAGameIsAnErrorInEveryFormat) {
  for (const char* const format : {"kif", "ki2", "csa", "usi"}) {
    for (const char* const text : {"", "\n\n", "\xEF\xBB\xBF", "# nothing\n"}) {
      const auto games = read_games(format, text);
      ASSERT_FALSE(games) << format << ": " << text;
      EXPECT_EQ(games.error().message.substr(0, 6), "holds ");
    }
  }
  EXPECT_EQ(read_games("usi", "startpos\n")->size(), 1U);
  EXPECT_EQ(read_games("kif", "先手：A\n")->size(), 1U);
}

}  // namespace
}  // namespace gougi::app
