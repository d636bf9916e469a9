// SPDX-License-Identifier: MIT
#include "tools/study_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "book/temporary_folder.hpp"

namespace gougi::tools {
namespace {

using book::testing::TemporaryFolder;

TEST(StudyLines, HalfALineAtTheEndIsTheOnlyOneThatIsCutOff) {
  const TemporaryFolder folder;
  const auto file = folder.write("lines", "one\ntwo\nthr");
  auto lines = StudyLines::open(file);
  ASSERT_TRUE(lines) << lines.error().message;
  std::string line;
  EXPECT_EQ(lines->next(line), LineEnd::kWhole);
  EXPECT_EQ(line, "one");
  EXPECT_EQ(lines->next(line), LineEnd::kWhole);
  EXPECT_EQ(lines->number(), 2U);
  EXPECT_EQ(lines->next(line), LineEnd::kCutOff);
  EXPECT_EQ(line, "thr");
  EXPECT_TRUE(lines->cut());
  EXPECT_EQ(TemporaryFolder::read(file), "one\ntwo\n");
}

TEST(StudyLines, ALineWithoutEndIsNotReadToItsEnd) {
  const TemporaryFolder folder;
  auto lines = StudyLines::open(folder.write("lines", std::string((2U << 20U) + 1, 'x') + "\n"));
  ASSERT_TRUE(lines);
  std::string line;
  EXPECT_EQ(lines->next(line), LineEnd::kTooLong);
}

#ifdef __linux__
// A file that can be opened, and whose reading is an error of the system.
TEST(StudyLines, WhatCannotBeReadIsNoEnd) {
  auto lines = StudyLines::open("/proc/self/mem");
  ASSERT_TRUE(lines);
  std::string line;
  EXPECT_EQ(lines->next(line), LineEnd::kNone);
  const auto read = lines->check();
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, testing::HasSubstr("/proc/self/mem"));
}
#endif

}  // namespace
}  // namespace gougi::tools
