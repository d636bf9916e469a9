// SPDX-License-Identifier: MIT
// Replays the fuzzer's corpus of records, and each file of it cut and damaged, so that what it once
// found stays found in every build.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/random.hpp"
#include "fuzz/record_target.hpp"

namespace gougi::fuzz {
namespace {

TEST(FuzzCorpus, EveryRecordOfItIsHandledSafelyWholeAndDamaged) {
  const auto folder = std::filesystem::path(GOUGI_SOURCE_DIR) / "tests/fuzz/corpus/record";
  base::Random random(11);
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    std::ostringstream stream;
    stream << in.rdbuf();
    const std::string text = stream.str();
    ASSERT_FALSE(text.empty()) << entry.path();
    EXPECT_EQ(check_records(text), "") << entry.path();
    for (int i = 0; i < 40; ++i) {
      std::string damaged = text;
      for (int k = 0; k < 3; ++k) {
        damaged[random.below(damaged.size())] = static_cast<char>(random.below(256));
        const std::size_t from = random.below(damaged.size());
        damaged.erase(from, random.below(std::min<std::size_t>(8, damaged.size() - from)));
      }
      EXPECT_EQ(check_records(damaged), "") << damaged;
    }
    ++files;
  }
  EXPECT_GE(files, 4);
}

}  // namespace
}  // namespace gougi::fuzz
