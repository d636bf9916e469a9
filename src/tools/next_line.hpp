// SPDX-License-Identifier: MIT
// The lines of a file that a program may have been killed over: the last one may have no end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>

namespace gougi::tools {

enum class LineEnd : std::uint8_t {
  kWhole,
  kCutOff,   ///< the file ends without the line's end
  kTooLong,  ///< it goes on
  kNone,  ///< there is none, or the file cannot be read any further: base::check_read() says which
};

/// Reads one line, without its end, of at most `most` bytes.
inline LineEnd next_line(std::istream& from, std::string& line, std::size_t most) {
  line.clear();
  for (int c = from.get(); c != std::istream::traits_type::eof(); c = from.get()) {
    if (c == '\n') return LineEnd::kWhole;
    if (line.size() == most) return LineEnd::kTooLong;
    line += static_cast<char>(c);
  }
  return line.empty() || from.bad() ? LineEnd::kNone : LineEnd::kCutOff;
}

}  // namespace gougi::tools
