// SPDX-License-Identifier: MIT
#include "base/line_read.hpp"

#include <ios>

namespace gougi::base {

LineRead read_line(std::istream& in, std::string& line) {
  line.clear();
  constexpr int kEnd = std::char_traits<char>::eof();
  // What cannot be read throws here, where a stream's own functions say so by its state.
  const auto next = [&in, &bytes = *in.rdbuf()] {
    try {
      return bytes.sbumpc();
    } catch (const std::ios_base::failure&) {
      in.setstate(std::ios_base::badbit);
      return kEnd;
    }
  };
  bool too_long = false;
  int c = next();
  if (c == kEnd) return LineRead::kEnd;
  for (; c != kEnd && c != '\n'; c = next()) {
    if (line.size() < kLongestLine) {
      line += static_cast<char>(c);
    } else {
      too_long = true;
    }
  }
  if (too_long) {
    line.clear();
    return LineRead::kTooLong;
  }
  if (line.ends_with('\r')) line.pop_back();
  return LineRead::kLine;
}

}  // namespace gougi::base
