// SPDX-License-Identifier: MIT
#include "usi/option_line.hpp"

#include <gtest/gtest.h>

namespace gougi::usi {
namespace {

TEST(OptionLine, WrittenExactlyIsReadBackTheSame) {
  for (const char* line :
       {"option name Skill Level type spin default 20 min 0 max 20",
        "option name 日本 type string default C:\\my  books\\a b.db",
        "option name Book type combo default Big Book var Big Book var no  book var <empty>",
        "option name B type combo default <empty> var <empty> var a",
        "option name Clear Hash type button", "option name F type filename default <empty>",
        "option name X type check default true"}) {
    const auto option = parse_option(line);
    ASSERT_TRUE(option) << line;
    const auto again = parse_option(exact_line(*option));
    ASSERT_TRUE(again) << exact_line(*option);
    EXPECT_TRUE(*again == *option) << exact_line(*option);
  }
}

}  // namespace
}  // namespace gougi::usi
