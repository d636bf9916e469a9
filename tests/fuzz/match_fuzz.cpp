// SPDX-License-Identifier: MIT
// libFuzzer's entry: any bytes as the file of a match. Build with -DGOUGI_FUZZ=ON and clang (preset
// fuzz).
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "fuzz/match_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto broken = gougi::fuzz::check_match(input);
  if (!broken.empty()) {
    std::fprintf(stderr, "broken: %s\n", broken.c_str());
    std::abort();
  }
  return 0;
}
