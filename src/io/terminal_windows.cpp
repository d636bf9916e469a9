// SPDX-License-Identifier: MIT
#include <io.h>
#include <windows.h>

#include <cstdio>

#include "io/process_info.hpp"
#include "io/terminal.hpp"

namespace gougi::io {

bool stderr_is_terminal() { return ::_isatty(::_fileno(stderr)) != 0; }
bool stdout_is_terminal() { return ::_isatty(::_fileno(stdout)) != 0; }
// Consoles before Windows 10 know no colours in the text.
bool stdout_shows_colours() {
  if (!stdout_is_terminal() || !environment_variable("NO_COLOR").value_or("").empty()) return false;
  const HANDLE console = GetStdHandle(STD_OUTPUT_HANDLE);
  constexpr DWORD kVirtualTerminal = 0x0004;
  DWORD mode = 0;
  return GetConsoleMode(console, &mode) != 0 &&
         SetConsoleMode(console, mode | kVirtualTerminal) != 0;
}
bool stdin_is_terminal() { return ::_isatty(::_fileno(stdin)) != 0; }

}  // namespace gougi::io
