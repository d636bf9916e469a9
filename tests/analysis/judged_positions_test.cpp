// SPDX-License-Identifier: MIT
#include "analysis/judged_positions.hpp"

#include <gmock/gmock.h>

#include "book/temporary_folder.hpp"

namespace gougi::analysis {
namespace {

using book::testing::TemporaryFolder;
using ::testing::HasSubstr;

TEST(JudgedPositions, WhatIsKeptIsFoundByWhoeverOpensTheFile) {
  const TemporaryFolder folder;
  const auto file = folder / "判断.db";
  auto first = JudgedPositions::open(file);
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ((*first)->find("a"), std::nullopt);
  ASSERT_TRUE((*first)->keep("a", "one"));
  ASSERT_TRUE((*first)->keep("b", "two"));
  ASSERT_TRUE((*first)->keep("a", "three"));
  auto second = JudgedPositions::open(file);  // the first one is still at it
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_EQ((*second)->find("a"), "three");
  ASSERT_TRUE((*second)->keep("c", ""));
  EXPECT_EQ((*first)->find("c"), "");
}

TEST(JudgedPositions, AFileThatIsSomethingElseIsRefusedAndLeftAlone) {
  const TemporaryFolder folder;
  const auto file = folder.write("notes.txt", std::string(5000, 'x'));
  const auto opened = JudgedPositions::open(file);
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().message, HasSubstr("notes.txt: cannot keep judged positions"));
  EXPECT_THAT(opened.error().message, HasSubstr("--cache"));
  EXPECT_EQ(TemporaryFolder::read(file), std::string(5000, 'x'));
  EXPECT_FALSE(JudgedPositions::open(folder / "."));
}

// A page whose one row lies outside of it, found by a fuzzer: SQLite writes there without
// complaint.
TEST(JudgedPositions, WhatADamagedFileDoesNotGiveBackIsNotCalledKept) {
  const TemporaryFolder folder;
  const auto file = folder.write(
      "damaged.db",
      TemporaryFolder::read(GOUGI_SOURCE_DIR "/tests/fuzz/corpus/judged/damaged-page.db"));
  auto judged = JudgedPositions::open(file);
  ASSERT_TRUE(judged) << judged.error().message;
  const auto kept = (*judged)->keep("a", "b");
  ASSERT_FALSE(kept);
  EXPECT_THAT(kept.error().message, HasSubstr("damaged.db: cannot keep judged positions: "
                                              "the file is damaged; name another file"));
}

}  // namespace
}  // namespace gougi::analysis
