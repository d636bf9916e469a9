// SPDX-License-Identifier: MIT
#include "cli/long_work.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <sstream>
#include <string>
#include <thread>

#include "cli/exit_code.hpp"

namespace gougi::cli {
namespace {

TEST(LongWork, GivesWhatTheWorkGivesAndSaysNothingOfWhatIsShort) {
  std::ostringstream out;
  LongWork work(out, false);
  const int result = work.run([&] { return work.goes_on(1, 2) ? 42 : 0; });
  EXPECT_EQ(result, 42);
  EXPECT_EQ(out.str(), "");
  EXPECT_FALSE(work.was_interrupted());
  EXPECT_EQ(work.exit_code(), kFailed);
}

TEST(LongWork, TheWorkHasAThreadOfItsOwn) {
  std::ostringstream out;
  LongWork work(out, false);
  EXPECT_NE(work.run([] { return std::this_thread::get_id(); }), std::this_thread::get_id());
}

#ifndef _WIN32
TEST(LongWork, CtrlCAsksTheWorkToGiveUp) {
  std::ostringstream out;
  LongWork work(out, false);
  const bool was_asked = work.run([&] {
    std::raise(SIGINT);
    while (work.goes_on(0, 1)) std::this_thread::yield();
    return true;
  });
  EXPECT_TRUE(was_asked);
  EXPECT_TRUE(work.was_interrupted());
  EXPECT_EQ(work.exit_code(), kInterrupted);
}
#endif

TEST(LongWork, OfStepsNowAndThenIsToldAndTheAnswerGoesBack) {
  std::uint64_t told = 0;
  const base::Progress progress = [&](std::uint64_t done, std::uint64_t all) {
    told = done;
    EXPECT_EQ(all, 100'000U);
    return false;
  };
  base::Steps steps(progress, 100'000);
  std::uint64_t done = 1;
  while (steps.next()) ++done;
  EXPECT_EQ(told, done);
  EXPECT_LT(done, 10'000U);
  const base::Progress nobody;
  EXPECT_TRUE(base::Steps(nobody, 1).next());
}

}  // namespace
}  // namespace gougi::cli
