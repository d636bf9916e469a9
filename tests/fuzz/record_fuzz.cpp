// SPDX-License-Identifier: MIT
// libFuzzer's entry: any bytes as a record in KIF, KI2, CSA and JKF. Build with -DGOUGI_FUZZ=ON and
// clang (preset fuzz).
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "fuzz/record_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto broken = gougi::fuzz::check_records(input);
  if (!broken.empty()) {
    std::fprintf(stderr, "broken: %s\n", broken.c_str());
    std::abort();
  }
  return 0;
}
