// SPDX-License-Identifier: MIT
#include "io/use_mark.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <string>

namespace gougi::io {
namespace {

class MarkedFile : public ::testing::Test {
 protected:
  void SetUp() override { std::ofstream(path_) << "something"; }
  void TearDown() override {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }

  const std::filesystem::path path_ =
      std::filesystem::temp_directory_path() /
      (std::string("gougi-mark-") +
       ::testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(MarkedFile, TellsTheFirstMarkFromLaterOnes) {
  auto first = std::make_unique<UseMark>(path_);
  EXPECT_FALSE(first->is_one_more());
  const auto second = std::make_unique<UseMark>(path_);
  EXPECT_TRUE(second->is_one_more());
  EXPECT_TRUE(UseMark(path_).is_one_more());
  first.reset();
  EXPECT_TRUE(UseMark(path_).is_one_more()) << "the second is still there";
}

TEST_F(MarkedFile, IsNoLongerInUseWhenAllMarksAreGone) {
  { const UseMark mark(path_); }
  EXPECT_FALSE(UseMark(path_).is_one_more());
}

TEST_F(MarkedFile, ThatIsNotThereIsNotInUse) {
  std::filesystem::remove(path_);
  EXPECT_FALSE(UseMark(path_).is_one_more());
}

}  // namespace
}  // namespace gougi::io
