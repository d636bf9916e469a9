// SPDX-License-Identifier: MIT
#include "io/affinity.hpp"

#include <gtest/gtest.h>

#include "io/process_info.hpp"

namespace gougi::io {
namespace {

TEST(Affinity, AllProcessorsCanBeAskedFor) {
  std::vector<int> all;
  for (int i = 0; i < processor_count(); ++i) all.push_back(i);
  ASSERT_FALSE(all.empty());
  EXPECT_TRUE(pin_process(own_pid(), all));
}

TEST(Affinity, WhatCannotBeIsRefused) {
  EXPECT_FALSE(pin_process(own_pid(), {}));
  EXPECT_FALSE(pin_process(own_pid(), {-1}));
  EXPECT_FALSE(pin_process(own_pid(), {1'000'000}));
  EXPECT_FALSE(pin_process(0, {0}));
}

}  // namespace
}  // namespace gougi::io
