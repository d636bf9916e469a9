// SPDX-License-Identifier: MIT
#include "eval/shipped_network.hpp"

#include <gtest/gtest.h>

#include "eval/nnue_network.hpp"

namespace gougi::eval {
namespace {

TEST(ShippedNetwork, IsAWholeFileOfAKnownKind) {
  constexpr std::size_t kMostShipped = 5U << 20U;  // bytes, in the repository and in each program
  EXPECT_LE(shipped_network().size(), kMostShipped);
  const auto network = NnueNetwork::read(shipped_network(), nullptr);
  ASSERT_TRUE(network) << network.error().message;
  EXPECT_EQ((*network)->warning(), "");
}

}  // namespace
}  // namespace gougi::eval
