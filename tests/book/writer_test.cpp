// SPDX-License-Identifier: MIT
#include "book/writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.hpp"
#include "book/statistics.hpp"
#include "book/temporary_folder.hpp"
#include "notation/sfen.hpp"

namespace gougi::book {
namespace {

using ::testing::HasSubstr;
using testing::TemporaryFolder;

Entry entry(std::string position, int depth, int candidates = 1) {
  Entry result{std::move(position), {}};
  for (int i = 0; i < candidates; ++i) {
    result.candidates.push_back(
        {shogi::BareMove::board(shogi::Square::of(5, 9), shogi::Square::of(4 + i, 8)),
         {},
         0,
         depth,
         1});
  }
  return result;
}

std::string kings(int ply) { return "4k4/9/9/9/9/9/9/9/4K4 b - " + std::to_string(ply); }

TEST(BookWriter, AFileAppearsWholeOrNotAtAll) {
  const TemporaryFolder folder;
  const auto file = folder.write("book.db", "what was there before");
  {
    auto writer = Writer::create(file);
    ASSERT_TRUE(writer);
    writer->add(entry(kings(1), 1));
  }
  EXPECT_EQ(TemporaryFolder::read(file), "what was there before");
  EXPECT_EQ(folder.files(), 1U);
  auto writer = Writer::create(file);
  ASSERT_TRUE(writer);
  writer->add(entry(kings(1), 1));
  EXPECT_TRUE(writer->finish());
  EXPECT_EQ(TemporaryFolder::read(file),
            std::string(kHeader) + "\nsfen " + kings(1) + "\n5i4h none 0 1 1\n");
  EXPECT_EQ(folder.files(), 1U);
}

TEST(BookWriter, AFolderThatIsNotThereIsNamed) {
  const TemporaryFolder folder;
  const auto writer = Writer::create(folder / "none" / "book.db");
  ASSERT_FALSE(writer);
  EXPECT_THAT(writer.error().message, HasSubstr("book.db.part: cannot be written"));
}

TEST(BookSorter, WritesInByteOrder) {
  const TemporaryFolder folder;
  Sorter sorter(folder / "book.db", 1U << 20U);
  for (const int ply : {2, 10, 1, 11}) ASSERT_TRUE(sorter.add(entry(kings(ply), 1)));
  EXPECT_EQ(sorter.finish().value(), 4U);
  const std::string text = TemporaryFolder::read(folder / "book.db");
  EXPECT_LT(text.find("- 1\n"), text.find("- 10\n"));
  EXPECT_LT(text.find("- 10\n"), text.find("- 11\n"));
  EXPECT_LT(text.find("- 11\n"), text.find("- 2\n"));
}

TEST(BookSorter, OfTwoEntriesOfAPositionTheDeeperThenTheBroaderStays) {
  for (const std::size_t memory : {std::size_t{1}, std::size_t{1} << 20U}) {
    const TemporaryFolder folder;
    Sorter sorter(folder / "book.db", memory);
    for (const Entry& e : {entry(kings(1), 5), entry(kings(1), 7, 1), entry(kings(1), 7, 2),
                           entry(kings(1), 6, 3), entry(kings(2), 1)}) {
      ASSERT_TRUE(sorter.add(e));
    }
    EXPECT_EQ(sorter.finish().value(), 2U);
    EXPECT_EQ(TemporaryFolder::read(folder / "book.db"),
              std::string(kHeader) + "\nsfen " + kings(1) + "\n5i4h none 0 7 1\n5i5h none 0 7 1\n" +
                  "sfen " + kings(2) + "\n5i4h none 0 1 1\n")
        << memory;
    EXPECT_EQ(folder.files(), 1U);
  }
}

// 200 runs, so that runs are merged before the end too.
TEST(BookSorter, ABookLargerThanTheMemoryIsSortedJustTheSame) {
  const TemporaryFolder folder;
  base::Random random(3);
  std::vector<Entry> entries;
  for (int i = 0; i < 400; ++i) {
    entries.push_back(
        entry(kings(1 + static_cast<int>(random.below(5000))), static_cast<int>(random.below(9))));
  }
  Sorter small(folder / "small.db", 2 * sizeof(Entry) + 100);
  Sorter large(folder / "large.db", 1U << 30U);
  for (const Entry& e : entries) {
    ASSERT_TRUE(small.add(e));
    ASSERT_TRUE(large.add(e));
  }
  EXPECT_GT(folder.files(), 3U);
  ASSERT_TRUE(small.finish());
  ASSERT_TRUE(large.finish());
  EXPECT_EQ(folder.files(), 2U);
  EXPECT_EQ(TemporaryFolder::read(folder / "small.db"), TemporaryFolder::read(folder / "large.db"));
}

TEST(BookStatistics, CountsAndSeesTheOrder) {
  Statistics statistics;
  statistics.take(entry(kings(1), 5, 2));
  statistics.take(entry(kings(2), 5));
  EXPECT_TRUE(statistics.sorted);
  EXPECT_EQ(statistics.positions, 2U);
  EXPECT_EQ(statistics.candidates, 3U);
  EXPECT_EQ(statistics.depths.at(5), 2U);
  EXPECT_EQ(statistics.breadths.at(2), 1U);
  statistics.take(entry(kings(10), 5));
  EXPECT_FALSE(statistics.sorted);
}

}  // namespace
}  // namespace gougi::book
