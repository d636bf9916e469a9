// SPDX-License-Identifier: MIT
// Replays the fuzzer's corpus of scales, and some damage to each file of it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/random.hpp"
#include "fuzz/scale_target.hpp"

namespace gougi::fuzz {
namespace {

TEST(ScaleFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  const auto folder = std::filesystem::path(GOUGI_SOURCE_DIR) / "tests/fuzz/corpus/scale";
  constexpr std::string_view kBytes = "0123456789.,-[]{}\":e \n\xff";
  int files = 0;
  base::Random random(1);
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(in), {});
    ASSERT_FALSE(bytes.empty());
    EXPECT_EQ(check_scale(bytes), "") << entry.path();
    for (int i = 0; i < 500; ++i) {
      std::string damaged = bytes;
      for (std::uint64_t hits = 1 + random.below(4); hits > 0; --hits) {
        damaged[random.below(damaged.size())] = kBytes[random.below(kBytes.size())];
      }
      if (i % 10 == 0) damaged.resize(random.below(damaged.size()));
      EXPECT_EQ(check_scale(damaged), "") << entry.path() << ", damage " << i;
    }
    ++files;
  }
  EXPECT_GE(files, 4);
}

}  // namespace
}  // namespace gougi::fuzz
