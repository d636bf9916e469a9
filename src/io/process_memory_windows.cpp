// SPDX-License-Identifier: MIT
#include <windows.h>
// After windows.h, which it needs.
#define PSAPI_VERSION 2
#include <psapi.h>

#include "io/process_memory.hpp"

namespace gougi::io {

std::size_t resident_memory_of(std::int64_t process_number) {
  const HANDLE process = ::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION | PROCESS_VM_READ, FALSE,
                                       static_cast<DWORD>(process_number));
  if (process == nullptr) return 0;
  PROCESS_MEMORY_COUNTERS counters{};
  const bool told = ::GetProcessMemoryInfo(process, &counters, sizeof counters) != 0;
  ::CloseHandle(process);
  return told ? counters.WorkingSetSize : 0;
}

}  // namespace gougi::io
