// SPDX-License-Identifier: MIT
#include "io/priority.hpp"

#include <gtest/gtest.h>

#ifdef __linux__
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <thread>

namespace gougi::io {
namespace {

// Nanoseconds; 0 where the system does not tell, as before Linux 6.12.
std::uint64_t own_turn() {
  std::array<char, 48> attributes{};  // struct sched_attr, whose runtime stands behind 24 bytes
  if (::syscall(SYS_sched_getattr, 0, attributes.data(), attributes.size(), 0) != 0) return 0;
  std::uint64_t runtime = 0;
  std::memcpy(&runtime, attributes.data() + 24, sizeof runtime);
  return runtime;
}

TEST(Priority, ShortTurnsAreAskedForByTheRelayAndNotByItsChildren) {
  std::thread([] {
    const std::uint64_t usual = own_turn();
    const int nice = ::getpriority(PRIO_PROCESS, 0);
    if (usual == 0) GTEST_SKIP() << "this system does not tell the length of a turn";
    if (nice != 0 || ::sched_getscheduler(0) != SCHED_OTHER) {
      GTEST_SKIP() << "the priority has been chosen by somebody";
    }
    run_before_children();
    EXPECT_LT(own_turn(), usual);
    run_as_ordinary();
    EXPECT_EQ(own_turn(), usual);
    EXPECT_EQ(::getpriority(PRIO_PROCESS, 0), nice);
  }).join();
}

}  // namespace
}  // namespace gougi::io
#endif
