// SPDX-License-Identifier: MIT
// The console of Windows, which shows bytes in its own code page: what our programs write is UTF-8,
// in a pipe and in a file as well, so the console is told so while one of them runs. Not for the
// streams of a GUI, whose encoding its user chooses (relay/outbox.hpp).
#pragma once

namespace gougi::io {

/// Where standard output or standard error is a console: it takes UTF-8 from now on. Elsewhere, and
/// on POSIX, nothing.
void let_console_take_utf8();
/// As it was before. For those who leave without the handlers of std::atexit, which do it, too.
void restore_console();

}  // namespace gougi::io
