// SPDX-License-Identifier: MIT
// Replays the fuzzer's corpus, so that what it once found stays found in every build.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "fuzz/book_target.hpp"

namespace gougi::fuzz {
namespace {

TEST(BookFuzzCorpus, EveryFileOfItIsHandledSafely) {
  const auto folder = std::filesystem::path(GOUGI_SOURCE_DIR) / "tests/fuzz/corpus/book";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    EXPECT_EQ(check_book(text), "") << entry.path();
    ++files;
  }
  EXPECT_GE(files, 3);
}

}  // namespace
}  // namespace gougi::fuzz
