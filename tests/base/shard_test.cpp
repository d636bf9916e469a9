// SPDX-License-Identifier: MIT
#include "base/shard.hpp"

#include <gtest/gtest.h>

namespace gougi::base {
namespace {

TEST(Shard, EveryUnitBelongsToExactlyOnePart) {
  for (std::uint64_t of = 1; of < 9; ++of) {
    for (std::uint64_t unit = 0; unit < 40; ++unit) {
      int owners = 0;
      for (std::uint64_t part = 0; part < of; ++part) owners += Shard{part, of}.has(unit) ? 1 : 0;
      EXPECT_EQ(owners, 1) << unit << " of " << of;
    }
  }
}

TEST(Shard, CountsWhatBelongsToIt) {
  for (std::uint64_t units = 0; units < 20; ++units) {
    for (std::uint64_t part = 0; part < 3; ++part) {
      const Shard shard{part, 3};
      std::uint64_t count = 0;
      for (std::uint64_t unit = 0; unit < units; ++unit) count += shard.has(unit) ? 1 : 0;
      EXPECT_EQ(shard.count(units), count) << part << " of " << units;
    }
  }
}

TEST(Shard, IsReadAsItIsWritten) {
  EXPECT_EQ(parse_shard("3/8"), (Shard{3, 8}));
  EXPECT_EQ(to_text(Shard{3, 8}), "3/8");
}

TEST(Shard, SaysWhatIsWrongWithOneThatCannotBe) {
  for (const char* text : {"", "3", "/8", "3/", "a/8", "-1/8", "3/0", "1/2/3", "0/100001"}) {
    const auto shard = parse_shard(text);
    ASSERT_FALSE(shard) << text;
    EXPECT_EQ(shard.error().message, "wants PART/PARTS, such as 0/8 for the first of eight");
  }
  const auto beyond = parse_shard("8/8");
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().message, "parts count from 0: of 8 the last is 7/8");
}

}  // namespace
}  // namespace gougi::base
