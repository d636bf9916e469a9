// SPDX-License-Identifier: MIT
#include "io/event_loop.hpp"

#include <gmock/gmock.h>

#include <thread>
#include <vector>

#include "io/loop_test_base.hpp"

namespace gougi::io {
namespace {

using ::testing::ElementsAre;
using namespace std::chrono_literals;

class EventLoopTest : public LoopTest {
 protected:
  std::function<void()> noting(int number) {
    return [this, number] {
      served_.push_back(number);
      wake();
    };
  }
  std::vector<int> served_;
};

TEST_F(EventLoopTest, TasksAreServedInOrderAndNeverAtOnce) {
  loop_.post(noting(1));
  loop_.post(noting(2));
  EXPECT_TRUE(served_.empty());
  ASSERT_TRUE(run_until([&] { return served_.size() == 2; }));
  EXPECT_THAT(served_, ElementsAre(1, 2));
}

TEST_F(EventLoopTest, TasksFromOtherThreadsArrive) {
  std::thread other([this] {
    for (int i = 0; i < 1000; ++i) loop_.post(noting(i));
  });
  EXPECT_TRUE(run_until([&] { return served_.size() == 1000; }));
  other.join();
  EXPECT_EQ(served_.back(), 999);
}

TEST_F(EventLoopTest, TimersFireInTheOrderOfTheirTimesAndNotEarly) {
  const base::TimePoint now = EventLoop::now();
  const base::TimePoint last = now + 20ms;
  base::TimePoint fired;
  loop_.set_timer(last, [&] {
    fired = EventLoop::now();
    noting(3)();
  });
  loop_.set_timer(now + 10ms, noting(2));
  loop_.set_timer(now - 1h, noting(1));
  EXPECT_TRUE(served_.empty()) << "not from inside set_timer";
  ASSERT_TRUE(run_until([&] { return served_.size() == 3; }));
  EXPECT_THAT(served_, ElementsAre(1, 2, 3));
  EXPECT_GE(fired, last);
}

TEST_F(EventLoopTest, TimersSetForThePastByTimersLeaveEverybodyElseTheirTurn) {
  std::function<void()> again = [&] { loop_.set_timer(EventLoop::now() - 1h, again); };
  again();
  loop_.set_timer(EventLoop::now() + 1ms, [&] { loop_.post([&] { loop_.stop(); }); });
  loop_.run();  // returns
}

TEST_F(EventLoopTest, TimersOfTheSameTimeFireInTheOrderOfTheirSetting) {
  const base::TimePoint when = EventLoop::now() + 1ms;
  for (int i = 0; i < 5; ++i) loop_.set_timer(when, noting(i));
  ASSERT_TRUE(run_until([&] { return served_.size() == 5; }));
  EXPECT_THAT(served_, ElementsAre(0, 1, 2, 3, 4));
}

TEST_F(EventLoopTest, CancelledTimerDoesNotFireEvenIfItIsDue) {
  const base::TimePoint past = EventLoop::now() - 1s;
  TimerId second{};
  loop_.set_timer(past, [&] {
    loop_.cancel_timer(second);
    noting(1)();
  });
  second = loop_.set_timer(past, noting(2));
  const TimerId third = loop_.set_timer(EventLoop::now() + 1h, noting(3));
  loop_.cancel_timer(third);
  loop_.cancel_timer(third);
  loop_.cancel_timer(TimerId{});
  loop_.set_timer(EventLoop::now() + 1ms, noting(4));
  ASSERT_TRUE(run_until([&] { return !served_.empty() && served_.back() == 4; }));
  EXPECT_THAT(served_, ElementsAre(1, 4));
}

TEST_F(EventLoopTest, AnEarlierTimerSetLaterFiresFirst) {
  loop_.set_timer(EventLoop::now() + 30ms, noting(2));
  loop_.post([this] { loop_.set_timer(EventLoop::now() + 1ms, noting(1)); });
  ASSERT_TRUE(run_until([&] { return served_.size() == 2; }));
  EXPECT_THAT(served_, ElementsAre(1, 2));
}

TEST_F(EventLoopTest, StopBeforeRunEndsTheNextRunAtOnce) {
  loop_.stop();
  loop_.run();
  loop_.post(noting(1));
  EXPECT_TRUE(run_until([&] { return served_.size() == 1; }));
}

TEST_F(EventLoopTest, LoopWithPendingTimersAndTasksMayBeDestroyed) {
  auto held = std::make_shared<int>(1);
  {
    EventLoop loop;
    loop.post([held] {});
    loop.set_timer(EventLoop::now() + 1h, [held] {});
  }
  EXPECT_EQ(held.use_count(), 1);
}

}  // namespace
}  // namespace gougi::io
