// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sched.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "io/use_mark.hpp"

namespace gougi::io {
namespace {

/// Programs that start together hold the lock alone for some microseconds each.
constexpr int kTries = 100;

}  // namespace

// Whoever gets the lock alone is the first, and then shares it.
UseMark::UseMark(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return;
  is_one_more_ = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  for (int i = 0; i < kTries; ++i) {
    if (::flock(descriptor, LOCK_SH | LOCK_NB) == 0) {
      handle_ = descriptor;
      return;
    }
    ::sched_yield();
  }
  ::close(descriptor);
}

UseMark::~UseMark() {
  if (handle_ >= 0) ::close(static_cast<int>(handle_));
}

}  // namespace gougi::io
