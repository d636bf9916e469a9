// SPDX-License-Identifier: MIT
// Replays the fuzzers' corpora of UPI lines and of tables, and some damage to each file of them.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/random.hpp"
#include "fuzz/corpus_replay.hpp"
#include "fuzz/solved_game_target.hpp"
#include "fuzz/upi_target.hpp"

namespace gougi::fuzz {
namespace {

TEST(UpiFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  const auto folder = std::filesystem::path(GOUGI_SOURCE_DIR) / "tests/fuzz/corpus/upi";
  constexpr std::string_view kBytes = "abcde12345 /xoPLNSGBRplnsgbr\n\r#\xff";
  int files = 0;
  base::Random random(1);
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(in), {});
    ASSERT_FALSE(bytes.empty());
    EXPECT_EQ(check_upi(bytes), "") << entry.path();
    for (int i = 0; i < 300; ++i) {
      std::string damaged = bytes;
      for (std::uint64_t hits = 1 + random.below(4); hits > 0; --hits) {
        damaged[random.below(damaged.size())] = kBytes[random.below(kBytes.size())];
      }
      if (i % 10 == 0) damaged.resize(random.below(damaged.size()));
      EXPECT_EQ(check_upi(damaged), "") << entry.path() << ", damage " << i;
    }
    ++files;
  }
  EXPECT_GE(files, 7);
}

TEST(SolvedGameFuzzCorpus, EveryFileOfItIsHandledSafelyAndSoIsWhatDamageLeaves) {
  replay_corpus("solved_game", check_solved_game);
}

}  // namespace
}  // namespace gougi::fuzz
