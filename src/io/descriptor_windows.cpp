// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <io.h>

#include <algorithm>

#include "io/descriptor.hpp"

namespace gougi::io {

// The C library keeps these three numbers for the standard streams, given or not.
bool fill_missing_streams() { return true; }

void set_binary(int descriptor) { ::_setmode(descriptor, _O_BINARY); }

std::size_t read_some(int descriptor, char* buffer, std::size_t size) {
  const int n = ::_read(descriptor, buffer, static_cast<unsigned>(size));
  return n > 0 ? static_cast<std::size_t>(n) : 0;
}

bool write_all(int descriptor, std::string_view text) {
  constexpr std::size_t kStep = std::size_t{32} << 10U;  // consoles refuse much larger ones
  while (!text.empty()) {
    const auto size = static_cast<unsigned>(std::min(text.size(), kStep));
    const int n = ::_write(descriptor, text.data(), size);
    if (n <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

std::ptrdiff_t write_without_waiting(int, std::string_view) { return 0; }

}  // namespace gougi::io
