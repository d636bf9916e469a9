// SPDX-License-Identifier: MIT
// libFuzzer's entry, which each of the fuzzers makes of its target.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace gougi::fuzz {

/// What the target calls broken ends the run.
inline int run_target(std::string (*check)(std::string_view), const std::uint8_t* data,
                      std::size_t size) {
  const std::string broken = check({reinterpret_cast<const char*>(data), size});
  if (!broken.empty()) {
    std::fprintf(stderr, "broken: %s\n", broken.c_str());
    std::abort();
  }
  return 0;
}

}  // namespace gougi::fuzz
