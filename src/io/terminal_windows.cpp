// SPDX-License-Identifier: MIT
#include <io.h>

#include <cstdio>

#include "io/terminal.hpp"

namespace gougi::io {

bool stderr_is_terminal() { return ::_isatty(::_fileno(stderr)) != 0; }
bool stdout_is_terminal() { return ::_isatty(::_fileno(stdout)) != 0; }
bool stdin_is_terminal() { return ::_isatty(::_fileno(stdin)) != 0; }

}  // namespace gougi::io
