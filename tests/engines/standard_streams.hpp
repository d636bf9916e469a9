// SPDX-License-Identifier: MIT
// Standard streams for the test programs: bytes as they are on every platform, a line at a time.
// Deliberately plain C streams: these programs stand for foreign engines.
#pragma once

#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

namespace gougi::tests {

inline void make_streams_binary() {
#ifdef _WIN32
  _setmode(0, _O_BINARY);
  _setmode(1, _O_BINARY);
  _setmode(2, _O_BINARY);
#endif
  std::setvbuf(stdout, nullptr, _IOFBF, std::size_t{1} << 16U);  // floods on Windows crawl without
}

/// The next line of stdin without its end; nothing at the end of the file.
inline std::optional<std::string> read_line() {
  std::string line;
  for (int c = std::getchar(); c != EOF; c = std::getchar()) {
    if (c == '\n') {
      if (!line.empty() && line.back() == '\r') line.pop_back();
      return line;
    }
    line += static_cast<char>(c);
  }
  if (line.empty()) return std::nullopt;
  return line;
}

inline void say(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fputc('\n', stdout);
  std::fflush(stdout);
}

}  // namespace gougi::tests
