// SPDX-License-Identifier: MIT
// The program's end when a thread still sits in a blocking read of stdin, which no return from main
// survives on every platform. Used by the mains.
#pragma once

#include <string_view>

namespace gougi::io {

/// Writes out the log and the C library's buffers and ends the process at once, without
/// destructors. Children die with us (see child_process.hpp); end them in order first.
[[noreturn]] void exit_now(int code);

/// The same with why: `for_host` as the last line of stdout, `for_people` as one of stderr, which
/// alone is written where both are a terminal's. Needs
/// no loop and no thread, of which there may be too few; of so little text no reader is waited for.
[[noreturn]] void refuse_to_go_on(std::string_view for_host, std::string_view for_people,
                                  int code = 1);

}  // namespace gougi::io
