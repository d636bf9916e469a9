// SPDX-License-Identifier: MIT
#include "base/whole_file.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <thread>

#include "book/temporary_folder.hpp"

namespace gougi::base {
namespace {

namespace fs = std::filesystem;

Result<void> replace(const fs::path& file, const std::string& text) {
  return replace_file(file, std::as_bytes(std::span(text)));
}

TEST(WholeFile, ADraftIsNotWrittenOverWhatALinkLeadsTo) {
  const book::testing::TemporaryFolder folder;
  const fs::path mine = folder.write("mine", "mine");
  std::error_code error;
  fs::create_symlink(mine, draft_of(folder / "new"), error);
  if (error) GTEST_SKIP() << "there are no links here";
  for (const auto& refused :
       {check_replaceable(folder / "new", {}), replace(folder / "new", "x")}) {
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("new.gougi-new: is in the way"), std::string::npos);
  }
  EXPECT_EQ(folder.read(mine), "mine");
  fs::remove(draft_of(folder / "new"));
  fs::create_hard_link(mine, draft_of(folder / "new"), error);
  if (error) GTEST_SKIP() << "a file has one name here";
  ASSERT_TRUE(replace(folder / "new", "x"));
  EXPECT_EQ(folder.read(mine), "mine");
  EXPECT_EQ(folder.read(folder / "new"), "x");
}

TEST(WholeFile, WhatAKilledRunHasLeftIsReplaced) {
  const book::testing::TemporaryFolder folder;
  folder.write("new.gougi-new", "the half of it");
  ASSERT_TRUE(replace(folder / "new", "x"));
  EXPECT_EQ(folder.read(folder / "new"), "x");
  EXPECT_FALSE(fs::exists(draft_of(folder / "new")));
}

/// Whether `table` can be replaced while somebody has `name` open for a moment, as a virus scanner
/// has it, which on Windows keeps it from being replaced or removed.
void replace_beside_a_reader(const book::testing::TemporaryFolder& folder, const char* name) {
  auto open = std::make_unique<std::ifstream>(folder.write(name, "old"), std::ios::binary);
  ASSERT_TRUE(*open);
  std::thread closes([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    open.reset();
  });
  EXPECT_TRUE(replace(folder / "table", "new"));
  closes.join();
  EXPECT_EQ(folder.read(folder / "table"), "new");
}

TEST(WholeFile, WhoHasTheFileOpenForAMomentIsWaitedFor) {
  const book::testing::TemporaryFolder folder;
  replace_beside_a_reader(folder, "table");
}

TEST(WholeFile, WhoHasALeftOverDraftOpenForAMomentIsWaitedFor) {
  const book::testing::TemporaryFolder folder;
  replace_beside_a_reader(folder, "table.gougi-new");
  EXPECT_FALSE(fs::exists(draft_of(folder / "table")));
}

}  // namespace
}  // namespace gougi::base
