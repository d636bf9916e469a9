// SPDX-License-Identifier: MIT
// Large pages for big tables of random access.
#pragma once

#include <cstddef>

namespace gougi::io {

/// Asks the system to back the memory with large pages where it can do so without special rights
/// (Linux: transparent huge pages). Nothing happens elsewhere. Safe from any thread.
void prefer_large_pages(void* memory, std::size_t bytes);

}  // namespace gougi::io
