// SPDX-License-Identifier: MIT
// What every program of ours does first and last: three standard streams that are none of its
// files, limits that cost a line and not the program, and an end that says why. For the mains.
#pragma once

#include <exception>
#include <functional>
#include <string>
#include <string_view>

#include "base/language.hpp"

namespace gougi::io {

/// Runs `body` and returns its exit code. What is started without a standard output ends at once;
/// without a standard input it hears the end of it. Where memory, descriptors, processes or the
/// output do not suffice, one line on standard error begins with `name` and says so, and the exit
/// code is 1, in whichever thread it was. `name` must last.
int run_program(std::string_view name, const std::function<int()>& body);

/// What run_program says where the output does not suffice; for who leaves without returning.
inline constexpr base::Text kCannotWrite{"cannot write to the standard output",
                                         "標準出力に書けません"};

/// In words for a line of its own, with what helps: "not enough memory (see ulimit -v)".
std::string describe_shortage(const std::exception& error);

}  // namespace gougi::io
