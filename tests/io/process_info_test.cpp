// SPDX-License-Identifier: MIT
#include "io/process_info.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include "base/path.hpp"
#include "io/process_memory.hpp"

namespace gougi::io {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

TEST(ProcessInfo, OwnExecutableIsThisTest) {
  const fs::path own = own_executable();
  ASSERT_TRUE(own.is_absolute());
  EXPECT_EQ(own.stem(), "test_io");
  EXPECT_TRUE(fs::exists(own));
}

TEST(ProcessInfo, KnowsOurMemory) { EXPECT_GT(resident_memory(), 100000U); }

TEST(ProcessInfo, KnowsTheMemoryOfAnyProcessAndNothingOfOneThatIsNotThere) {
  EXPECT_GT(resident_memory_of(own_pid()), 100000U);
  EXPECT_EQ(resident_memory_of(0x7FFFFFFF), 0U);
}

class FindProgramTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        fs::temp_directory_path() / base::path_from_utf8("gougi 探す " + std::to_string(own_pid()));
    fs::create_directories(folder_ / "engines");
    fs::copy_file(probe(), engine(), fs::copy_options::overwrite_existing);
    fs::copy_file(probe(), bare(), fs::copy_options::overwrite_existing);
  }
  void TearDown() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  static fs::path probe() {
    return own_executable().parent_path() / (std::string("probe-child") + ending());
  }
  static std::string ending() { return own_executable().extension().string(); }
  fs::path engine() const { return folder_ / "engines" / ("deep engine" + ending()); }
  fs::path bare() const { return folder_ / ("bare-engine" + ending()); }

  fs::path folder_;
};

TEST_F(FindProgramTest, BareNameLiesBesideUsFirst) {
  const auto found = find_program("bare-engine", folder_, {});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_TRUE(fs::equivalent(*found, bare()));
  EXPECT_TRUE(found->is_absolute());
}

TEST_F(FindProgramTest, BareNameIsThenLookedForAlongPath) {
#ifdef _WIN32
  const auto found = find_program("cmd", folder_, {});
#else
  const auto found = find_program("sh", folder_, {});
#endif
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_TRUE(found->is_absolute());
  EXPECT_TRUE(fs::exists(*found));
}

TEST_F(FindProgramTest, NameWithAFolderIsRelativeToTheBase) {
  const auto found = find_program("engines/deep engine", {}, folder_);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_TRUE(fs::equivalent(*found, engine()));
  EXPECT_TRUE(find_program("./bare-engine", {}, folder_));
  EXPECT_FALSE(find_program("./bare-engine", folder_, folder_ / "engines"));
  EXPECT_TRUE(find_program(base::to_utf8(engine()), {}, "elsewhere")) << "absolute names stay";
}

#ifdef _WIN32
TEST_F(FindProgramTest, ANameOnAServerStaysAsItIs) {
  for (const std::string name : {R"(\\.\none\a\engine.exe)", R"(\\?\C:\none\engine.exe)"}) {
    const auto found = find_program(name, {}, folder_);
    ASSERT_FALSE(found);
    EXPECT_THAT(found.error().message, HasSubstr("looked for " + name));
  }
}
#endif

TEST_F(FindProgramTest, WhatCannotBeStartedIsNotFound) {
  EXPECT_FALSE(find_program("engines", folder_, {})) << "a folder";
  EXPECT_FALSE(find_program("", folder_, folder_));
  std::ofstream(folder_ / "notes") << "text";
  EXPECT_FALSE(find_program("notes", folder_, {}));
}

TEST_F(FindProgramTest, ErrorSaysWhereItLooked) {
  const auto found = find_program("no-such-engine", folder_, {});
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, HasSubstr("no-such-engine"));
  EXPECT_THAT(found.error().message, HasSubstr(base::to_utf8(folder_)));
  EXPECT_THAT(found.error().message, HasSubstr("PATH"));
}

#ifndef _WIN32
TEST(UserLanguage, FollowsTheFirstVariableThatIsSet) {
  const auto with = [](const char* all, const char* messages, const char* lang) {
    ::setenv("LC_ALL", all, 1);
    ::setenv("LC_MESSAGES", messages, 1);
    ::setenv("LANG", lang, 1);
    return user_reads_japanese();
  };
  EXPECT_TRUE(with("", "", "ja_JP.UTF-8"));
  EXPECT_TRUE(with("", "ja_JP.UTF-8", "en_US.UTF-8"));
  EXPECT_FALSE(with("", "en_US.UTF-8", "ja_JP.UTF-8"));
  EXPECT_FALSE(with("C.UTF-8", "ja_JP.UTF-8", "ja_JP.UTF-8"));
  EXPECT_TRUE(with("ja", "", ""));
  EXPECT_FALSE(with("", "", "jam"));
  EXPECT_FALSE(with("", "", ""));
}
#endif

}  // namespace
}  // namespace gougi::io
