// SPDX-License-Identifier: MIT
#include "base/shuffler.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace gougi::base {
namespace {

namespace fs = std::filesystem;

class ShufflerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* const info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / (std::string("gougi-shuffler-") + info->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::vector<std::string> shuffled(std::size_t records, std::uint64_t seed, std::uint64_t memory) {
    std::vector<std::string> result;
    Shuffler shuffler(folder_ / "out", seed, memory);
    for (std::size_t i = 0; i < records; ++i) {
      EXPECT_TRUE(shuffler.add(std::string(i % 7, 'x') + std::to_string(i)));
    }
    EXPECT_TRUE(shuffler.finish([&](std::string_view record) -> Result<void> {
      result.emplace_back(record);
      return {};
    }));
    return result;
  }

  fs::path folder_;
};

TEST_F(ShufflerTest, TheOrderDependsOnTheSeedAloneAndNotOnTheMemory) {
  const auto in_memory = shuffled(5000, 7, 1U << 30U);
  EXPECT_EQ(shuffled(5000, 7, 100'000), in_memory);
  EXPECT_EQ(shuffled(5000, 7, 700), in_memory) << "with more runs than are merged at once";
  EXPECT_NE(shuffled(5000, 8, 1U << 30U), in_memory);
}

TEST_F(ShufflerTest, EachRecordComesOnceAndNothingIsLeftBeside) {
  auto all = shuffled(1000, 1, 2000);
  std::ranges::sort(all);
  EXPECT_EQ(std::unique(all.begin(), all.end()), all.end());
  EXPECT_EQ(all.size(), 1000U);
  EXPECT_TRUE(fs::is_empty(folder_));
  EXPECT_TRUE(shuffled(0, 1, 10).empty());
}

// Of 24 orders of four records each should come a twenty-fourth of the times.
TEST_F(ShufflerTest, AnyOrderIsAsLikelyAsAnother) {
  std::map<std::vector<std::string>, int> times;
  for (std::uint64_t seed = 0; seed < 2400; ++seed) ++times[shuffled(4, seed, 1U << 20U)];
  EXPECT_EQ(times.size(), 24U);
  for (const auto& [order, count] : times) EXPECT_NEAR(count, 100, 50);
}

TEST_F(ShufflerTest, WhatCannotBeWrittenIsAnError) {
  Shuffler shuffler(folder_ / "none" / "out", 1, 10);
  const auto added = shuffler.add("a record");
  ASSERT_FALSE(added);
  EXPECT_THAT(added.error().message, ::testing::HasSubstr("cannot be written"));
}

}  // namespace
}  // namespace gougi::base
