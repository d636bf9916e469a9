// SPDX-License-Identifier: MIT
#include "engines/word_help.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "usi/command_words.hpp"

namespace gougi::engines {
namespace {

using ::testing::HasSubstr;

TEST(WordHelp, EveryWordThatAnEngineMayKnowHasOne) {
  for (const std::string_view word : usi::command_words()) {
    EXPECT_EQ(help_of({word}, usi_word_help()).size(), 1U) << word;
  }
  EXPECT_TRUE(file_help().names("file"));
  EXPECT_TRUE(help_of({"frobnicate", ""}, usi_word_help()).empty());
}

TEST(WordHelp, SeveralWordsMayMeanTheSame) {
  const base::WordHelp help{"pos, d, show", {"the board", "盤面"}};
  EXPECT_TRUE(help.names("pos"));
  EXPECT_TRUE(help.names("d"));
  EXPECT_TRUE(help.names("show"));
  EXPECT_FALSE(help.names("po"));
  EXPECT_FALSE((base::WordHelp{"bench [DEPTH]", {"a", "b"}}.names("[DEPTH]")));
}

TEST(WordHelp, IsListedWithTheLinesOfEachBelowOneAnother) {
  const std::vector<base::WordHelp> all{{"d", {"the board\nand more", "盤面"}},
                                        {"setoption name NAME [value VALUE]", {"set one", "設定"}}};
  EXPECT_EQ(list_of_help(all),
            "Commands of the protocol:\n"
            "  d                           the board\n"
            "                              and more\n"
            "  setoption name NAME [value VALUE]\n"
            "                              set one");
}

TEST(WordHelp, IsAskedForBehindTheWord) {
  for (const cli::Words& words :
       std::vector<cli::Words>{{"bench", "--help"}, {"bench", "help"}, {"bench", "3", "-h"}}) {
    const auto help = help_asked_for("gougi-engine", words, usi_word_help());
    ASSERT_TRUE(help);
    EXPECT_THAT(*help, HasSubstr("\nUsage: gougi-engine bench [DEPTH]\n"));
  }
  EXPECT_FALSE(help_asked_for("gougi-engine", {"bench", "3"}, usi_word_help()));
  EXPECT_FALSE(help_asked_for("gougi-engine", {"bnech", "--help"}, usi_word_help()));
  EXPECT_FALSE(help_asked_for("gougi-engine", {"--help"}, usi_word_help()));
}

}  // namespace
}  // namespace gougi::engines
