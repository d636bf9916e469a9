// SPDX-License-Identifier: MIT
// Records in JSON Kifu Format (JKF 1.0), which Kifu for JS and others read: headers, start, times
// to the second, comments, variations (forks) and ends. One move stands on a line. How freezes
// stand in it is in record_builder.hpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "notation/record.hpp"

namespace gougi::notation {

/// A larger text is refused before it is looked at.
inline constexpr std::size_t kMostJkfBytes = 32U << 20U;

/// Reads `text`. An error names the line where it is no JSON, and otherwise the place, as
/// "moves[3].forks[0][1]".
base::Result<Record> read_jkf(std::string_view text, Faulty faulty = Faulty::kRefuse);

std::string write_jkf(const Record& record);

/// Why read_jkf() refuses a text that write_jkf() has written, in a few words; nothing: it takes
/// it.
std::optional<std::string> jkf_excess(std::string_view text);

}  // namespace gougi::notation
