// SPDX-License-Identifier: MIT
#include "io/exit.hpp"

#include <cstdio>
#include <cstdlib>

#include "base/log.hpp"

namespace gougi::io {

void exit_now(int code) {
  base::log::close();
  std::fflush(stderr);
  std::fflush(stdout);
  std::_Exit(code);
}

}  // namespace gougi::io
