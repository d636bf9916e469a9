// SPDX-License-Identifier: MIT
#include <sched.h>
#include <sys/types.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

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
  // A thread that is started meanwhile by one that is not bound yet is found the next time.
  constexpr int kMostLooks = 10;
  const std::filesystem::path tasks = "/proc/" + std::to_string(process_number) + "/task";
  bool found_unbound = true;
  for (int look = 0; look < kMostLooks && std::exchange(found_unbound, false); ++look) {
    std::error_code none;
    for (std::filesystem::directory_iterator task(tasks, none), end; !none && task != end;
         task.increment(none)) {
      const pid_t number = std::atoi(task->path().filename().c_str());
      cpu_set_t now;
      CPU_ZERO(&now);
      if (::sched_getaffinity(number, sizeof now, &now) == 0 && CPU_EQUAL(&now, &set)) continue;
      found_unbound = true;
      ::sched_setaffinity(number, sizeof set, &set);
    }
  }
  return ::sched_setaffinity(static_cast<pid_t>(process_number), sizeof set, &set) == 0;
#else
  return false;
#endif
}

int processor_count() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

}  // namespace gougi::io
