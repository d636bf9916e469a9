// SPDX-License-Identifier: MIT
#include "base/log.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace gougi::base::log {
namespace {

namespace fs = std::filesystem;

class Log : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / (std::string("gougi-log-test-") + info->name());
    fs::remove_all(folder_);
  }
  void TearDown() override {
    close();
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  Options options(const std::string& name, Level level = Level::kInfo) const {
    Options made;
    made.file = folder_ / name;
    made.level = level;
    return made;
  }
  std::string content(const std::string& name) const {
    std::ifstream in(folder_ / name, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    std::erase(text, '\r');
    return text;
  }

  fs::path folder_;
};

TEST_F(Log, LinesBeginWithDateMicrosecondsAndLevel) {
  ASSERT_TRUE(open(options("a.log")));
  info("hello");
  const std::string text = content("a.log");
  ASSERT_EQ(text.size(), std::string("2026-01-31 09:30:00.123456 I hello\n").size()) << text;
  EXPECT_EQ(text.substr(19, 1), ".");
  EXPECT_EQ(text.substr(26), " I hello\n");
}

TEST_F(Log, RotatesAndKeepsNoMoreFilesThanAsked) {
  Options small = options("a.log");
  small.max_bytes = 2000;
  small.keep = 2;
  ASSERT_TRUE(open(small));
  for (int i = 0; i < 500; ++i) info("line " + std::to_string(i));
  close();
  EXPECT_NE(content("a.log").find("line 499\n"), std::string::npos);
  EXPECT_TRUE(fs::exists(folder_ / "a.1.log"));
  EXPECT_FALSE(fs::exists(folder_ / "a.2.log"));
  for (const auto& entry : fs::directory_iterator(folder_)) EXPECT_LE(entry.file_size(), 2000U);
}

TEST_F(Log, OfOneFileOnlyTheNewestPartIsLeft) {
  Options small = options("a.log");
  small.max_bytes = 2000;
  small.keep = 1;
  ASSERT_TRUE(open(small));
  for (int i = 0; i < 500; ++i) info("line " + std::to_string(i));
  close();
  EXPECT_NE(content("a.log").find("line 499\n"), std::string::npos);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(Log, NoControlCharacterOfAMessageReachesTheFile) {
  ASSERT_TRUE(open(options("a.log")));
  info("a\x1b[2Jb\nI 0.000000001 > quit\x7f\xc2\x9b\xff 合議");
  close();
  const std::string text = content("a.log");
  EXPECT_EQ(std::ranges::count(text, '\n'), 1);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\x7f'), std::string::npos);
  EXPECT_EQ(text.find("\xc2\x9b"), std::string::npos);
  EXPECT_NE(text.find("合議"), std::string::npos);
}

TEST_F(Log, BulkMessagesComeInOrderWithTheOthersAndOnlyAtTheLevelOfInfo) {
  ASSERT_TRUE(open(options("a.log")));
  bulk("first");
  info("second");
  const std::string text = content("a.log");
  EXPECT_LT(text.find("first"), text.find("second"));
  ASSERT_TRUE(open(options("b.log", Level::kWarning)));
  bulk("first");
  info("second");
  warning("third");
  EXPECT_EQ(content("b.log").find("first"), std::string::npos);
  EXPECT_EQ(content("b.log").find("second"), std::string::npos);
  EXPECT_NE(content("b.log").find("third"), std::string::npos);
}

TEST_F(Log, ALineFileHoldsBareLinesEachAtOnceAndRotates) {
  Options small = options("a.jsonl");
  small.max_bytes = 100;
  small.keep = 2;
  auto file = LineFile::open(small);
  ASSERT_TRUE(file);
  file->write("{\"decision\":1}");
  EXPECT_EQ(content("a.jsonl"), "{\"decision\":1}\n");
  for (int i = 0; i < 20; ++i) file->write("{\"decision\":1}");
  EXPECT_TRUE(fs::exists(folder_ / "a.1.jsonl"));
  EXPECT_FALSE(fs::exists(folder_ / "a.2.jsonl"));
}

TEST_F(Log, AFolderThatCannotBeMadeIsAnErrorThatNamesTheFile) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "occupied") << "a file";
  Options wrong = options("occupied/a.log");
  const auto opened = open(wrong);
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find("occupied"), std::string::npos);
  EXPECT_FALSE(LineFile::open(wrong));
}

}  // namespace
}  // namespace gougi::base::log
