// SPDX-License-Identifier: MIT
#include "io/exit.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/log.hpp"
#include "io/console.hpp"
#include "io/descriptor.hpp"
#include "io/terminal.hpp"

namespace gougi::io {

void exit_now(int code) {
  base::log::close();
  std::fflush(stderr);
  std::fflush(stdout);
  restore_console();
  std::_Exit(code);
}

void refuse_to_go_on(std::string_view for_host, std::string_view for_people, int code) {
  // Who looks at both is told once.
  if (!stdout_is_terminal() || !stderr_is_terminal()) {
    set_binary(1);
    write_all(1, std::string(for_host) + "\n");
  }
  std::fprintf(stderr, "%.*s\n", static_cast<int>(for_people.size()), for_people.data());
  exit_now(code);
}

}  // namespace gougi::io
