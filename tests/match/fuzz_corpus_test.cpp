// SPDX-License-Identifier: MIT
// Replays the fuzzer's corpus, and some damage to each file of it, so that what was once found
// stays found in every build.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/random.hpp"
#include "fuzz/match_target.hpp"

namespace gougi::fuzz {
namespace {

TEST(MatchFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  const auto folder = std::filesystem::path(GOUGI_SOURCE_DIR) / "tests/fuzz/corpus/match";
  int files = 0;
  base::Random random(1);
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(in), {});
    ASSERT_FALSE(bytes.empty());
    EXPECT_EQ(check_match(bytes), "") << entry.path();
    for (int i = 0; i < 60; ++i) {
      std::string damaged = bytes;
      // The head of the file in every second case: there is what leads to the rest.
      const std::size_t reach =
          i % 2 == 0 ? damaged.size() : std::min<std::size_t>(700, bytes.size());
      for (std::uint64_t hits = 1 + random.below(4); hits > 0; --hits) {
        damaged[random.below(reach)] = static_cast<char>(random.below(256));
      }
      if (i % 10 == 0) damaged.resize(random.below(damaged.size()));
      EXPECT_EQ(check_match(damaged), "") << entry.path() << ", damage " << i;
    }
    ++files;
  }
  EXPECT_GE(files, 4);
}

}  // namespace
}  // namespace gougi::fuzz
