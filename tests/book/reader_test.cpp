// SPDX-License-Identifier: MIT
#include "book/reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace gougi::book {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::string_view kKings = "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n";

struct Read {
  std::string text;
  std::vector<std::string> complaints;
};

Read read(const std::string& text) {
  std::istringstream in(text);
  Read result;
  Reader reader(in, [&](std::size_t line, std::string_view what) {
    result.complaints.push_back(std::to_string(line) + ": " + std::string(what));
  });
  while (const auto entry = reader.next()) append(result.text, *entry);
  return result;
}

TEST(BookReader, ReadsWhatAppendWrites) {
  const std::string text = std::string(kKings) +
                           "5i5h 5a5b 0 0 1\n5i4i none 0 0 1\n"
                           "sfen 4k4/9/9/9/9/9/9/9/4K4 w - 2\n5a5b none 0 0 1\n";
  const Read result = read(std::string(kHeader) + "\n" + text);
  EXPECT_EQ(result.text, text);
  EXPECT_THAT(result.complaints, IsEmpty());
}

TEST(BookReader, LineEndsOfWindowsAByteOrderMarkAndALastLineWithoutEndAreFine) {
  const Read result = read(
      "\xEF\xBB\xBF#YANEURAOU-DB2016 1.00\r\n"
      "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\r\n5i5h none 0 0 1");
  EXPECT_EQ(result.text, std::string(kKings) + "5i5h none 0 0 1\n");
  EXPECT_THAT(result.complaints, IsEmpty());
}

TEST(BookReader, AMalformedLineIsToldWithItsNumberAndLeftOut) {
  const Read result = read(std::string(kKings) + "5i5h none 0 0 1\nnonsense\n5i4i none 0 0 1\n");
  EXPECT_EQ(result.text, std::string(kKings) + "5i5h none 0 0 1\n5i4i none 0 0 1\n");
  EXPECT_THAT(result.complaints,
              ElementsAre("3: \"nonsense\" is neither a move nor the word sfen"));
}

TEST(BookReader, AnUnusablePositionTakesItsCandidatesAlong) {
  const Read result = read("sfen nonsense\n5i5h\n5i4i\n" + std::string(kKings) + "5i5h\n");
  EXPECT_EQ(result.text, std::string(kKings) + "5i5h none 0 0 1\n");
  ASSERT_EQ(result.complaints.size(), 1U);
  EXPECT_THAT(result.complaints[0], ::testing::EndsWith("; its candidates are left out"));
}

TEST(BookReader, WhatTheRulesDoNotAllowIsNoCandidate) {
  const Read result = read(std::string(kKings) + "5i5g none 0 0 1\n");
  EXPECT_EQ(result.text, "");
  EXPECT_THAT(result.complaints, ElementsAre("2: 5i5g is not legal in the position of line 1",
                                             "1: the position has no candidate that can be used"));
}

TEST(BookReader, AMoveThatStandsTwiceCountsOnce) {
  const Read result = read(std::string(kKings) + "5i5h none 1 0 1\n5i5h none 2 0 1\n");
  EXPECT_EQ(result.text, std::string(kKings) + "5i5h none 1 0 1\n");
  EXPECT_THAT(result.complaints, ElementsAre("3: 5i5h stands twice in the position of line 1"));
}

TEST(BookReader, AMoveBeforeAnyPositionIsTold) {
  EXPECT_THAT(read("7g7f\n").complaints, ElementsAre("1: a move before the first sfen line"));
}

TEST(BookReader, ALineWithoutEndCostsNoMemoryAndNoMoreThanItself) {
  const std::string endless(3 * base::kLongestLine, 'x');
  const Read result = read(std::string(kKings) + endless + "\n5i5h none 0 0 1\n");
  EXPECT_EQ(result.text, std::string(kKings) + "5i5h none 0 0 1\n");
  EXPECT_THAT(result.complaints, ElementsAre("2: the line is longer than 1 MiB"));
}

}  // namespace
}  // namespace gougi::book
