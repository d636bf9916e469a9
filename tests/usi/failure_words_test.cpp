// SPDX-License-Identifier: MIT
#include "usi/failure_words.hpp"

#include <gtest/gtest.h>

namespace gougi::usi {
namespace {

TEST(FailureWords, SayWhyAnEngineEndedInEitherLanguage) {
  const auto in_japanese = [](std::string_view why) {
    return failure_words(why, base::Language::kJapanese);
  };
  for (const char* why : {"no usiok in time", "exit code 3", "killed by signal 9 (Killed)",
                          "killed by signal 9", "prints without end", "its answers cannot be read",
                          "played an illegal move", "no answer"}) {
    EXPECT_EQ(failure_words(why, base::Language::kEnglish), why);
    EXPECT_NE(in_japanese(why), why);
  }
  EXPECT_EQ(in_japanese("no usiok in time"), "usiok が時間内に来ません");
  EXPECT_EQ(in_japanese("no readyok in time"), "readyok が時間内に来ません");
  EXPECT_EQ(in_japanese("no answer to stop in time"), "stop への応答が時間内に来ません");
  EXPECT_EQ(in_japanese("exit code 3"), "終了コード 3");
  EXPECT_EQ(in_japanese("killed by signal 9 (Killed)"), "シグナル 9(Killed) で終了");
  EXPECT_EQ(in_japanese("Broken pipe\x01"), failure_words("Broken pipe\x01"));
}

}  // namespace
}  // namespace gougi::usi
