// SPDX-License-Identifier: MIT
// Threads that help with one piece of work. The system may have no more of them to give, for want
// of memory or by a limit: whoever starts them is told, and those that were started are waited for
// whatever happens. For one thread at a time.
#pragma once

#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace gougi::base {

class HelperThreads {
 public:
  HelperThreads() = default;
  HelperThreads(const HelperThreads&) = delete;
  HelperThreads& operator=(const HelperThreads&) = delete;
  ~HelperThreads() { join(); }

  /// Has `work` done by a thread of its own; false: there is none to be had, and nothing is done.
  template <typename Work>
  bool start(Work work) {
    try {
      threads_.emplace_back(std::move(work));
    } catch (const std::system_error&) {
      return false;
    } catch (const std::bad_alloc&) {
      return false;
    }
    return true;
  }
  /// Waits for all.
  void join() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  std::vector<std::thread> threads_;
};

}  // namespace gougi::base
