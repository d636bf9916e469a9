// SPDX-License-Identifier: MIT
#include "relay/option_cache.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>

namespace gougi::relay {
namespace {

namespace fs = std::filesystem;

class OptionCacheFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    spec_.program = folder_ / "engine";
    spec_.directory = folder_;
    write("one");
  }
  void TearDown() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  void write(const char* text) const { std::ofstream(spec_.program) << text; }

  fs::path folder_ =
      fs::temp_directory_path() / (std::string("gougi-option-cache-test-") +
                                   ::testing::UnitTest::GetInstance()->current_test_info()->name());
  io::LaunchSpec spec_;
  OptionCache cache_{folder_ / "cache"};
};

TEST_F(OptionCacheFiles, WhatWasSavedIsLoadedForTheSameCommandInTheSameFolderOnly) {
  EXPECT_EQ(cache_.load(spec_), std::nullopt);
  cache_.save(spec_, {"option name A type check default true", "option name B type button"});
  const auto options = cache_.load(spec_);
  ASSERT_TRUE(options);
  ASSERT_EQ(options->size(), 2U);
  EXPECT_EQ(options->at(1).name, "B");
  io::LaunchSpec other = spec_;
  other.arguments = {"--fast"};
  EXPECT_EQ(cache_.load(other), std::nullopt);
  other = spec_;
  other.directory = folder_ / "elsewhere";
  EXPECT_EQ(cache_.load(other), std::nullopt);
  other = spec_;
  other.environment = {{"FREEZE", "off"}};
  EXPECT_EQ(cache_.load(other), std::nullopt);
  other = spec_;
  other.is_clean = true;
  EXPECT_EQ(cache_.load(other), std::nullopt);
  other = spec_;
  other.is_confined = true;
  EXPECT_EQ(cache_.load(other), std::nullopt);
}

// On Windows whoever reads it meanwhile would hold it up, in mid-move where an engine comes back.
TEST_F(OptionCacheFiles, WhatIsKnownAlreadyIsNotWrittenAgain) {
  const auto its_time = [this] {
    return fs::last_write_time(fs::directory_iterator(folder_ / "cache")->path());
  };
  cache_.save(spec_, {"option name A type check default true"});
  const auto file = fs::directory_iterator(folder_ / "cache")->path();
  fs::last_write_time(file, its_time() - std::chrono::hours(1));
  const auto before = its_time();
  cache_.save(spec_, {"option name A type check default true"});
  EXPECT_EQ(its_time(), before);
  cache_.save(spec_, {"option name B type button"});
  EXPECT_NE(its_time(), before);
}

TEST_F(OptionCacheFiles, WhatTheEngineSaidOfFreezesIsKeptToo) {
  cache_.save(spec_, {"option name A type check default true", "FREEZE CAN_FREEZE"});
  auto freezes = usi::FreezeAbility::kNone;
  const auto options = cache_.load(spec_, &freezes);
  ASSERT_TRUE(options);
  EXPECT_EQ(options->size(), 1U);
  EXPECT_EQ(freezes, usi::FreezeAbility::kCanFreeze);
}

TEST_F(OptionCacheFiles, WhatTheEngineCalledItselfIsKeptToo) {
  cache_.save(spec_, {"option name A type check default true", "id name Gikou 20160606"});
  std::string name;
  const auto options = cache_.load(spec_, nullptr, &name);
  ASSERT_TRUE(options);
  EXPECT_EQ(options->size(), 1U);
  EXPECT_EQ(name, "Gikou 20160606");
}

TEST_F(OptionCacheFiles, NoOptionsAreAnAnswerToo) {
  cache_.save(spec_, {});
  const auto options = cache_.load(spec_);
  ASSERT_TRUE(options);
  EXPECT_TRUE(options->empty());
}

TEST_F(OptionCacheFiles, AnotherProgramFileIsAnotherEngine) {
  cache_.save(spec_, {"option name A type check default true"});
  write("another");
  EXPECT_EQ(cache_.load(spec_), std::nullopt);
}

#ifndef _WIN32
TEST_F(OptionCacheFiles, AreTheirOwnersAlone) {
  const auto others = ::umask(0);
  cache_.save(spec_, {"option name A type check default true"});
  ::umask(others);
  EXPECT_EQ(fs::status(folder_ / "cache").permissions(), fs::perms::owner_all);
  const fs::directory_iterator file(folder_ / "cache");
  EXPECT_EQ(file->status().permissions(), fs::perms::owner_read | fs::perms::owner_write);
}
#endif

}  // namespace
}  // namespace gougi::relay
