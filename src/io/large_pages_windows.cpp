// SPDX-License-Identifier: MIT
#include "io/large_pages.hpp"

namespace gougi::io {

// Large pages need a right (SeLockMemoryPrivilege) that ordinary users do not have.
void prefer_large_pages(void*, std::size_t) {}

}  // namespace gougi::io
