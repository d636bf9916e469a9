// SPDX-License-Identifier: MIT
#include <unistd.h>

#include "io/process_info.hpp"
#include "io/terminal.hpp"

namespace gougi::io {

bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) != 0; }
bool stdout_is_terminal() { return ::isatty(STDOUT_FILENO) != 0; }
bool stdout_shows_colours() {
  return stdout_is_terminal() && environment_variable("NO_COLOR").value_or("").empty() &&
         environment_variable("TERM").value_or("dumb") != "dumb";
}
bool stdin_is_terminal() { return ::isatty(STDIN_FILENO) != 0; }

}  // namespace gougi::io
