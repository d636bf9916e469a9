// SPDX-License-Identifier: MIT
#include <sys/mman.h>

#include "io/large_pages.hpp"

namespace gougi::io {

void prefer_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  ::madvise(memory, bytes, MADV_HUGEPAGE);
#endif
}

}  // namespace gougi::io
