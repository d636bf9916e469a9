// SPDX-License-Identifier: MIT
#include "tools/output_place.hpp"

#include <gmock/gmock.h>

#include <filesystem>

#include "book/temporary_folder.hpp"

#ifndef _WIN32
#include <sys/stat.h>
#endif

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

TEST(OutputPlaceTest, AskingLeavesNothingBehind) {
  const book::testing::TemporaryFolder folder;
  EXPECT_TRUE(check_output_file(folder / "out"));
  EXPECT_EQ(folder.files(), 0U);
  folder.write("out", "kept");
  EXPECT_TRUE(check_output_file(folder / "out"));
  EXPECT_EQ(fs::file_size(folder / "out"), 4U);
}

#ifndef _WIN32
TEST(OutputPlaceTest, ALinkToWhereNothingIsStays) {
  const book::testing::TemporaryFolder folder;
  fs::create_symlink(folder / "target", folder / "link");
  EXPECT_TRUE(check_output_file(folder / "link"));
  EXPECT_TRUE(fs::is_symlink(fs::symlink_status(folder / "link")));
  EXPECT_FALSE(fs::exists(folder / "target"));
}

TEST(OutputPlaceTest, APipeThatNobodyReadsIsNotWaitedFor) {
  const book::testing::TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), S_IRUSR | S_IWUSR), 0);
  const auto place = check_output_file(folder / "pipe");
  ASSERT_FALSE(place);
  EXPECT_THAT(place.error().message,
              ::testing::EndsWith("pipe: is a pipe or a socket, not a file"));
  EXPECT_FALSE(check_output_page(folder / "pipe", {}, "gougi study"));
}
#endif

}  // namespace
}  // namespace gougi::tools
