// SPDX-License-Identifier: MIT
// How long this machine stood still: a virtual machine that its host does not run for 20 ms makes
// any answer late, whatever the relay does. One thread a processor, above everything that the
// system schedules, sees nothing but that. And how long a process stood in the queue for a
// processor, as the system counts it: others had the machine. Where the right to such threads, or
// the count, is missing, nothing is seen, and every answer is judged by the clock alone. Threads
// that stand where the relay stands see what other processes take from it, too: that excuses
// nothing, but says where to look.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.hpp"
#include "io/priority.hpp"

#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

namespace gougi::testing {

/// Of a thread, since it began; zero where the system does not tell.
inline base::Duration queued_in(const std::filesystem::path& task) {
  std::int64_t ran = 0;
  std::int64_t queued = 0;
  if (!(std::ifstream(task / "schedstat") >> ran >> queued)) queued = 0;
  return std::chrono::nanoseconds(queued);
}

/// All its threads together.
inline base::Duration queued_for_processor(std::int64_t pid) {
  std::error_code ignored;
  base::Duration all{0};
  for (const auto& thread :
       std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/task", ignored)) {
    all += queued_in(thread.path());
  }
  return all;
}

/// Its first thread alone: the relay's, which answers.
inline base::Duration first_thread_queued(std::int64_t pid) {
  const std::string number = std::to_string(pid);
  return queued_in("/proc/" + number + "/task/" + number);
}

class StandstillWatch {
 public:
  enum class Place { kAboveEverything, kBesideTheRelay };

  explicit StandstillWatch(Place place = Place::kAboveEverything) : place_(place) {
#ifdef __linux__
    const unsigned processors = std::max(1U, std::thread::hardware_concurrency());
    gaps_.resize(processors);
    for (unsigned i = 0; i < processors; ++i) threads_.emplace_back([this, i] { watch(i); });
#endif
  }
  ~StandstillWatch() {
    ended_ = true;
    for (std::thread& thread : threads_) thread.join();
  }
  StandstillWatch(const StandstillWatch&) = delete;
  StandstillWatch& operator=(const StandstillWatch&) = delete;

  /// How often one stood still for longer than that since it was begun.
  int gaps_longer_than(base::Duration span) {
    const std::lock_guard lock(mutex_);
    int count = 0;
    for (const auto& gaps : gaps_) {
      for (const Gap& gap : gaps) count += gap.to - gap.from > span ? 1 : 0;
    }
    return count;
  }
  /// Of the processor that stood still longest between the two times.
  base::Duration stood_still(base::TimePoint from, base::TimePoint to) {
    const std::lock_guard lock(mutex_);
    base::Duration longest{0};
    for (const auto& gaps : gaps_) {
      base::Duration sum{0};
      for (const Gap& gap : gaps) {
        const auto overlap = std::min(gap.to, to) - std::max(gap.from, from);
        if (overlap > base::Duration::zero()) sum += overlap;
      }
      longest = std::max(longest, sum);
    }
    return longest;
  }

 private:
  struct Gap {
    base::TimePoint from;
    base::TimePoint to;
  };

#ifdef __linux__
  void watch(unsigned processor) {
    constexpr base::Milliseconds kSleep{1};
    constexpr base::Milliseconds kLeastGap{2};
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET(processor, &here);
    if (::pthread_setaffinity_np(::pthread_self(), sizeof(here), &here) != 0) return;
    if (place_ == Place::kBesideTheRelay) {
      io::run_before_children();
    } else {
      const sched_param above{.sched_priority = 50};
      if (::pthread_setschedparam(::pthread_self(), SCHED_FIFO, &above) != 0) return;
    }
    auto last = base::Clock::now();
    while (!ended_) {
      std::this_thread::sleep_for(kSleep);
      const auto now = base::Clock::now();
      if (now - last - kSleep > kLeastGap) {
        const std::lock_guard lock(mutex_);
        gaps_[processor].push_back({last + kSleep, now});
      }
      last = now;
    }
  }
#endif

  const Place place_;
  std::atomic<bool> ended_ = false;
  std::mutex mutex_;
  std::vector<std::vector<Gap>> gaps_;
  std::vector<std::thread> threads_;
};

}  // namespace gougi::testing
