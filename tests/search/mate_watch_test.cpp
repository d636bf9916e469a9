// SPDX-License-Identifier: MIT
#include "search/mate_watch.hpp"

#include <gtest/gtest.h>

#include "notation/sfen.hpp"

namespace gougi::search {
namespace {

TEST(MateWatch, RemembersAndLooksAgainOnlyWithMuchMoreNodes) {
  // A mate in 17 plies; it takes some twenty thousand nodes.
  const auto position = notation::parse_sfen(
      "3+L1+Blgk/3+P5/p4Gspp/5p3/6PPS/1p4G1K/P4P2P/3+p+n4/+p4sb1+r b RGS3N2P2l3p 161");
  MateWatch<ShogiRules> watch;
  watch.resize(8);
  const auto never = [](std::uint64_t) { return false; };
  const auto look = [&](std::uint64_t nodes) {
    const std::uint64_t before = watch.nodes();
    const FoundMate<shogi::BareMove> mate = watch.look(*position, nodes, never);
    return std::pair(mate.plies(), watch.nodes() - before);
  };
  EXPECT_EQ(look(1000).first, 0);
  EXPECT_EQ(look(1999), std::pair(0, std::uint64_t{0}));
  EXPECT_GE(look(2000).second, 2000U);
  EXPECT_GE(look(1'000'000).first, 17);
  const auto [plies, nodes] = look(9'000'000);
  EXPECT_GE(plies, 17) << "known";
  EXPECT_EQ(nodes, 0U);
  watch.begin();
  EXPECT_EQ(watch.nodes(), 0U);
  EXPECT_EQ(look(1000).first, 0) << "forgotten";
}

TEST(MateWatch, StopsWhenAsked) {
  MateWatch<ShogiRules> watch;
  watch.resize(1);
  int asked = 0;
  const auto stop = [&](std::uint64_t) { return ++asked > 2; };
  EXPECT_EQ(watch.look(*notation::parse_sfen("8k/9/9/9/9/9/9/9/9 b RG 1"), 1'000'000, stop).plies(),
            0);
  EXPECT_EQ(asked, 3);
}

}  // namespace
}  // namespace gougi::search
