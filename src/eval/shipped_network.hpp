// SPDX-License-Identifier: MIT
// The network that is part of the program (docs/networks.md says what it was made of): the bytes of
// a file, put in when the program is built. Safe from any thread.
#pragma once

#include <cstddef>
#include <span>

namespace gougi::eval {

/// As read_nnue_file takes them; they last as long as the program.
std::span<const std::byte> shipped_network();

}  // namespace gougi::eval
