// SPDX-License-Identifier: MIT
#include "fuzz/target_main.hpp"
#include "fuzz/teacher_file_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return gougi::fuzz::run_target(gougi::fuzz::check_teacher_file, data, size);
}
