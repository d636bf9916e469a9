// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <fstream>
#include <string>

#include "io/process_memory.hpp"

namespace gougi::io {

std::size_t resident_memory_of(std::int64_t process_number) {
  std::ifstream file("/proc/" + std::to_string(process_number) + "/statm");
  std::size_t all_pages = 0;
  std::size_t resident_pages = 0;
  if (!(file >> all_pages >> resident_pages)) return 0;
  return resident_pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace gougi::io
