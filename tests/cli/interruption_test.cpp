// SPDX-License-Identifier: MIT
#ifndef _WIN32
#include "cli/interruption.hpp"

#include <gtest/gtest.h>

#include <csignal>

#include "cli/exit_code.hpp"

namespace gougi::cli {
namespace {

TEST(Interruption, TheFirstAsksForAnEnd) {
  io::EventLoop loop;
  int asked = 0;
  const Interruption interruption(loop, [&] {
    ++asked;
    loop.stop();
  });
  EXPECT_FALSE(interruption.has_come());
  loop.post([] { std::raise(SIGINT); });
  loop.run();
  EXPECT_EQ(asked, 1);
  EXPECT_TRUE(interruption.has_come());
}

void interrupt_twice() {
  io::EventLoop loop;
  // Who is asked once would never end.
  const Interruption interruption(loop, [] { std::raise(SIGINT); });
  loop.post([] { std::raise(SIGINT); });
  loop.run();
}

TEST(InterruptionDeathTest, TheSecondEndsUsAtOnce) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(interrupt_twice(), ::testing::ExitedWithCode(kInterrupted), "");
}

}  // namespace
}  // namespace gougi::cli
#endif
