// SPDX-License-Identifier: MIT
#include "eval/shipped_network.hpp"

#include <gtest/gtest.h>

#include <set>

#include "eval/nnue_network.hpp"

namespace gougi::eval {
namespace {

constexpr Style kStyles[] = {Style::kBalanced, Style::kAttack, Style::kDefence};

TEST(ShippedNetworks, AreWholeFilesOfKnownKinds) {
  constexpr std::size_t kMostShipped = 5U << 20U;  // bytes, in the repository and in each program
  std::size_t bytes = 0;
  for (const Style style : kStyles) {
    bytes += shipped_network(style).size();
    const auto network = NnueNetwork::read(shipped_network(style), nullptr);
    ASSERT_TRUE(network) << network.error().message;
    EXPECT_EQ((*network)->warning(), "");
  }
  EXPECT_LE(bytes, kMostShipped);
}

TEST(ShippedNetworks, AreOneForEachStyle) {
  std::set<std::uint32_t> hashes;
  for (const Style style : kStyles) {
    const auto file = read_nnue_file(shipped_network(style));
    ASSERT_TRUE(file);
    hashes.insert(file->header.hash);
  }
  EXPECT_EQ(hashes.size(), 3U);
}

}  // namespace
}  // namespace gougi::eval
