// SPDX-License-Identifier: MIT
#include "io/code_page.hpp"

#include <gtest/gtest.h>

namespace gougi::io {
namespace {

TEST(CodePage, ConvertsJapaneseBothWays) {
  EXPECT_EQ(utf8_to_cp932("合議 ABC"), "\x8D\x87\x8B\x63 ABC");
  EXPECT_EQ(cp932_to_utf8("\x8D\x87\x8B\x63 ABC"), "合議 ABC");
  const std::string text = "▲７六歩 △３四歩 ☗ ｶﾅ ①Ⅷ㈱髙﨑";
  const std::string known = "▲７六歩 △３四歩 ｶﾅ ①Ⅷ㈱髙﨑";
  EXPECT_EQ(cp932_to_utf8(utf8_to_cp932(known)), known);
  EXPECT_EQ(cp932_to_utf8(utf8_to_cp932(text)), "▲７六歩 △３四歩 〓 ｶﾅ ①Ⅷ㈱髙﨑");
}

TEST(CodePage, LeavesAsciiAlone) {
  std::string ascii;
  for (char c = 1; c < 127; ++c) ascii += c;
  EXPECT_EQ(utf8_to_cp932(ascii), ascii);
  EXPECT_EQ(cp932_to_utf8(ascii), ascii);
  EXPECT_EQ(utf8_to_cp932(""), "");
}

TEST(CodePage, CharactersItLacksBecomeOneGetaEach) {
  EXPECT_EQ(utf8_to_cp932("a☗b😀c"),
            "a\x81\xAC"
            "b\x81\xAC"
            "c");
}

TEST(CodePage, CharactersThePlatformsDisagreeAboutComeOutTheSame) {
  EXPECT_EQ(utf8_to_cp932("～〜"), "\x81\x60\x81\x60");
  EXPECT_EQ(utf8_to_cp932("－−"), "\x81\x7C\x81\x7C");
  EXPECT_EQ(utf8_to_cp932("―—"), "\x81\x5C\x81\x5C");
  EXPECT_EQ(utf8_to_cp932("≧≥≦≤"), "\x81\x86\x81\x86\x81\x85\x81\x85");
}

TEST(CodePage, MalformedBytesNeitherThrowNorEatTheirNeighbours) {
  EXPECT_EQ(utf8_to_cp932("a\xFF"
                          "b"),
            "a\x81\xAC"
            "b");
  EXPECT_EQ(utf8_to_cp932("a\xE5\x90"), "a\x81\xAC");
  EXPECT_EQ(cp932_to_utf8("a\x8D"), "a〓");
  EXPECT_EQ(cp932_to_utf8("\x8D\x0A"
                          "b"),
            "〓\nb");
  std::string every;
  for (int i = 0; i < 65536; ++i) {
    every += static_cast<char>(i / 256);
    every += static_cast<char>(i % 256);
  }
  EXPECT_FALSE(utf8_to_cp932(every).empty());
  EXPECT_FALSE(cp932_to_utf8(every).empty());
}

}  // namespace
}  // namespace gougi::io
