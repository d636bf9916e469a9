// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "notation/sfen.hpp"

namespace gougi::book::testing {

/// A move by its text.
inline shogi::BareMove move(std::string_view text) { return *notation::parse_usi_move(text); }

}  // namespace gougi::book::testing
