// SPDX-License-Identifier: MIT
// What an engine's declaration means for telling it values: which it has by itself, and how it
// writes emptiness. Used by the host's end of USI.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "usi/option.hpp"

namespace gougi::usi {

/// What an engine declared, as it is understood and as it was said, one line each.
struct Declaration {
  const std::vector<Option>& options;
  const std::vector<std::string>& lines;  ///< maybe more than options, behind theirs
};

/// Whether the engine stands at `value` without being told. False where it did not say: no such
/// option, or no default.
bool is_own_default(const Declaration& declared, std::string_view name, std::string_view value);

/// The line that sets it. An empty value is written as the engine wrote its own empty default, or
/// that of another option (nothing, or <empty>): there are engines that take the word for a file's
/// name.
std::string setoption_line(const Declaration& declared, const std::string& name,
                           const std::string& value);

}  // namespace gougi::usi
