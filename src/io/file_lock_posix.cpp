// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "io/file_lock.hpp"

namespace gougi::io {

// flock() and not fcntl(): its locks belong to the open file, so that they are apart from those
// that SQLite takes on the same file. Engines that outlive us must not keep it: O_CLOEXEC.
FileLock::FileLock(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return;
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
    handle_ = descriptor;
    return;
  }
  is_refused_ = errno == EWOULDBLOCK;
  ::close(descriptor);
}

FileLock::~FileLock() {
  if (handle_ >= 0) ::close(static_cast<int>(handle_));
}

}  // namespace gougi::io
