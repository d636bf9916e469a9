// SPDX-License-Identifier: MIT
// Zeroed memory for big tables, from the start of a large page on. The system is asked for large
// pages by a function that is handed in, as this room makes no system calls: with ordinary pages
// half of the time of a probe goes into finding the page. Not for two threads at once.
#pragma once

#include <cstddef>

namespace gougi::search {

/// Tells the system how `bytes` from `memory` on will be used. May do nothing.
using MemoryAdvice = void (*)(void* memory, std::size_t bytes);

class LargeMemory {
 public:
  LargeMemory() = default;
  ~LargeMemory() { release(); }
  LargeMemory(const LargeMemory&) = delete;
  LargeMemory& operator=(const LargeMemory&) = delete;

  /// Takes `bytes` of zeros that the system hands out as they are touched; false if it refuses.
  /// What was held before is gone in any case.
  bool allocate(std::size_t bytes, MemoryAdvice advice);
  void release();
  void* data() const { return data_; }

 private:
  void* block_ = nullptr;
  void* data_ = nullptr;
};

}  // namespace gougi::search
