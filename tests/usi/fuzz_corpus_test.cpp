// SPDX-License-Identifier: MIT
// Replays the fuzzer's corpus, so that what it once found stays found in every build.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "fuzz/usi_target.hpp"

namespace gougi::fuzz {
namespace {

TEST(FuzzCorpus, EveryFileOfItIsHandledSafely) {
  const auto folder = std::filesystem::path(GOUGI_SOURCE_DIR) / "tests/fuzz/corpus/usi";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    EXPECT_EQ(check_usi(text.str()), "") << entry.path();
    ++files;
  }
  EXPECT_GE(files, 5);
}

TEST(FuzzCorpus, EverythingThatEnginesAndGuisWereRecordedToSayIsHandledSafely) {
  const auto tests = std::filesystem::path(GOUGI_SOURCE_DIR) / "tests";
  for (const auto* part : {"data/usi", "transcripts/engine_side"}) {
    for (const auto& entry : std::filesystem::directory_iterator(tests / part)) {
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        EXPECT_EQ(check_usi(line), "");
        if (line.size() > 2) {
          EXPECT_EQ(check_usi(line.substr(2)), "");
        }
      }
    }
  }
}

}  // namespace
}  // namespace gougi::fuzz
