// SPDX-License-Identifier: MIT
// libFuzzer's entry: any bytes as an NNUE file, and as damage done to a sound one. Build with
// -DGOUGI_FUZZ=ON and clang (preset fuzz).
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "fuzz/nnue_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto broken = gougi::fuzz::check_nnue({data, size});
  if (!broken.empty()) {
    std::fprintf(stderr, "broken: %s\n", broken.c_str());
    std::abort();
  }
  return 0;
}
