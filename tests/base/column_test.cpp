// SPDX-License-Identifier: MIT
#include "base/column.hpp"

#include <gtest/gtest.h>

namespace gougi::base {
namespace {

std::size_t column(std::string_view line, std::string_view part) {
  return column_of(line, line.substr(line.find(part)));
}

TEST(Column, CountsCharactersAsAnEditorDoes) {
  EXPECT_EQ(column("abc", "a"), 1U);
  EXPECT_EQ(column("abc", "c"), 3U);
  EXPECT_EQ(column("\t b", "b"), 3U);
  EXPECT_EQ(column("歩 香x", "x"), 4U);
  EXPECT_EQ(column("\xEF\xBB\xBF"
                   "ab",
                   "b"),
            2U);
  EXPECT_EQ(column_of("abc", std::string_view("abc").substr(3)), 4U) << "behind the last";
}

TEST(Column, TakesAnyBytes) {
  EXPECT_EQ(column("\x82\xA0x", "x"), 1U) << "no byte of these could begin a character";
  EXPECT_EQ(column("\xFF\xFFx", "x"), 3U);
}

}  // namespace
}  // namespace gougi::base
