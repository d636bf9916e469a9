// SPDX-License-Identifier: MIT
#include "io/affinity.hpp"

#include <gtest/gtest.h>
#ifdef __linux__
#include <sched.h>
#endif

#include <future>
#include <thread>
#include <vector>

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

#ifdef __linux__
// As where an engine has started threads before it is bound.
TEST(Affinity, ThreadsThatWereThereBeforeAreBoundAsWell) {
  cpu_set_t before;
  ASSERT_EQ(::sched_getaffinity(0, sizeof before, &before), 0);
  std::vector<int> all;
  for (int i = 0; i < processor_count(); ++i) all.push_back(i);
  std::promise<void> there;
  std::promise<void> bound;
  int its_processors = 0;
  std::thread other([&] {
    there.set_value();
    bound.get_future().wait();
    cpu_set_t now;
    if (::sched_getaffinity(0, sizeof now, &now) == 0) its_processors = CPU_COUNT(&now);
  });
  there.get_future().wait();
  EXPECT_TRUE(pin_process(own_pid(), {0}));
  bound.set_value();
  other.join();
  EXPECT_EQ(its_processors, 1);
  EXPECT_TRUE(pin_process(own_pid(), all));
  ::sched_setaffinity(0, sizeof before, &before);
}
#endif

}  // namespace
}  // namespace gougi::io
