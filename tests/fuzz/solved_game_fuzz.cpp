// SPDX-License-Identifier: MIT
#include "fuzz/solved_game_target.hpp"
#include "fuzz/target_main.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return gougi::fuzz::run_target(gougi::fuzz::check_solved_game, data, size);
}
