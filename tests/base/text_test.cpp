// SPDX-License-Identifier: MIT
#include "base/text.hpp"

#include <gmock/gmock.h>

namespace gougi::base {
namespace {

TEST(Text, WordsAreSplitAtAnyRunOfBlanksAndTabs) {
  EXPECT_THAT(split_words("  go  btime\t1000 \r\n"), testing::ElementsAre("go", "btime", "1000"));
  EXPECT_TRUE(split_words(" \t").empty());
}

TEST(Text, IntegersAreTheWholeWordOrNothing) {
  EXPECT_EQ(to_int("+12"), 12);
  EXPECT_EQ(to_int("-7"), -7);
  EXPECT_EQ(to_int("12x"), std::nullopt);
  EXPECT_EQ(to_int(""), std::nullopt);
  EXPECT_EQ(to_int("+-3"), std::nullopt);
  EXPECT_EQ(to_int("99999999999999999999"), std::nullopt);
  EXPECT_EQ(to_int_clamped("99999999999999999999"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(to_int_clamped("-99999999999999999999"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(to_int_clamped("9x"), std::nullopt);
}

TEST(Text, Utf8IsJudgedStrictly) {
  EXPECT_TRUE(is_valid_utf8("合議 7g7f"));
  EXPECT_FALSE(is_valid_utf8("\x8d\x87\x8b\x63"));  // CP932
  EXPECT_FALSE(is_valid_utf8("\xC0\x80"));          // overlong
  EXPECT_FALSE(is_valid_utf8("\xED\xA0\x80"));      // surrogate
  EXPECT_FALSE(is_valid_utf8("\xE5\x90"));          // cut
}

TEST(Text, PrintableTextHasNoControlCharactersAndKeepsWholeCharactersWhenCut) {
  EXPECT_EQ(printable("a\x1b[2Jb\x7f\tc\n"), "a?[2Jb? c?");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "?31m");
  EXPECT_EQ(printable("\xff\xfe"), "??");
  EXPECT_EQ(printable("合議", 4), "合…");
  EXPECT_EQ(printable("abcd", 4), "abcd");
  EXPECT_EQ(printable("abcde", 4), "abcd…");
  EXPECT_EQ(printable("ab合cd", 6), "ab合c…");
}

TEST(Text, NothingThatTurnsOrSplitsALineIsPrintable) {
  for (const char* bad :
       {"\u0080", "\u0085", "\u009F", "\u2028", "\u2029", "\u202A", "\u202B", "\u202C", "\u202D",
        "\u202E", "\u2066", "\u2067", "\u2068", "\u2069", "\uFEFF", "\u200E", "\u200F", "\u061C"}) {
    const std::string text = std::string("a") + bad + "b";
    EXPECT_EQ(printable(text), "a?b");
    EXPECT_EQ(escaped(text).find(bad), std::string::npos);
    EXPECT_EQ(unescaped(escaped(text)), text);
    EXPECT_EQ(printable(escaped(text)), escaped(text));
  }
  for (const char* good : {"\u00A0", "\u2027", "\u202F", "\u2065", "\u206A", "\uFEFE", "\u2026"}) {
    EXPECT_EQ(printable(good), good);
  }
}

TEST(Text, InAsciiAnInequalityIsReadableAndEveryOtherCharacterOneQuestionMark) {
  EXPECT_EQ(to_ascii("[value ≥ 23] [≤ 4] 合議 a\xe5\x90"), "[value >= 23] [<= 4] ?? a?");
  EXPECT_EQ(to_ascii("plain"), "plain");
}

TEST(Text, EscapedTextIsOneCleanLineAndComesBackByteForByte) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  for (const std::string& text : {all, std::string("合議 \\ \\x41 C:\\shogi"), std::string(""),
                                  std::string("\xc2\x9b\xe5\x90")}) {
    const std::string clean = escaped(text);
    EXPECT_EQ(printable(clean, clean.size()), clean);
    EXPECT_EQ(unescaped(clean), text);
  }
  EXPECT_EQ(escaped("a\tb\\合\x1b[2J\xff"), "a\\x09b\\\\合\\x1b[2J\\xff");
}

TEST(Text, ABackslashOfNoKnownFormIsNotUnescaped) {
  for (const char* text : {"\\", "a\\n", "\\x4", "\\xg0", "\\x+1", "\\x 1"}) {
    EXPECT_EQ(unescaped(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace gougi::base
