// SPDX-License-Identifier: MIT
// The few calls on the C library's descriptors that our own standard streams need and that differ
// between the platforms. For this room alone.
#pragma once

#include <cstddef>
#include <string_view>

namespace gougi::io {

/// Puts the null device where descriptor 0, 1 or 2 was not given to us, so that no file of ours
/// becomes a standard stream: no input is the end of input, errors are nobody's. False if there is
/// no output; writing to it fails then. Before anything is opened.
bool fill_missing_streams();

/// Switches the descriptor to bytes as they are (nothing to do on POSIX).
void set_binary(int descriptor);

/// Blocks until there is input; 0 at the end of file and on an error.
std::size_t read_some(int descriptor, char* buffer, std::size_t size);

/// Writes all of `text`, blocking; false on an error.
bool write_all(int descriptor, std::string_view text);

/// Writes what the descriptor takes without waiting and returns how much that was; -1 on an error.
/// Windows cannot tell, so there it is 0.
std::ptrdiff_t write_without_waiting(int descriptor, std::string_view text);

}  // namespace gougi::io
