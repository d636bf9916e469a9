// SPDX-License-Identifier: MIT
#include "simulation/event_queue.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gougi::simulation {
namespace {

using base::Milliseconds;
using base::TimePoint;

constexpr TimePoint kBegin(std::chrono::hours(1));

TEST(EventQueue, IsInTheOrderOfTimeAndThenOfEntry) {
  EventQueue<int> queue;
  queue.push(kBegin + Milliseconds(2), 1, 7);
  queue.push(kBegin + Milliseconds(1), 2, 5);
  queue.push(kBegin + Milliseconds(2), 3, 6);
  std::vector<int> order;
  while (!queue.empty()) order.push_back(queue.pop());
  EXPECT_EQ(order, (std::vector<int>{2, 1, 3}));
}

TEST(EventQueue, WithTicksNothingHappensBetweenThemOrBeforeItsTime) {
  EventQueue<int> queue(Milliseconds(10), 1);
  for (int ms = 0; ms < 100; ++ms) queue.push(kBegin + Milliseconds(ms), ms);
  while (!queue.empty()) {
    const auto at = queue.next_time() - kBegin;
    const Milliseconds wanted(queue.pop());
    EXPECT_EQ(at % Milliseconds(10), base::Duration(0));
    EXPECT_GE(at, wanted);
    EXPECT_LT(at, wanted + Milliseconds(10));
  }
}

TEST(EventQueue, WithTicksWaysAreInAnyOrderAndEachInItsOwn) {
  std::set<std::string> orders;
  for (int tick = 0; tick < 100; ++tick) {
    EventQueue<std::pair<int, int>> queue(Milliseconds(10), 1);
    for (int i = 0; i < 6; ++i) {
      queue.push(kBegin + Milliseconds(10 * tick + 1 + i), {i % 3, i}, i % 3);
    }
    std::string order;
    std::map<int, int> last;
    while (!queue.empty()) {
      const auto [way, number] = queue.pop();
      order += std::to_string(way);
      EXPECT_GE(number, last[way]);
      last[way] = number;
    }
    orders.insert(order);
  }
  EXPECT_EQ(orders.size(), 6U);
}

}  // namespace
}  // namespace gougi::simulation
