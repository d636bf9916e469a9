// SPDX-License-Identifier: MIT
#include "tools/in_order.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>

#include "few_threads.hpp"

namespace gougi::tools {
namespace {

using testing::ElementsAre;

TEST(InOrder, HandsResultsOnInTheOrderOfTheJobsWhateverIsDoneFirst) {
  // No latch: that of mingw-w64 misses a count_down now and then.
  std::promise<void> second_is_done;
  int given = 0;
  std::vector<int> taken;
  InOrder<int, int> jobs;
  jobs.next = [&] { return given < 4 ? std::optional(given++) : std::nullopt; };
  jobs.work = [&](std::size_t, const int& job) {
    if (job == 0) second_is_done.get_future().wait();
    if (job == 1) second_is_done.set_value();
    return job * 10;
  };
  jobs.take = [&](int&& result) {
    taken.push_back(result);
    return true;
  };
  jobs.run(2);
  EXPECT_THAT(taken, ElementsAre(0, 10, 20, 30));
  EXPECT_FALSE(jobs.is_over());
}

TEST(InOrder, WorksWithTheThreadsThatThereAre) {
  for (const std::size_t mebibytes : {kMebibytesForFew, kMebibytesForNone}) {
    expect_well_with(mebibytes, [] {
      int given = 0;
      std::vector<int> taken;
      InOrder<int, int> jobs;
      jobs.next = [&] { return given < 4 ? std::optional(given++) : std::nullopt; };
      jobs.work = [](std::size_t, const int& job) { return job * 10; };
      jobs.take = [&](int&& result) {
        taken.push_back(result);
        return true;
      };
      jobs.run(kTooManyThreads);
      return taken == std::vector{0, 10, 20, 30};
    });
  }
}

TEST(InOrder, EndsWhenNoMoreIsWantedWhateverTheThreads) {
  for (const std::size_t workers : {1U, 2U, 5U}) {
    int given = 0;
    std::vector<int> taken;
    InOrder<int, int> jobs;
    jobs.next = [&] { return std::optional(given++); };  // without end
    jobs.work = [](std::size_t, const int& job) { return job; };
    jobs.take = [&](int&& result) {
      taken.push_back(result);
      return result < 2;
    };
    jobs.run(workers);
    EXPECT_THAT(taken, ElementsAre(0, 1, 2));
    EXPECT_TRUE(jobs.is_over());
  }
}

TEST(InOrder, ThreadsDoNotRunAheadOfAJobThatTakesLongWithoutEnd) {
  using Jobs = InOrder<std::size_t, std::size_t>;
  constexpr std::size_t kJobs = 3 * Jobs::kMostWaiting;
  std::atomic<std::size_t> given = 0;
  std::atomic<std::size_t> taken = 0;
  std::size_t furthest_ahead = 0;
  Jobs jobs;
  jobs.next = [&] {
    const std::size_t job = given++;
    furthest_ahead = std::max(furthest_ahead, job - taken);
    return job < kJobs ? std::optional(job) : std::nullopt;
  };
  jobs.work = [&](std::size_t, const std::size_t& job) {
    if (job > 0) return job;
    while (given < Jobs::kMostWaiting) std::this_thread::yield();
    for (int i = 0; i < 1000; ++i) std::this_thread::yield();  // time to do it wrong
    return job;
  };
  jobs.take = [&](std::size_t&& result) {
    EXPECT_EQ(result, taken++);
    return true;
  };
  jobs.run(2);
  EXPECT_EQ(taken, kJobs);
  EXPECT_LT(furthest_ahead, Jobs::kMostWaiting);
}

TEST(InOrder, StopEndsItFromOutside) {
  InOrder<int, int> jobs;
  int given = 0;
  jobs.next = [&] { return std::optional(given++); };
  jobs.work = [&](std::size_t, const int& job) {
    if (job == 100) jobs.stop();
    return job;
  };
  jobs.take = [](int&&) { return true; };
  jobs.run(3);
  EXPECT_TRUE(jobs.is_over());
  EXPECT_GE(given, 101);
}

TEST(InOrder, WhatIsInHandAtTheEndIsDoneAndHandedOn) {
  constexpr int kWorkers = 3;
  InOrder<int, int> jobs;
  int given = 0;
  std::atomic<int> in_hand = 0;
  std::vector<int> taken;
  jobs.next = [&] { return std::optional(given++); };  // without end
  jobs.work = [&](std::size_t, const int& job) {
    if (++in_hand == kWorkers) jobs.finish();  // all have one
    while (in_hand < kWorkers) std::this_thread::yield();
    EXPECT_FALSE(jobs.is_over()) << "nothing is to be given up";
    return job;
  };
  jobs.take = [&](int&& result) {
    taken.push_back(result);
    return true;
  };
  jobs.run(kWorkers);
  EXPECT_THAT(taken, ElementsAre(0, 1, 2));
}

}  // namespace
}  // namespace gougi::tools
