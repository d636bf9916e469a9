// SPDX-License-Identifier: MIT
// What commands that read their words by hand share: the number behind an option.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/text.hpp"

namespace gougi::tools {

/// The number behind the option words[i]; an error in one line if there is none or it is out of
/// range.
inline base::Result<std::int64_t> number_behind(
    const std::vector<std::string>& words, std::size_t i, std::int64_t least = 1,
    std::int64_t most = std::numeric_limits<std::int64_t>::max()) {
  const auto number = i + 1 < words.size() ? base::to_int(words[i + 1]) : std::nullopt;
  if (number && *number >= least && *number <= most) return *number;
  const bool is_open = most == std::numeric_limits<std::int64_t>::max();
  return base::fail(words[i] + " wants a number from " + std::to_string(least) +
                    (is_open ? "" : " to " + std::to_string(most)));
}

}  // namespace gougi::tools
