// SPDX-License-Identifier: MIT
// How much memory another process holds, for who reports on engines. Our own is in
// process_info.hpp. Safe from any thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gougi::io {

/// Bytes of memory that the process holds now, without those that it has started; 0 if it is gone
/// or the system does not tell.
std::size_t resident_memory_of(std::int64_t process_number);

}  // namespace gougi::io
