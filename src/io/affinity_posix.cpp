// SPDX-License-Identifier: MIT
#include <sched.h>
#include <sys/types.h>

#include <algorithm>
#include <thread>

#include "io/affinity.hpp"

namespace gougi::io {

bool pin_process(std::int64_t process_number, const std::vector<int>& processors) {
  if (processors.empty() || process_number <= 0) return false;
#ifdef __linux__
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int processor : processors) {
    if (processor < 0 || processor >= CPU_SETSIZE) return false;
    CPU_SET(static_cast<unsigned>(processor), &set);
  }
  return ::sched_setaffinity(static_cast<pid_t>(process_number), sizeof set, &set) == 0;
#else
  return false;
#endif
}

int processor_count() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

}  // namespace gougi::io
