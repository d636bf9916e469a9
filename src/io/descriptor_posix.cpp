// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

#include "io/descriptor.hpp"

namespace gougi::io {

bool fill_missing_streams() {
  const auto is_missing = [](int descriptor) {
    return ::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF;
  };
  const bool has_output = !is_missing(STDOUT_FILENO);
  // In this order: the lowest free number is given out. Reading alone for the output, so that who
  // writes to it hears of it.
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (!is_missing(descriptor)) continue;
    ::open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY);  // for children, too
  }
  return has_output;
}

void set_binary(int) {}

std::size_t read_some(int descriptor, char* buffer, std::size_t size) {
  for (;;) {
    const ssize_t n = ::read(descriptor, buffer, size);
    if (n >= 0) return static_cast<std::size_t>(n);
    if (errno == EAGAIN || errno == EWOULDBLOCK) {  // somebody else made it non-blocking
      pollfd wait{descriptor, POLLIN, 0};
      ::poll(&wait, 1, -1);
    } else if (errno != EINTR) {
      return 0;
    }
  }
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(descriptor, text.data(), text.size());
    if (n >= 0) {
      text.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      pollfd wait{descriptor, POLLOUT, 0};
      ::poll(&wait, 1, -1);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

namespace {

/// One step of write_without_waiting. Our stdout may be shared with other processes, so it is not
/// made non-blocking. A socket (some GUIs use them) can be told not to wait call by call, since
/// Linux 6.5 a pipe, too; one that polls as writable takes PIPE_BUF bytes without waiting.
ssize_t write_step(int descriptor, std::string_view text) {
#ifdef RWF_NOWAIT
  const iovec whole{const_cast<char*>(text.data()), text.size()};
  const ssize_t written = ::pwritev2(descriptor, &whole, 1, -1, RWF_NOWAIT);
  if (written >= 0 || errno == EAGAIN || errno == EINTR || errno == EPIPE) return written;
#endif
  const ssize_t sent = ::send(descriptor, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent >= 0 || errno != ENOTSOCK) return sent;
  pollfd room{descriptor, POLLOUT, 0};
  if (::poll(&room, 1, 0) != 1) {
    errno = EAGAIN;
    return -1;
  }
  return ::write(descriptor, text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
}

}  // namespace

std::ptrdiff_t write_without_waiting(int descriptor, std::string_view text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = write_step(descriptor, text.substr(done));
    if (n >= 0) {
      done += static_cast<std::size_t>(n);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      break;
    } else if (errno != EINTR) {
      return -1;
    }
  }
  return static_cast<std::ptrdiff_t>(done);
}

}  // namespace gougi::io
