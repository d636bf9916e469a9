// SPDX-License-Identifier: MIT
// Which processors a child may use: so that two engines that measure themselves against each other
// share a processor evenly.
#pragma once

#include <cstdint>
#include <vector>

namespace gougi::io {

/// Binds all threads of the process to these processors (numbers from 0); those that it starts
/// later follow. False if the system does not allow it, knows no such processor, or the list is
/// empty.
bool pin_process(std::int64_t process_number, const std::vector<int>& processors);

/// How many processors the system has, at least 1.
int processor_count();

}  // namespace gougi::io
