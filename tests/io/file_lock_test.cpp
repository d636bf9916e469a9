// SPDX-License-Identifier: MIT
#include "io/file_lock.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "book/temporary_folder.hpp"

namespace gougi::io {
namespace {

namespace fs = std::filesystem;

TEST(FileLockTest, IsRefusedWhileAnotherHasItAndFreeAfterwards) {
  const book::testing::TemporaryFolder folder;
  const fs::path file = folder.write("file", "");
  {
    const FileLock first(file);
    EXPECT_TRUE(first.is_held());
    const FileLock second(file);
    EXPECT_FALSE(second.is_held());
    EXPECT_TRUE(second.is_refused());
  }
  EXPECT_TRUE(FileLock(file).is_held());
  EXPECT_TRUE(FileLock(file, FileLock::Beside::kSqlite).is_held());
  EXPECT_FALSE(FileLock(folder / "none").is_held());
  EXPECT_FALSE(FileLock(folder / "none").is_refused());
}

TEST(FileLockTest, AFileThatMayOnlyBeReadHasALockToo) {
  const book::testing::TemporaryFolder folder;
  const fs::path file = folder.write("file", "");
  fs::permissions(file, fs::perms::owner_read);
  EXPECT_TRUE(FileLock(file).is_held());
  fs::permissions(file, fs::perms::owner_all);
}

#ifdef __linux__
// How the lock's file is open.
std::string access_to(const fs::path& file) {
  for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
    std::error_code error;
    if (fs::read_symlink(entry.path(), error) != file) continue;
    std::ifstream facts("/proc/self/fdinfo/" + entry.path().filename().string());
    for (std::string word; facts >> word;) {
      if (word == "flags:" && facts >> word) return word.substr(word.size() - 1);
    }
  }
  return "none";
}

// NFS gives a lock only to who may write, and one of the kind that SQLite takes in its files.
TEST(FileLockTest, IsOneThatNfsKnowsButForFilesThatSqliteLocksToo) {
  const book::testing::TemporaryFolder folder;
  const fs::path file = folder.write("file", "");
  {
    const FileLock lock(file);
    EXPECT_EQ(access_to(file), "2");
  }
  const FileLock lock(file, FileLock::Beside::kSqlite);
  EXPECT_EQ(access_to(file), "0");
}
#endif

TEST(FileLockTest, KnowsWhetherItsFileStillHasItsName) {
  const book::testing::TemporaryFolder folder;
  const fs::path file = folder.write("file", "");
  const FileLock lock(file);
  EXPECT_TRUE(lock.is_of(file));
  std::error_code error;
  fs::rename(folder.write("other", ""), file, error);
  if (error) GTEST_SKIP() << "what is open is not replaced here";
  EXPECT_FALSE(lock.is_of(file));
}

}  // namespace
}  // namespace gougi::io
