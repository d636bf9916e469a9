// SPDX-License-Identifier: MIT
// Loaded before the C library (LD_PRELOAD) it makes a disk stand still, as one does that spins up
// or lies in a network: while there is a file `still` in the folder that GOUGI_STILL_DISK names,
// nobody's write to a file below it comes back.
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

bool lies_below(int descriptor, std::string_view folder) {
  std::array<char, 4096> file{};
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  const ssize_t size = ::readlink(link.c_str(), file.data(), file.size());
  return size > 0 &&
         std::string_view(file.data(), static_cast<std::size_t>(size)).starts_with(folder);
}

}  // namespace

extern "C" ssize_t write(int descriptor, const void* bytes, std::size_t count) {
  const char* const folder = std::getenv("GOUGI_STILL_DISK");
  if (folder != nullptr && lies_below(descriptor, std::string(folder) + "/")) {
    const std::string still = std::string(folder) + "/still";
    while (::access(still.c_str(), F_OK) == 0) ::usleep(1000);
  }
  return ::syscall(SYS_write, descriptor, bytes, count);
}
