// SPDX-License-Identifier: MIT
// Replays a fuzzer's corpus, so that what it once found stays found in every build, and some damage
// to each file of it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "base/random.hpp"

namespace gougi::fuzz {

inline void replay_corpus(const std::string& name, std::string (*check)(std::string_view),
                          int damages = 200) {
  const auto folder = std::filesystem::path(GOUGI_SOURCE_DIR) / "tests/fuzz/corpus" / name;
  int files = 0;
  base::Random random(1);
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(in), {});
    ASSERT_FALSE(bytes.empty()) << entry.path();
    EXPECT_EQ(check(bytes), "") << entry.path();
    for (int i = 0; i < damages; ++i) {
      std::string damaged = bytes;
      for (std::uint64_t hits = 1 + random.below(4); hits > 0; --hits) {
        damaged[random.below(damaged.size())] = static_cast<char>(random.below(256));
      }
      if (i % 10 == 0) damaged.resize(random.below(damaged.size()));
      EXPECT_EQ(check(damaged), "") << entry.path() << ", damage " << i;
    }
    ++files;
  }
  EXPECT_GE(files, 1);
}

}  // namespace gougi::fuzz
