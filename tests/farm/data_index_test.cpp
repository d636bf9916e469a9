// SPDX-License-Identifier: MIT
#include "farm/data_index.hpp"

#include <gtest/gtest.h>

#include "book/temporary_folder.hpp"
#include "match/match_files.hpp"

namespace gougi::farm {
namespace {

TEST(DataIndex, ListsWhatWasAddedAndEachFileOnce) {
  const book::testing::TemporaryFolder folder;
  {
    auto index = DataIndex::open(folder / "index.db");
    ASSERT_TRUE(index) << index.error().message;
    ASSERT_TRUE(index->add({"/b", "positions", 40, "hash", 1, "seed 1"}));
    ASSERT_TRUE(index->add({"/a", "decisions", 7, "other", 2, ""}));
    ASSERT_TRUE(index->add({"/b", "positions", 80, "changed", 2, ""}));
  }
  auto index = DataIndex::open_to_read(folder / "index.db");
  ASSERT_TRUE(index) << index.error().message;
  const auto files = index->files();
  ASSERT_TRUE(files);
  ASSERT_EQ(files->size(), 2U);
  EXPECT_EQ((*files)[0].path, "/a");
  EXPECT_EQ((*files)[1].sha256, "changed");
  EXPECT_EQ((*files)[1].records, 2U);
}

TEST(DataIndex, AnotherFileIsNone) {
  const book::testing::TemporaryFolder folder;
  match::testing::write_match(folder / "match.db", 2);
  for (const bool reads : {false, true}) {
    const auto index =
        reads ? DataIndex::open_to_read(folder / "match.db") : DataIndex::open(folder / "match.db");
    ASSERT_FALSE(index);
    EXPECT_NE(index.error().message.find("is no index of gougi data"), std::string::npos);
  }
}

}  // namespace
}  // namespace gougi::farm
