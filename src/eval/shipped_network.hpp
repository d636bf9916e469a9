// SPDX-License-Identifier: MIT
// The networks that are part of the program, one for each style (docs/networks.md says what they
// were made of): the bytes of files, put in when the program is built. Safe from any thread.
#pragma once

#include <cstddef>
#include <span>

#include "eval/evaluator.hpp"

namespace gougi::eval {

/// As read_nnue_file takes them; they last as long as the program.
std::span<const std::byte> shipped_network(Style style = Style::kBalanced);

}  // namespace gougi::eval
