// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "io/file_lock.hpp"

namespace gougi::io {
namespace {

// Who held it before may have removed the file meanwhile, and another one may stand in its place.
bool is_still(const std::filesystem::path& file, int descriptor) {
  struct stat ours {};
  struct stat there {};
  return ::fstat(descriptor, &ours) == 0 && ::stat(file.c_str(), &there) == 0 &&
         ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

}  // namespace

// flock() and not fcntl(): its locks belong to the open file, so that they are apart from those
// that SQLite takes on the same file. Engines that outlive us must not keep it: O_CLOEXEC.
FileLock::FileLock(const std::filesystem::path& file, Beside beside) {
  for (;;) {
    constexpr int kFlags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    int descriptor = -1;
    if (beside == Beside::kNothing) descriptor = ::open(file.c_str(), O_RDWR | kFlags);
    if (descriptor < 0) descriptor = ::open(file.c_str(), O_RDONLY | kFlags);
    if (descriptor < 0) return;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
      if (is_still(file, descriptor)) {
        handle_ = descriptor;
        return;
      }
      ::close(descriptor);
      continue;
    }
    is_refused_ = errno == EWOULDBLOCK;
    ::close(descriptor);
    return;
  }
}

bool FileLock::is_of(const std::filesystem::path& file) const {
  return is_held() && is_still(file, static_cast<int>(handle_));
}

FileLock::~FileLock() {
  if (handle_ >= 0) ::close(static_cast<int>(handle_));
}

}  // namespace gougi::io
