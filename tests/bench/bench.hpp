// SPDX-License-Identifier: MIT
// What the benchmarks share: numbers from the command line, and games beside each other, whose GUIs
// hear an answer when it comes.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#ifdef __linux__
#include <pthread.h>
#include <sched.h>

#include "io/priority.hpp"
#endif

namespace gougi::testing {

/// Reads "--name N" for each of `known`, N at least 1; anything else ends with the usage.
inline void read_numbers(int argc, char** argv,
                         std::initializer_list<std::pair<std::string_view, int*>> known) {
  for (int i = 1; i < argc; i += 2) {
    const auto* const found =
        std::find_if(known.begin(), known.end(), [&](const auto& k) { return k.first == argv[i]; });
    const int number = i + 1 < argc ? std::atoi(argv[i + 1]) : 0;
    if (found != known.end() && number > 0) {
      *found->second = number;
      continue;
    }
    std::printf("usage: %s", argv[0]);
    for (const auto& k : known) std::printf(" [%s N]", std::string(k.first).c_str());
    std::printf("\n");
    std::exit(2);
  }
}

/// Puts the calling thread above everything on this machine, the relay too: a GUI that hears an
/// answer late says nothing of the relay. Not its children. Nothing happens where it is refused.
inline void hear_at_once() {
#ifdef __linux__
  const sched_param above{.sched_priority = 10};
  const int refused =
      ::pthread_setschedparam(::pthread_self(), SCHED_FIFO | SCHED_RESET_ON_FORK, &above);
  if (refused != 0) io::run_before_children();
#endif
}

/// Calls job(0) … job(count - 1) from `parallel` threads; returns when all are done.
template <typename Job>
void run_beside_each_other(int count, int parallel, const Job& job) {
  std::atomic<int> next = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < std::min(count, parallel); ++i) {
    threads.emplace_back([&] {
      hear_at_once();
      for (int mine = next++; mine < count; mine = next++) job(mine);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace gougi::testing
