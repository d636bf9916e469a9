// SPDX-License-Identifier: MIT
#include <sys/resource.h>

#include <string>

#include "base/say.hpp"
#include "io/open_files.hpp"

namespace gougi::io {

base::Result<void> allow_open_files(std::size_t wanted) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return {};  // then opening says what is wrong
  const auto needed = static_cast<rlim_t>(wanted);
  if (limit.rlim_cur == RLIM_INFINITY || needed <= limit.rlim_cur) return {};
  if (limit.rlim_max != RLIM_INFINITY && needed > limit.rlim_max) {
    return base::fail(
        base::say({"{0} open files are needed, but the system permits {1} (see ulimit -Hn; "
                   "limits.conf or LimitNOFILE= raises it)",
                   "{0} 個のファイルを同時に開く必要がありますが、システムの上限は {1} です(ulimit "
                   "-Hn で確かめ、limits.conf か LimitNOFILE= で増やせます)"},
                  wanted, limit.rlim_max));
  }
  limit.rlim_cur = needed;
  if (::setrlimit(RLIMIT_NOFILE, &limit) == 0) return {};
  return base::fail(base::say({"cannot raise the limit of open files to {0} (see ulimit -n)",
                               "同時に開けるファイル数を {0} に増やせません(ulimit -n を参照)"},
                              wanted));
}

}  // namespace gougi::io
