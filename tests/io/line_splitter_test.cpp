// SPDX-License-Identifier: MIT
#include "io/line_splitter.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace gougi::io {
namespace {

using ::testing::ElementsAre;

/// Feeds `text` in blocks of `block` bytes; cut lines are marked with '~'.
std::vector<std::string> split(std::string_view text, std::size_t block, std::size_t max_line) {
  std::vector<std::string> lines;
  const auto keep = [&lines](std::string_view line, bool cut) {
    lines.push_back(std::string(line) + (cut ? "~" : ""));
  };
  LineSplitter splitter(max_line);
  for (; !text.empty(); text.remove_prefix(std::min(block, text.size()))) {
    splitter.feed(text.substr(0, block), keep);
  }
  splitter.finish(keep);
  return lines;
}

TEST(LineSplitter, GivesTheSameLinesForEveryBlockSize) {
  const std::string text = "usi\r\nisready\n\n\r\nposition startpos\rmoves\nlong one here\nhalf";
  for (std::size_t block = 1; block <= text.size(); ++block) {
    EXPECT_THAT(
        split(text, block, 100),
        ElementsAre("usi", "isready", "", "", "position startpos\rmoves", "long one here", "half"))
        << "blocks of " << block;
  }
}

TEST(LineSplitter, CutsLongLinesForEveryBlockSize) {
  for (std::size_t block = 1; block <= 40; ++block) {
    EXPECT_THAT(split("12345678\n123456789\n1234567890\n12\n12345678901234567890", block, 8),
                ElementsAre("12345678", "12345678~", "12345678~", "12", "12345678~"))
        << "blocks of " << block;
  }
}

TEST(LineSplitter, HalfLineIsHandedOutAtTheEndOnlyOnce) {
  std::vector<std::string> lines;
  const auto keep = [&lines](std::string_view line, bool) { lines.emplace_back(line); };
  LineSplitter splitter(10);
  splitter.feed("one\ntwo", keep);
  splitter.finish(keep);
  splitter.finish(keep);
  EXPECT_THAT(lines, ElementsAre("one", "two"));
}

TEST(LineSplitter, LineWithinABlockIsNotCopied) {
  const std::string block = "first\nsecond\n";
  LineSplitter splitter(100);
  splitter.feed(block, [&block](std::string_view line, bool) {
    EXPECT_GE(line.data(), block.data());
    EXPECT_LT(line.data(), block.data() + block.size());
  });
}

}  // namespace
}  // namespace gougi::io
