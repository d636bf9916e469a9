// SPDX-License-Identifier: MIT
#include "analysis/judged_positions.hpp"

#include <gmock/gmock.h>
#include <sqlite3.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "base/path.hpp"
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

std::string big_endian(std::size_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>((number >> shift) & 0xFF);
  return bytes;
}

/// A rollback journal of a file of `pages` pages, which changes nothing and names `victim` as the
/// journal of several files: SQLite plays it, and deletes that.
std::string journal_naming(const std::filesystem::path& victim, std::size_t page,
                           std::size_t pages) {
  const std::string magic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
  const std::string name = base::to_utf8(victim);
  std::size_t sum = 0;
  for (const char c : name) sum += static_cast<unsigned char>(c);
  std::string journal = magic + big_endian(0) + big_endian(0) + big_endian(pages) +
                        big_endian(512) + big_endian(page);
  journal.resize(512);
  const std::size_t never_used = (1U << 30U) / page + 1;
  return journal + big_endian(never_used) + name + big_endian(name.size()) + big_endian(sum) +
         magic;
}

class ForeignJournal : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE((*JudgedPositions::open(file_))->keep("a", "one"));
    std::string bytes = TemporaryFolder::read(file_);
    const auto byte = [&](std::size_t at) {
      return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at]));
    };
    const std::size_t page = byte(16) * 256 + byte(17);
    bytes[18] = bytes[19] = 1;  // without a write-ahead log
    folder_.write("positions.db", bytes);
    folder_.write("positions.db-journal", journal_naming(victim_, page, bytes.size() / page));
  }

  void expect_refused(const std::filesystem::path& file) {
    for (const bool is_made_if_missing : {false, true}) {
      const auto judged =
          is_made_if_missing ? JudgedPositions::open(file) : JudgedPositions::open_existing(file);
      EXPECT_FALSE(judged) << is_made_if_missing;
      if (judged) continue;
      EXPECT_THAT(judged.error().message, HasSubstr("positions.db-journal"));
      EXPECT_EQ(judged.error().message.find('\n'), std::string::npos);
    }
    EXPECT_EQ(TemporaryFolder::read(victim_), "precious");
    EXPECT_TRUE(std::filesystem::exists(folder_ / "positions.db-journal"));
  }

  TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_ / "positions.db";
  const std::filesystem::path victim_ = folder_.write("thesis.txt", "precious");
};

TEST_F(ForeignJournal, BesideJudgedPositionsIsNotPlayedAndTheFileThatItNamesStays) {
  expect_refused(file_);
}

// SQLite looks beside the file itself.
TEST_F(ForeignJournal, BesideTheFileThatALinkLeadsToIsNotPlayedEither) {
  const auto link = folder_ / "link.db";
  std::error_code error;
  std::filesystem::create_symlink(file_, link, error);
  if (error) GTEST_SKIP() << "no links here";
  expect_refused(link);
}

/// The system's files for SQLite, with an eye on who opens a rollback journal.
int journals_opened = 0;
const sqlite3_vfs* system_files = nullptr;
int watched_open(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* opened) {
  if ((flags & SQLITE_OPEN_MAIN_JOURNAL) != 0) ++journals_opened;
  return system_files->xOpen(const_cast<sqlite3_vfs*>(system_files), name, file, flags, opened);
}

// One beside it would be taken for a foreign one by another program that opens it at that moment.
TEST(JudgedPositions, ANewFileIsBegunWithoutAJournalOfTheForeignKind) {
  const TemporaryFolder folder;
  sqlite3_vfs* const usual = sqlite3_vfs_find(nullptr);
  ASSERT_NE(usual, nullptr);
  system_files = usual;
  sqlite3_vfs watched = *usual;
  watched.zName = "watched";
  watched.xOpen = watched_open;
  ASSERT_EQ(sqlite3_vfs_register(&watched, 1), SQLITE_OK);
  {
    auto judged = JudgedPositions::open(folder / "judged.db");
    ASSERT_TRUE(judged) << judged.error().message;
    EXPECT_TRUE((*judged)->keep("a", "one"));
  }
  sqlite3_vfs_register(usual, 1);
  sqlite3_vfs_unregister(&watched);
  EXPECT_EQ(journals_opened, 0);
  const auto again = JudgedPositions::open_existing(folder / "judged.db");
  ASSERT_TRUE(again);
  EXPECT_EQ((*again)->find("a"), "one");
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
