// SPDX-License-Identifier: MIT
#include "base/log.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

namespace gougi::base::log {
namespace {

/// What a sink was given, and how much of it when it was last told to flush.
struct Written {
  std::string text;
  std::size_t flushed = 0;

  std::string in_the_file() const { return text.substr(0, flushed); }
};

class MemorySink final : public Sink {
 public:
  explicit MemorySink(Written& to) : to_(to) {}
  void write(std::string_view line) override {
    for (const char c : line) {
      if (c != '\r') to_.text += c;
    }
  }
  void flush() override { to_.flushed = to_.text.size(); }

 private:
  Written& to_;
};

class Log : public ::testing::Test {
 protected:
  void TearDown() override { close(); }

  static void open_at(Written& to, Level level = Level::kInfo) {
    open(std::make_unique<MemorySink>(to), level);
  }

  Written a_;
  Written b_;
};

TEST_F(Log, LinesBeginWithDateMicrosecondsAndLevel) {
  open_at(a_);
  info("hello");
  const std::string text = a_.in_the_file();
  ASSERT_EQ(text.size(), std::string("2026-01-31 09:30:00.123456 I hello\n").size()) << text;
  EXPECT_EQ(text.substr(19, 1), ".");
  EXPECT_EQ(text.substr(26), " I hello\n");
}

TEST_F(Log, NoControlCharacterOfAMessageReachesTheFile) {
  open_at(a_);
  info("a\x1b[2Jb\nI 0.000000001 > quit\x7f\xc2\x9b\xff 合議");
  close();
  const std::string text = a_.in_the_file();
  EXPECT_EQ(std::ranges::count(text, '\n'), 1);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\x7f'), std::string::npos);
  EXPECT_EQ(text.find("\xc2\x9b"), std::string::npos);
  EXPECT_NE(text.find("合議"), std::string::npos);
}

TEST_F(Log, BulkMessagesComeInOrderWithTheOthersAndOnlyAtTheLevelOfInfo) {
  open_at(a_);
  bulk("first");
  info("second");
  const std::string text = a_.in_the_file();
  EXPECT_LT(text.find("first"), text.find("second"));
  open_at(b_, Level::kWarning);
  bulk("first");
  info("second");
  warning("third");
  EXPECT_EQ(b_.in_the_file().find("first"), std::string::npos);
  EXPECT_EQ(b_.in_the_file().find("second"), std::string::npos);
  EXPECT_NE(b_.in_the_file().find("third"), std::string::npos);
}

TEST_F(Log, BulkMessagesDoNotFlush) {
  open_at(a_);
  bulk("first");
  EXPECT_EQ(a_.flushed, 0U);
  close();
  EXPECT_NE(a_.in_the_file().find("first"), std::string::npos);
}

TEST_F(Log, ALineFileHoldsBareLinesEachAtOnce) {
  LineFile file(std::make_unique<MemorySink>(a_));
  file.write("{\"decision\":1}");
  EXPECT_EQ(a_.in_the_file(), "{\"decision\":1}\n");
}

}  // namespace
}  // namespace gougi::base::log
