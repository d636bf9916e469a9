// SPDX-License-Identifier: MIT
#include "io/signals.hpp"

#include <gmock/gmock.h>

#include <csignal>
#include <vector>

#include "io/loop_test_base.hpp"

namespace gougi::io {
namespace {

class SignalsTest : public LoopTest {};

TEST_F(SignalsTest, EveryRequestToEndArrivesOnTheLoop) {
  std::vector<int> seen;
  const EndSignals signals(loop_, [&](int signal) {
    seen.push_back(signal);
    wake();
  });
  std::raise(SIGTERM);
  ASSERT_TRUE(run_until([&] { return seen.size() == 1; }));
  std::raise(SIGINT);
  ASSERT_TRUE(run_until([&] { return seen.size() == 2; }));
  EXPECT_THAT(seen, ::testing::ElementsAre(SIGTERM, SIGINT));
}

// As where a program only waits for its output to be read: its loop has ended and runs no more.
TEST_F(SignalsTest, OnceNobodyWatchesARequestEndsTheProgramAsEver) {
  {
    const EndSignals signals(loop_, [](int) {});
  }
  EXPECT_EQ(std::signal(SIGINT, SIG_DFL), SIG_DFL);
  EXPECT_EQ(std::signal(SIGTERM, SIG_DFL), SIG_DFL);
}

#ifdef SIGHUP
TEST_F(SignalsTest, AHangUpThatIsIgnoredBelowNohupStaysIgnored) {
  std::signal(SIGHUP, SIG_IGN);
  int calls = 0;
  {
    const EndSignals signals(loop_, [&](int) { ++calls; });
    std::raise(SIGHUP);
    bool later = false;
    loop_.set_timer(EventLoop::now() + base::Milliseconds(50), [&] {
      later = true;
      wake();
    });
    ASSERT_TRUE(run_until([&] { return later; }));
  }
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(std::signal(SIGHUP, SIG_DFL), SIG_IGN);
}
#endif

TEST_F(SignalsTest, WatchMayEndFromWithinItsCallback) {
  int calls = 0;
  std::unique_ptr<EndSignals> signals;
  signals = std::make_unique<EndSignals>(loop_, [&](int) {
    ++calls;
    signals.reset();
    loop_.post([this] { wake(); });
  });
  std::raise(SIGTERM);
  ASSERT_TRUE(run_until([&] { return calls == 1; }));
}

}  // namespace
}  // namespace gougi::io
