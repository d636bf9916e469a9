// SPDX-License-Identifier: MIT
#include <sys/resource.h>

#include <string>

#include "io/open_files.hpp"

namespace gougi::io {

base::Result<void> allow_open_files(std::size_t wanted) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return {};  // then opening says what is wrong
  const auto needed = static_cast<rlim_t>(wanted);
  if (limit.rlim_cur == RLIM_INFINITY || needed <= limit.rlim_cur) return {};
  if (limit.rlim_max != RLIM_INFINITY && needed > limit.rlim_max) {
    return base::fail(std::to_string(wanted) + " open files are needed, but the system permits " +
                      std::to_string(limit.rlim_max) +
                      " (see ulimit -Hn; limits.conf or LimitNOFILE= raises it)");
  }
  limit.rlim_cur = needed;
  if (::setrlimit(RLIMIT_NOFILE, &limit) == 0) return {};
  return base::fail("cannot raise the limit of open files to " + std::to_string(wanted) +
                    " (see ulimit -n)");
}

}  // namespace gougi::io
