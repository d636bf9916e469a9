// SPDX-License-Identifier: MIT
// Jobs done by several threads at once, their results handed on in the order of the jobs. For tools
// whose output may not depend on the number of threads.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "base/helper_threads.hpp"

namespace gougi::tools {

template <typename Job, typename Result>
class InOrder {
 public:
  /// Jobs begun whose results are not handed on yet. More take memory; fewer let threads wait
  /// behind a job that takes long.
  static constexpr std::size_t kMostWaiting = 10'000;

  /// Gives the next job, nothing at the end. Called by one thread at a time.
  std::function<std::optional<Job>()> next;
  /// Does a job; `worker` counts from 0. Called by all threads at once.
  std::function<Result(std::size_t worker, const Job&)> work;
  /// Takes a result; false: no more is wanted. Called by one thread at a time.
  std::function<bool(Result&&)> take;

  /// Blocks until all is done, or no more is wanted. With one worker all is done by the caller's
  /// thread, and by fewer where the system has no more threads.
  void run(std::size_t workers) {
    if (workers <= 1) return go(0);
    base::HelperThreads threads;
    std::size_t started = 0;
    while (started < workers && threads.start([this, started] { go(started); })) ++started;
    if (started == 0) go(0);
  }

  /// No more is wanted: what is being worked on may be given up. Safe from any thread.
  bool is_over() const { return over_.load(); }
  void stop() { set(over_); }
  /// No other job is begun; those in hand are done, and their results handed on. Safe from any
  /// thread.
  void finish() { set(finishing_); }

 private:
  void set(std::atomic<bool>& flag) {
    const std::lock_guard lock(results_);
    flag.store(true);
    taken_some_.notify_all();
  }

  void go(std::size_t worker) {
    for (;;) {
      std::optional<Job> job;
      std::size_t number = 0;
      {
        const std::lock_guard lock(jobs_);
        wait_for_room();
        if (over_.load() || finishing_.load()) return;
        job = next();
        if (!job) return;
        number = begun_++;
      }
      hand_on(number, work(worker, *job));
    }
  }

  // Whoever has the oldest job does not wait here, so there will be room.
  void wait_for_room() {
    std::unique_lock lock(results_);
    taken_some_.wait(lock, [this] {
      return over_.load() || finishing_.load() || begun_ - taken_ < kMostWaiting;
    });
  }

  void hand_on(std::size_t number, Result&& result) {
    const std::lock_guard lock(results_);
    waiting_.emplace(number, std::move(result));
    while (!over_.load() && !waiting_.empty() && waiting_.begin()->first == taken_) {
      auto first = waiting_.extract(waiting_.begin());
      ++taken_;
      if (!take(std::move(first.mapped()))) over_.store(true);
    }
    taken_some_.notify_all();
  }

  std::mutex jobs_;
  std::size_t begun_ = 0;
  std::mutex results_;  // may be taken by whoever holds jobs_, not the other way round
  std::condition_variable taken_some_;
  std::map<std::size_t, Result> waiting_;
  std::size_t taken_ = 0;
  std::atomic<bool> over_ = false;
  std::atomic<bool> finishing_ = false;
};

}  // namespace gougi::tools
