// SPDX-License-Identifier: MIT
#include <unistd.h>

#include "io/terminal.hpp"

namespace gougi::io {

bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) != 0; }
bool stdout_is_terminal() { return ::isatty(STDOUT_FILENO) != 0; }
bool stdin_is_terminal() { return ::isatty(STDIN_FILENO) != 0; }

}  // namespace gougi::io
