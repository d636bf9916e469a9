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

}  // namespace
}  // namespace gougi::tools
