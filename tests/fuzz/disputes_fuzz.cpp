// SPDX-License-Identifier: MIT
// libFuzzer's entry: any bytes as the judged disputes of a study. Build with -DGOUGI_FUZZ=ON and
// clang (preset fuzz).
#include "fuzz/disputes_target.hpp"
#include "fuzz/target_main.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return gougi::fuzz::run_target(gougi::fuzz::check_disputes, data, size);
}
