// SPDX-License-Identifier: MIT
#include "base/helper_threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <thread>

#include "few_threads.hpp"

namespace gougi::base {
namespace {

TEST(HelperThreads, AreWaitedForWhateverHappens) {
  std::atomic<int> done{0};
  try {
    HelperThreads helpers;
    for (int i = 0; i < 3; ++i) {
      EXPECT_TRUE(helpers.start([&] {
        std::this_thread::yield();
        ++done;
      }));
    }
    throw std::runtime_error("a failure of the work's own");
  } catch (const std::runtime_error&) {
    EXPECT_EQ(done, 3);
  }
}

TEST(HelperThreads, MayBeFewerThanWereAskedForAndSaySo) {
  expect_well_with(kMebibytesForFew, [] {
    std::atomic<bool> over{false};
    std::atomic<int> done{0};
    int started = 0;
    {
      HelperThreads helpers;
      for (std::size_t i = 0; i < kTooManyThreads; ++i) {
        const bool is_there = helpers.start([&] {
          while (!over) std::this_thread::yield();
          ++done;
        });
        if (is_there) ++started;
      }
      over = true;
    }
    return started > 0 && started < static_cast<int>(kTooManyThreads) && done == started;
  });
}

}  // namespace
}  // namespace gougi::base
