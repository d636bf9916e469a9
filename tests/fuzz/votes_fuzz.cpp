// SPDX-License-Identifier: MIT
// libFuzzer's entry: any bytes as a note of a game. Build with -DGOUGI_FUZZ=ON and clang (preset
// fuzz).
#include "fuzz/target_main.hpp"
#include "fuzz/votes_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return gougi::fuzz::run_target(gougi::fuzz::check_votes, data, size);
}
