// SPDX-License-Identifier: MIT
// For tests of what happens where the system has no more threads to give.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>

#include "sanitized.hpp"
#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#endif

namespace gougi {

/// More than fit.
inline constexpr std::size_t kTooManyThreads = 64;
/// The stacks of a few, and what they work with.
inline constexpr std::size_t kMebibytesForFew = 40;
/// Not even one stack.
inline constexpr std::size_t kMebibytesForNone = 6;

/// From here on this process gets so much more memory. In a child alone.
inline void limit_memory(std::size_t mebibytes) {
#ifdef __linux__
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t most =
      pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) + (mebibytes << 20U);
  const rlimit limit{most, most};
  if (pages == 0 || ::setrlimit(RLIMIT_AS, &limit) != 0) std::_Exit(77);
#else
  static_cast<void>(mebibytes);
#endif
}

/// That `work`, in a process of its own with so much more memory, ends and says true.
template <typename Work>
void expect_well_with(std::size_t mebibytes, const Work& work) {
#ifdef __linux__
  if (kSanitized) GTEST_SKIP() << "a sanitizer wants all memory";
  const auto end_of_child = [&] {
    limit_memory(mebibytes);
    std::_Exit(work() ? 0 : 1);
  };
  EXPECT_EXIT(end_of_child(), ::testing::ExitedWithCode(0), "");
#else
  static_cast<void>(mebibytes);
  static_cast<void>(work);
  GTEST_SKIP() << "no limit of memory here";
#endif
}

}  // namespace gougi
