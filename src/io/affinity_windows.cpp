// SPDX-License-Identifier: MIT
#include <windows.h>

#include <algorithm>
#include <thread>

#include "io/affinity.hpp"

namespace gougi::io {

bool pin_process(std::int64_t process_number, const std::vector<int>& processors) {
  DWORD_PTR mask = 0;
  for (const int processor : processors) {
    if (processor < 0 || processor >= static_cast<int>(8 * sizeof mask)) return false;
    mask |= DWORD_PTR{1} << static_cast<unsigned>(processor);
  }
  if (mask == 0 || process_number <= 0) return false;
  const HANDLE process = ::OpenProcess(PROCESS_SET_INFORMATION | PROCESS_QUERY_LIMITED_INFORMATION,
                                       FALSE, static_cast<DWORD>(process_number));
  if (process == nullptr) return false;
  const bool is_bound = ::SetProcessAffinityMask(process, mask) != 0;
  ::CloseHandle(process);
  return is_bound;
}

int processor_count() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

}  // namespace gougi::io
