// SPDX-License-Identifier: MIT
// The program's end when a thread still sits in a blocking read of stdin, which no return from main
// survives on every platform. Used by the mains.
#pragma once

namespace gougi::io {

/// Writes out the log and the C library's buffers and ends the process at once, without
/// destructors. Children die with us (see child_process.hpp); end them in order first.
[[noreturn]] void exit_now(int code);

}  // namespace gougi::io
