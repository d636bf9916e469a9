// SPDX-License-Identifier: MIT
// Lines of a text that others wrote: one without end takes no memory without end.
#pragma once

#include <cstddef>
#include <istream>
#include <string>

#include "base/say.hpp"

namespace gougi::base {

inline constexpr std::size_t kLongestLine = std::size_t{1} << 20U;
enum class LineRead { kLine, kTooLong, kEnd };

/// Takes one line off `in`, without LF or CR. Longer lines than kLongestLine make it empty, and are
/// passed over. Where `in` cannot be read it ends, and is bad().
LineRead read_line(std::istream& in, std::string& line);

/// The complaint of it.
inline std::string line_too_long() {
  return say({"the line is longer than 1 MiB", "行が 1 MiB を超えています"});
}

}  // namespace gougi::base
